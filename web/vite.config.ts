import { readFileSync } from "node:fs";
import { basename, delimiter, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { savedPage } from "./saved.ts";

/** Boards of games from outside: folders, each called like its game, with an `index.ts` like those in src/boards. */
const boards = (process.env.SCHATZKAMMER_BOARDS ?? "")
  .split(delimiter)
  .filter(Boolean)
  .map((folder) => resolve(folder));

/** The module `virtual:boards`: how to load each of them. */
function moreBoards(): Plugin {
  const loaders = boards.map(
    (folder) => `${JSON.stringify(basename(folder))}: () => import(${JSON.stringify(`${folder}/index.ts`)})`,
  );
  return {
    name: "more-boards",
    resolveId: (id) => (id === "virtual:boards" ? "\0virtual:boards" : null),
    load: (id) => (id === "\0virtual:boards" ? `export default { ${loaders.join(", ")} };` : null),
  };
}

/** Puts the licences of Swagger UI, and of what it contains, beside it. */
function licences(): Plugin {
  const files = ["LICENSE", "NOTICE", "swagger-ui-es-bundle.js.LICENSE.txt"];
  const source = () => files.map((file) => readFileSync(`node_modules/swagger-ui-dist/${file}`, "utf8")).join("\n");
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", name: "swagger-ui-licences.txt", source: source() });
    },
  };
}

const table = process.env.SCHATZKAMMER_TABLE ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), moreBoards(), licences(), savedPage(() => [svelte(), moreBoards()])],
  // Tests run the components as a browser would, not as a server.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/schatzkammer/web",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      input: ["index.html", "api.html"],
      checks: { bundlerTimings: false }, // a busy machine is no fault of the build
    },
    chunkSizeWarningLimit: 1600, // kB: Swagger UI, which only api.html loads
    assetsInlineLimit: 0, // the policy of the server forbids data: for scripts and styles
  },
  server: { proxy: { "/api/": table, "/ws": { target: table, ws: true } } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 60_000, // a busy machine is no failure
    // The kit carries every board, so it has to be covered by tests of its own.
    coverage: {
      include: ["src/boards/kit/**"],
      exclude: ["**/*.test.ts", "**/testing.svelte.ts"],
      reporter: ["text-summary"],
      thresholds: { statements: 90, branches: 85, functions: 90, lines: 90 },
    },
  },
});
