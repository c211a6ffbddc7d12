# Everything is installed into .venv and web/node_modules; only the services that tests need may come from apt-get.
#   make play      opens the web table in the browser          make test          runs everything that CI runs
#   make serve     serves the web table (HOST=0.0.0.0)         make check         checks style, types and imports
#   make terminal  plays in the terminal (GAME=solomon)        make golden        rewrites the golden playthroughs
#   make wire      generates the client's types                make records       stores games of a release for later ones
#   make lock      updates the pinned dependencies             make screenshots   takes pictures of every page and board
#   make wheels    builds and tries wheels (PYTHONS=3.12)      make test-install  installs in every way that users have
#   make web       builds the web client into the package      make docs          builds the documentation: build/site
#   make audit     looks for known faults in dependencies
#   make chaos     kills everything while people play (SECONDS=120; RESULTS=file adds up)
#   make bench, make bench-server, make bench-web: speed of the rules, of the server, from click to drawn move

SHELL := /bin/sh
GAME ?= ali-baba
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); [ "$$n" -gt 8 ] && n=8; echo $$n)
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PYTEST := $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal
STEP := tools/step
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

COMPILED := $(shell find src/schatzkammer/core src/schatzkammer/games src/schatzkammer/bots src/schatzkammer/observe src/schatzkammer/table src/schatzkammer/server -name '*.py')

# The web client is built into the package. Node comes from PyPI if the machine has no recent one.
WEB := src/schatzkammer/web/index.html
WEB_SOURCES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm --loglevel=error
HOST ?= 127.0.0.1
PORT ?= 8000

SECONDS ?= 120

.PHONY: chaos play terminal serve web wheels docs audit test test-install test-services check wire screenshots bench bench-server bench-web golden records lock clean

# Starts at once: what is not compiled yet runs interpreted, and is compiled beside it for the next start.
define start
	@if $(MAKE) -s -q $(VENV)/.built; then exec $(BIN)/schatzkammer $(1); else \
		$(BIN)/python tools/compile.py --beside && exec env SCHATZKAMMER_PURE=1 $(BIN)/schatzkammer $(1); fi
endef

play: $(VENV)/.installed $(WEB)
	$(call start,serve --port $(PORT) --open)

terminal: $(VENV)/.installed
	$(call start,play $(GAME))

serve: $(VENV)/.installed $(WEB)
	$(call start,serve --host $(HOST) --port $(PORT))

web: $(WEB)

# The tests use real services and real browsers: installs what is missing if possible, else names it.
test-services:
	@missing=""; \
	ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || missing="postgresql"; \
	command -v redis-server >/dev/null || missing="$$missing redis-server"; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
		missing="$$missing chromium"; \
	command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="$$missing firefox-esr"; \
	[ -z "$$missing" ] && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing $$missing for the tests ..."; \
		{ apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing; } >/dev/null || \
			{ echo "THE TESTS NEED $$missing, and installing failed." >&2; exit 1; }; \
	else \
		echo "THE TESTS NEED $$missing: please install (on Debian: apt-get install $$missing)." >&2; exit 1; \
	fi

# Each test runs once, quick ones first; then the rules once more, interpreted.
test: check test-services $(WEB)
	$(PYTEST) -m quick
	$(PYTEST) -m "not quick and not browser and not install"
	$(PYTEST) -m browser
	SCHATZKAMMER_PURE=1 $(PYTEST) -m "rules and not once"

# Needs minutes for each version of Python that it finds, so it is no part of `test`.
test-install: $(VENV)/.tested $(WEB)
	$(PYTEST) -m install

wheels: $(VENV)/.tested $(WEB)
	@$(BIN)/python -m tests.package.wheels $(PYTHONS)

check: $(VENV)/.tested web/node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check
	$(NPM) test --silent

# Everything it needs is in the repository and its packages; the site can be read from the disk, without a server.
docs: $(VENV)/.documented web/node_modules/.installed
	@$(STEP) "Building the documentation" env NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The documentation is in build/site: open build/site/index.html"

# Exit code 3: nothing was audited, because no advisories could be read.
audit: $(VENV)/.made
	@$(BIN)/python tools/audit.py

wire: $(VENV)/.built
	$(BIN)/python -m schatzkammer.server.typescript web/src
	$(BIN)/python -m tests.web.recorded

screenshots: $(VENV)/.tested $(WEB) test-services
	$(BIN)/python -m tests.web.screenshots

golden: $(VENV)/.tested
	$(BIN)/python -m tests.conformance.golden

records: $(VENV)/.tested
	$(BIN)/python -m tests.records.games
	$(BIN)/python -m tests.records.tables

bench: $(VENV)/.benched
	$(BIN)/schatzkammer bench --targets

bench-server: $(VENV)/.tested test-services
	@missed=0; $(BIN)/python -m schatzkammer.bench.server.run || missed=$$?; $(BIN)/python -m tests.server.scale && \
		$(BIN)/python -m tests.server.others && exit $$missed

bench-web: $(VENV)/.tested $(WEB) test-services
	$(BIN)/python -m tests.web.bench

# Nothing that was acknowledged may be lost, and no table may be stuck.
chaos: $(VENV)/.tested $(WEB) test-services
	$(BIN)/python -m tests.server.chaos --seconds $(SECONDS) $(if $(RESULTS),--results $(RESULTS))

lock: $(VENV)/.tested
	$(PIP) install uv
	for part in play test docs bench serve; do \
		$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
			--upgrade pyproject.toml --group $$part --output-file requirements/$$part.txt || exit 1; done
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--upgrade --group node --output-file requirements/node.txt
	$(NPM) update && node -e 'const f = require("fs"), l = JSON.parse(f.readFileSync("package-lock.json")); \
		for (const p of Object.values(l.packages)) delete p.funding; \
		f.writeFileSync("package-lock.json", JSON.stringify(l, null, 2) + "\n")'

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/schatzkammer/web web/node_modules
	find src -name '*.so' -delete

# Installation: a stamp file per step -----------------------------------------------------------------
$(VENV)/.made:
	@[ -n "$(PYTHON)" ] || { echo "Python 3.11 or newer is needed, and none was found." >&2; exit 1; }
	@$(STEP) "Making a virtual environment in $(VENV)" $(PYTHON) -m venv $(VENV) || { echo "$(PYTHON) cannot make a virtual environment (on Debian: apt-get install python3-venv)." >&2; exit 1; }
	@touch $@

$(VENV)/.installed: $(VENV)/.made requirements/play.txt pyproject.toml
	@$(STEP) "Installing Python packages" $(PIP) install --no-compile --require-hashes -r requirements/play.txt
	@SCHATZKAMMER_NO_COMPILE=1 $(STEP) "Installing Schatzkammer" $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# compile.py sets the stamp to the time when it began, so that a source changed meanwhile is compiled next time.
$(VENV)/.built: $(VENV)/.installed setup.py $(COMPILED)
	@$(STEP) "Compiling rules and table where a C compiler is found (minutes)" $(BIN)/python tools/compile.py

$(VENV)/.tested: $(VENV)/.built requirements/test.txt
	@$(STEP) "Installing what the tests need" $(PIP) install --require-hashes -r requirements/test.txt
	@touch $@

$(VENV)/.documented: $(VENV)/.installed requirements/docs.txt
	@$(STEP) "Installing what builds the documentation" $(PIP) install --require-hashes -r requirements/docs.txt
	@touch $@

$(VENV)/.benched: $(VENV)/.built requirements/bench.txt
	@$(STEP) "Installing what the benchmarks need" $(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

$(VENV)/.node: $(VENV)/.made requirements/node.txt
	@{ command -v npm && node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b > 18) ? 0 : 1)'; } \
		>/dev/null 2>&1 || $(STEP) "Installing Node" $(PIP) install --require-hashes -r requirements/node.txt
	@touch $@

web/node_modules/.installed: $(VENV)/.node web/package-lock.json
	@$(STEP) "Installing what builds the web table" sh -c '$(NPM) ci --no-progress'
	@touch $@

$(WEB): web/node_modules/.installed $(WEB_SOURCES)
	@$(STEP) "Building the web table" sh -c '$(NPM) run --silent build -- --logLevel warn'
	@touch $@
