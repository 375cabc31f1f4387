"""Examples in documentation are true."""

from __future__ import annotations

import doctest
import inspect
import os
import re
from collections.abc import Iterator
from pathlib import Path

import figures
import plyground
import pytest
from plyground import _plyground, _sets, score

#: Modules whose documentation has examples, which are run.
WITH_EXAMPLES = ["", "._batch", "._match", "._score", "._solve", ".courses", ".gymnasium", ".pettingzoo"]

#: The others. Who adds an example there moves it to the list above.
MODULES = [*WITH_EXAMPLES, "._environment", "._sets", "._tournament", ".courses._check", ".openspiel"]


def compiled() -> Iterator[tuple[str, str]]:
    """Names and documentation of everything that is compiled."""
    for name, item in vars(_plyground).items():
        if name.startswith("__"):
            continue
        yield name, item.__doc__ or ""
        if inspect.isclass(item):
            for member, value in vars(item).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", inspect.getdoc(value) or ""


COMPILED = dict(compiled())


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name: str, request: pytest.FixtureRequest) -> None:
    if name == "._batch":
        request.getfixturevalue("np")
    result = doctest.testmod(pytest.importorskip("plyground" + name))
    assert result.failed == 0
    assert (result.attempted > 0) == (name in WITH_EXAMPLES)


@pytest.mark.parametrize("name", [name for name, text in COMPILED.items() if ">>>" in text])
def test_examples_of_what_is_compiled(name: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(COMPILED[name], {}, name, None, None)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_everything_is_documented() -> None:
    assert len(COMPILED) > 100
    exempt = {"Position.game"}
    assert [name for name, text in COMPILED.items() if not text and name not in exempt] == []
    for name in plyground.__all__:
        item = getattr(plyground, name)
        if inspect.isclass(item) or inspect.isfunction(item):
            assert item.__doc__, name


DOCUMENT = Path(__file__).parents[3] / "docs" / "python.md"


@pytest.mark.usefixtures("np")
@pytest.mark.skipif(not DOCUMENT.exists(), reason="the tests stand alone")
def test_the_page_of_the_documentation() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 5
    # Each block continues where the one before it ended.
    parsed = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", None, None)
    assert len(parsed.examples) > 20
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed).failed == 0


REGRET = DOCUMENT.with_name("regret.md")


@pytest.mark.skipif(not REGRET.exists(), reason="the tests stand alone")
# The long run computes those of all games.
@pytest.mark.parametrize("game", _sets.GAMES if os.environ.get("PLYGROUND_LONG") else ["connect-four"])
def test_the_figures_of_the_documentation(game: str) -> None:
    text = REGRET.read_text(encoding="utf-8")
    assert figures.table(game) in text
    # The example, too.
    assert str(score("alpha-beta:depth=4", "connect-four")) in text
