"""The worked example of CONTRIBUTING.md, followed to the letter in a copy of the project.

A reader must be able to do what stands there: every file is written, every change made at the place that the
text names, every command run, and what it prints is compared with what is printed (`…` stands for anything).
Left out is what makes the copy itself (`git worktree`, `scripts/setup`) and what runs every check
(`scripts/test`); the code that the example adds is linted and typed here.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = ("src", "tests", "docs", "scripts", "pyproject.toml", "README.md", "CONTRIBUTING.md")
MADE_OTHERWISE = ("git ", "scripts/setup", "scripts/test")
LONG = ("scripts/odds", "python -m pytest tests/odds")
"""Commands that compile and count: the slow form of the test runs them as well."""

PROGRAMS = {
    "housedealer ": "python -m housedealer ",
    "scripts/sheets": "python -m housedealer.floor.docs docs/games",
    "scripts/odds": "python -m housedealer.cli.odds_pages docs/odds",
}
"""What the project's own commands come to in the copy, which has no environment of its own."""

Kind = Literal["file", "end", "before", "diff", "case", "shown", "commands"]
PLACES: tuple[tuple[Kind, str], ...] = (
    ("file", r"File `([^`]+)`:$"),
    ("end", r"[Aa]t the end of\s+`([^`]+)`:$"),
    ("before", r"Before `([^`]+)` in\s+`([^`]+)`:$"),
    ("case", r"after the last one of\s+`([^`]+)`:$"),
    ("diff", r"[Ii]n[,\s]+`([^`]+)`:$"),
)


class Step(NamedTuple):
    """Something that the text has its reader do, and the line where it stands."""

    line: int
    kind: Kind
    place: tuple[str, ...]
    body: str


def paragraphs() -> Iterator[tuple[int, str]]:
    """The text in parts between empty lines, a fenced block whole, each with its first line's number."""
    lines, at = TEXT.split("\n"), 0
    while at < len(lines):
        first = at
        if lines[at].startswith("```"):
            at = lines.index("```", at + 1) + 1
        else:
            while at < len(lines) and lines[at] and not lines[at].startswith("```"):
                at += 1
        if at > first:
            yield first + 1, "\n".join(lines[first:at])
        at = max(at, first + 1)


def steps() -> list[Step]:
    """What the example has its reader do, in order."""
    found: list[Step] = []
    said, place, kind = "", (), None  # type: tuple[str, tuple[str, ...], Kind | None]
    for line, part in paragraphs():
        if part.startswith("```"):
            body = "\n".join(part.split("\n")[1:-1]) + "\n"
            if kind is not None and (kind == "diff") == part.startswith("```diff"):
                found.append(Step(line, kind, place, body))
                if kind != "diff":
                    kind = None
        elif part.startswith("    $ "):
            found.append(Step(line, "commands", (), part))
        elif part.startswith("    ") and (named := re.match(r"`(tests/[^`]+)`", said)):
            found.append(Step(line, "shown", (named[1],), part))
        else:
            said, kind = part, None
            for one, pattern in PLACES:
                if (at := re.search(pattern, part)) is not None:
                    kind, place = one, at.groups()
                    break
    return found


STEPS = steps()


class Command(NamedTuple):
    """A command and what the text says that it prints."""

    line: int
    words: str
    prints: str


def commands(step: Step) -> Iterator[Command]:
    """The commands of a block, each with its output."""
    lines = [line.removeprefix("    ") for line in step.body.split("\n")]
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield Command(step.line + at, lines[at][2:], "\n".join(lines[at + 1 : end]))


def apply(step: Step, root: Path) -> None:
    """Write a file of the example, or change one, as its reader would."""
    where = root / step.place[-1]
    if step.kind == "file":
        assert not where.exists(), f"line {step.line}: {where} is there already"
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text(step.body, encoding="utf-8")
        return
    text = where.read_text(encoding="utf-8")
    if step.kind == "end":
        new = text + step.body
    elif step.kind == "before":
        assert step.body.split("\n")[0] not in text, f"line {step.line}: {where} has this already"
        anchor = f"\n{step.place[0]}"
        assert text.count(anchor) == 1, f"line {step.line}: {step.place[0]!r} is not one place of {where}"
        new = text.replace(anchor, f"\n{step.body}{anchor[1:]}")
    elif step.kind == "case":
        end = "  }\n ]\n}"
        assert text.rstrip().endswith(end), f"line {step.line}: the end of {where} looks otherwise"
        new = f"{text.rstrip().removesuffix(end)}  }},\n{step.body} ]\n}}\n"
        json.loads(new)
    else:
        lines = step.body.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        assert text.count(old) == 1, f"line {step.line}: what changes is not one place of {where}"
        new = text.replace(old, "".join(line[1:] for line in lines if line[0] in " +"))
    where.write_text(new, encoding="utf-8")


def agrees(printed: str, wanted: str) -> bool:
    """Whether a command printed what the text says.

    >>> agrees("3 passed, 14 deselected in 0.5s", "3 passed, … deselected in …s")
    True
    >>> agrees("one\\ntwo\\nthree", "one\\n…\\nthree"), agrees("one\\ntwo", "one\\nthree")
    (True, False)
    """
    plain = "\n".join(line.rstrip() for line in printed.strip("\n").split("\n"))
    pattern = ".*".join(re.escape(part) for part in wanted.split("…"))
    return re.fullmatch(pattern, plain, re.DOTALL) is not None


def run(command: Command, root: Path) -> None:
    """Run a command of the example in the copy, and hold what it prints to the text."""
    words = command.words
    for name, stands_for in PROGRAMS.items():
        if words.startswith(name):
            words = stands_for + words.removeprefix(name)
    words = re.sub(r"\bpython\b", sys.executable, words)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV"))}
    environment |= {"PYTHONPATH": str(root / "src"), "COLUMNS": "120", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the example needs none, and they take a second
    done = subprocess.run(
        ["bash", "-c", words], cwd=root, env=environment, capture_output=True, text=True, timeout=600
    )
    told = f"CONTRIBUTING.md, line {command.line}: {command.words}\n{done.stdout}{done.stderr}"
    assert (done.returncode == 0) == (" failed, " not in command.prints), told
    if command.prints:
        assert agrees(done.stdout, command.prints), told


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project as it is, in a place of its own, the books beside it if they are there."""
    root = tmp_path / "practice"
    for name in COPIED:
        whole = ROOT / name
        if whole.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".hypothesis", "node_modules")
            shutil.copytree(whole, root / name, ignore=ignored)
        else:
            shutil.copy(whole, root / name)
    books = ROOT.parent / "shared"
    if books.exists():
        (tmp_path / "shared").symlink_to(books)
    return root


def follow(root: Path, long: bool) -> None:
    """Do all that the text says."""
    for step in STEPS:
        if step.kind == "shown":
            wanted = "\n".join(line.removeprefix("    ") for line in step.body.split("\n"))
            assert wanted in (root / step.place[0]).read_text(encoding="utf-8"), f"line {step.line}"
        elif step.kind == "commands":
            for command in commands(step):
                left_out = (*MADE_OTHERWISE, *(() if long else LONG))
                if not command.words.startswith(left_out):
                    run(command, root)
        else:
            apply(step, root)


CODE = " ".join(sorted({step.place[-1] for step in STEPS if step.place and step.place[-1].endswith(".py")}))


def test_the_example_can_be_followed(copy: Path) -> None:
    follow(copy, long=False)
    run(Command(0, f"python -m ruff check {CODE} && python -m ruff format --check {CODE}", ""), copy)


@pytest.mark.slow
def test_the_example_can_be_followed_to_its_last_command(copy: Path) -> None:
    follow(copy, long=True)
    run(Command(0, f"python -m mypy {CODE}", ""), copy)
    run(Command(0, "python -m pytest tests/floor/test_sheets.py tests/rooms tests/golden", ""), copy)


def test_the_example_has_all_its_parts() -> None:
    kinds = [step.kind for step in STEPS]
    assert [kinds.count(kind) for kind in ("file", "end", "before", "case", "shown")] == [2, 1, 2, 2, 1]
    assert kinds.count("diff") == 4
    assert kinds.count("commands") >= 20


def laws_in(path: Path) -> dict[str, bool]:
    """The tests of a file by name, with whether each runs on every game."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            made = [ast.unparse(one) for one in node.decorator_list]
            found[node.name] = any("'name', GAMES" in one or "'name', ENGINED" in one for one in made)
    return found


def test_the_laws_are_held_by_tests_that_are_there() -> None:
    laws = TEXT.split("## The laws of a script")[1].split("\n## ")[0]
    own = laws_in(ROOT / "tests" / "table" / "test_laws.py")
    named = re.findall(r"`(test_\w+)`(\*?)(?: \(`(tests/[^`]+)`\))?", laws)
    assert len(named) > 20
    for name, star, place in named:
        found = laws_in(ROOT / place) if place else own
        assert found.get(name) == bool(star), (
            f"{name}: not in {place or 'test_laws.py'}, or its star is wrong"
        )
    for number in range(1, 13):
        assert f"\n| {number}. " in laws


def test_what_the_text_names_is_there() -> None:
    made = {step.place[-1] for step in STEPS if step.kind == "file"}
    made |= {place.replace("cases/", "golden/").replace(".json", ".txt") for place in made}
    for path in re.findall(r"`((?:src|tests|scripts|docs)/[^`* ]+)`", TEXT):
        assert path in made or (ROOT / path).exists(), path
    for link in re.findall(r"\]\(([^)#]+)", TEXT):
        assert (ROOT / link).exists(), link


def test_the_layers_are_those_that_are_checked() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    checked = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    block = TEXT.split("**The layers**")[1].split("\n\n")[1]
    told = [re.split(r"\s{2,}", line.strip())[0] for line in block.split("\n")]
    assert told == [layer.replace("housedealer.", "") for layer in checked]
