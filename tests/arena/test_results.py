"""The results file: it identifies its run, survives interruptions, and is refused if anything else is in it."""

from __future__ import annotations

import msgspec
import pytest

from schatzkammer.arena.game import play
from schatzkammer.arena.results import BadResults, Results
from tests.arena.conftest import plan_of


@pytest.fixture
def stored(plan, tmp_path):
    path = tmp_path / "results.jsonl"
    with Results(plan, path) as results:
        for number in (3, 0, 1):
            results.add(play(plan, number))
    return path


def test_stored_results_are_loaded(plan, stored):
    with Results(plan, stored) as results:
        assert sorted(results.by_number) == [0, 1, 3]
        assert results.missing(6) == [2, 4, 5]
        assert results.by_number[3].digest == play(plan, 3).digest


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_half_written_line_is_played_again(plan, stored, cut):
    content = stored.read_bytes()
    stored.write_bytes(content[:-cut])
    with Results(plan, stored) as results:
        assert results.missing(4) == [1, 2]
        results.add(play(plan, 1))
    again = stored.read_bytes().splitlines()
    assert again[:-1] == content.splitlines()[:-1]
    assert msgspec.json.decode(again[-1])["number"] == 1


def test_an_incomplete_header_is_rewritten(plan, stored):
    content = stored.read_bytes()
    stored.write_bytes(content[:30])
    with Results(plan, stored) as results:
        assert results.by_number == {}
    assert stored.read_bytes() == content.splitlines(keepends=True)[0]


OTHERS = {
    "seed": (plan_of("random", "random", "random", variant="small", seed="other"), "“other”"),
    "bots": (plan_of("random", "random", "ismcts", variant="small"), "“random,random,ismcts”"),
    "options": (plan_of("random", "random", "random", variant="lamp"), "variant=lamp"),
    "players": (plan_of("random", "random", "random", players=3), "3"),
    "game": (plan_of("random", "random", "random", game="solomon"), "solomon"),
}


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_the_file_of_another_run_is_refused_and_unchanged(stored, name):
    other, value = OTHERS[name]
    before = stored.read_bytes()
    with pytest.raises(BadResults, match=rf"belongs to another run: {name} is .* there, not .*{value}"):
        Results(other, stored)
    assert stored.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"{}",
        b'{"number":-1,"seats":[0,1],"scores":[1,2],"winners":[1],"plies":5,"digest":"","pace":[{},{}]}',
        b'{"number":0,"seats":[1,0],"scores":[1,2],"winners":[1],"plies":5,"digest":"","pace":[{},{}]}',
        b'{"number":0,"seats":[0,1],"scores":[1],"winners":[1],"plies":5,"digest":"","pace":[{},{}]}',
        b'{"number":0,"seats":[0,1],"scores":[1,2],"winners":[2],"plies":5,"digest":"","pace":[{},{}]}',
        b'{"number":0,"seats":[0,1],"scores":[1,2],"winners":[],"plies":5,"digest":"","pace":[{},{}]}',
        b"[" * 10_000,
        b"\xff\xfe",
    ],
)
def test_an_invalid_line_is_named(plan, stored, line):
    header, *lines = stored.read_bytes().splitlines()
    stored.write_bytes(b"\n".join([header, lines[0], line, *lines[1:], b""]))
    before = stored.read_bytes()
    with pytest.raises(BadResults, match="line 3"):
        Results(plan, stored)
    assert stored.read_bytes() == before


def test_a_file_of_another_kind_is_refused_and_unchanged(plan, tmp_path):
    for content in (b"a letter to a friend", b"a letter\nof two lines\n", b'{"game": "solomon"}\n'):
        path = tmp_path / "letter"
        path.write_bytes(content)
        with pytest.raises(BadResults, match="not a results file"):
            Results(plan, path)
        assert path.read_bytes() == content


def test_two_runs_cannot_write_one_file(plan, stored):
    with Results(plan, stored), pytest.raises(BadResults, match="another run"):
        Results(plan, stored)
    with Results(plan, stored):
        pass


def test_paths_that_cannot_be_opened(plan, tmp_path):
    for path in (tmp_path, tmp_path / "no" / "folder", tmp_path / "a\0b"):
        with pytest.raises(BadResults, match="cannot be opened"):
            Results(plan, path)
