"""What each assignment asks of a function, and what comes of the answers."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from plyground._plyground import Position, _Exam

#: Arguments, standard input and input file of a program, as a function gets them.
_Question = tuple[list[str], str, "str | None"]


@dataclass(frozen=True)
class Case:
    """A question, and what became of it."""

    #: What was asked.
    question: str
    #: Its position, or None.
    position: Position | None
    #: What is right.
    expected: str
    #: What the function answered, as far as it could be read.
    found: str
    #: "right", "wrong", or a word for why there is no answer that could be judged.
    verdict: str
    #: What is wrong, or None.
    problem: str | None
    #: The traceback, if the function raised an exception.
    raised: str | None = None


@dataclass(frozen=True)
class Checkup:
    """What was found out about a function."""

    assignment: str
    cases: tuple[Case, ...] = field(repr=False)
    #: How many answers are right.
    right: int
    #: The names of the mistakes that explain the answers best, if any do.
    mistakes: tuple[str, ...]
    #: How sure that is: "practically certain", "likely", "possible", "partial", or None.
    confidence: str | None
    #: What is wrong, and how to mend it, in paragraphs.
    findings: tuple[str, ...] = field(repr=False)

    @property
    def passed(self) -> bool:
        """Whether all answers are right."""
        return self.right == len(self.cases)

    def __str__(self) -> str:
        lines = [f"{self.assignment}: {self.right} of {len(self.cases)} answers are right"]
        wrong = [case for case in self.cases if case.verdict != "right"]
        for case in wrong[:3]:
            lines += ["", f"  {case.question}", f"    expected {case.expected}"]
            lines.append(f"    found    {case.found}" if case.found else f"    {case.verdict}: {case.problem}")
        if len(wrong) > 3:
            lines += ["", f"  and {len(wrong) - 3} more"]
        for finding in self.findings:
            lines += ["", finding]
        return "\n".join(lines)


class Observer:
    """What a function reports of its search, if it takes an `observer`: each node when it is left.

    The first node that is not what is right is shown then, with its board.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    def node(self, path: Sequence[int], value: float, alpha: float | None = None, beta: float | None = None) -> None:
        """A node is left: the columns played from the root, its value, and alpha and beta when it was entered.

        Minimax has no window: leave alpha and beta out. Open ends are infinite.
        """
        place = "".join(map(str, path)) or "-"
        window = "" if alpha is None or beta is None else f"{_number(alpha)} {_number(beta)} "
        self._lines.append(f"node {place} {window}{_number(value)}")

    @property
    def text(self) -> str:
        """What was reported, as a program writes it on standard error."""
        return "".join(f"{line}\n" for line in self._lines)


def _number(value: float) -> str:
    return str(int(value)) if isfinite(value) and value == int(value) else str(value)


@dataclass(frozen=True)
class Course:
    """An assignment: `check` asks a function what a program for it would be asked."""

    #: The name in `plyground assignments`.
    name: str
    #: What a function gets, and what it returns.
    signature: str
    _arguments: Callable[[_Question], tuple[Any, ...]] = field(repr=False)
    #: Standard output and output file from what was returned.
    _output: Callable[[Any], tuple[str, str | None]] = field(repr=False)

    def check(self, function: Callable[..., Any]) -> Checkup:
        """Asks a function all questions that everybody may try, and says what is wrong with the answers.

        The function is called in this process: it is not bounded in time or memory. An exception that it raises is
        its answer to that question, and its traceback is in the case; Ctrl-C ends the check.
        """
        exam = _Exam(self.name)
        takes_observer = _takes_observer(function)
        given: list[tuple[str, str | None, str, str | None]] = []
        tracebacks: list[str | None] = []
        for question in exam.calls():
            observer = Observer()
            keywords = {"observer": observer} if takes_observer else {}
            try:
                stdout, file = self._output(function(*self._arguments(question), **keywords))
            except Exception as error:
                last = traceback.format_exception_only(error)[-1].strip()
                given.append(("", None, observer.text, f"raised {last}"))
                tracebacks.append(traceback.format_exc())
            else:
                given.append((stdout, file, observer.text, None))
                tracebacks.append(None)
        found = exam.judge(given)
        # A course whose answer is a whole game has a case for every move of it.
        aligned = tracebacks if len(found["cases"]) == len(tracebacks) else [None] * len(found["cases"])
        cases = tuple(Case(**case, raised=raised) for case, raised in zip(found["cases"], aligned, strict=True))
        return Checkup(
            self.name,
            cases,
            found["right"],
            tuple(found["mistakes"]),
            found["confidence"],
            tuple(found["findings"]),
        )


def _takes_observer(function: Callable[..., Any]) -> bool:
    try:
        return "observer" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def _column_and_nodes(answer: Any) -> tuple[str, str | None]:
    column, nodes = answer
    return f"{column}\n{nodes}\n", None


def _line(answer: Any) -> tuple[str, str | None]:
    return f"{answer}\n", None


def _moves(answer: Any) -> tuple[str, str | None]:
    lines = [f"[{row},{column}] {generated}\n" for (row, column), generated in answer]
    return "".join(lines), None


#: COMP3608: column and number of examined nodes of minimax ("M") or alpha-beta ("A").
comp3608 = Course(
    "comp3608",
    "function(state: str, side: 'red' | 'yellow', algorithm: 'M' | 'A', depth: int) -> (column, nodes)",
    lambda question: (question[0][0], question[0][1], question[0][2], int(question[0][3])),
    _column_and_nodes,
)

#: CS431: a best column of minimax to a depth.
cs431 = Course(
    "cs431",
    "function(state: str, side: 'red' | 'yellow', depth: int) -> column",
    lambda question: (question[0][0], question[0][1], int(question[0][2])),
    _line,
)

#: Max-Connect-Four: the content of a state file, and that of the one after the move.
max_connect_four = Course(
    "max-connect-four",
    "function(state: str, depth: int) -> state: str, both as in a state file",
    lambda question: (question[2] or "", int(question[0][-1])),
    lambda answer: ("", str(answer)),
)

#: CS3243: a request, and a move of white such as E1D2.
cs3243 = Course(
    "cs3243",
    "function(request: str) -> move: str, such as 'E1D2'",
    lambda question: (question[1],),
    _line,
)

#: CS4750: the whole game of both players, for each move the cell and the number of nodes generated.
cs4750 = Course(
    "cs4750",
    "function() -> [((row, column), generated), ...], rows and columns from 1, the whole game of both players",
    lambda _: (),
    _moves,
)
