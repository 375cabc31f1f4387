"""What each assignment asks of a function, and what comes of the answers."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from operator import index
from typing import Any

from plyground._plyground import Position, _Exam

#: Arguments, standard input and input file of a program, as a function gets them.
_Question = tuple[list[str], str, "str | None"]


@dataclass(frozen=True)
class Case:
    """A question, the answer to it, and the verdict."""

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
    """The result of checking a function."""

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
    """Collects what a function reports of its search, if it takes an `observer`: each node when it is left.

    The check then shows the first node that is wrong, with its board.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    #: The largest number of nodes that are compared. If there are more, the result only says that they are too many.
    most = _Exam.MOST_NODES

    def node(self, path: Sequence[int], value: float, alpha: float | None = None, beta: float | None = None) -> None:
        """A node is left: the columns played from the root, its value, and alpha and beta when it was entered.

        Minimax has no window: leave alpha and beta out. Open ends are infinite.

        Raises `TypeError` if one of alpha and beta is left out.
        """
        if (alpha is None) != (beta is None):
            raise TypeError(f"observer.node: found alpha={alpha} and beta={beta}; expected both, or none for minimax")
        # One more node is kept than is compared, so that too many are noticed.
        if len(self._lines) > self.most:
            return
        place = "".join(map(str, path)) or "-"
        window = "- -" if alpha is None or beta is None else f"{_number(alpha)} {_number(beta)}"
        self._lines.append(f"node {place} {window} {_number(value)}")

    @property
    def text(self) -> str:
        """What was reported, as a program writes it on standard error."""
        return "".join(f"{line}\n" for line in self._lines)


def _number(value: float) -> str:
    return str(int(value)) if isfinite(value) and value == int(value) else str(value)


@dataclass(frozen=True)
class Course:
    """An assignment: `check` asks a function the questions that a program for it would be asked."""

    #: The name in `plyground assignments`.
    name: str
    #: What a function gets, and what it returns.
    signature: str
    _arguments: Callable[[_Question], tuple[Any, ...]] = field(repr=False)
    #: What a function returns, for the message if one returns something else.
    _returns: str = field(repr=False)
    #: Standard output and output file from what was returned; raises an exception if that is no answer.
    _output: Callable[[Any], tuple[str, str | None]] = field(repr=False)

    def check(self, function: Callable[..., Any]) -> Checkup:
        """Asks a function all questions that everybody may try, and says what is wrong with the answers.

        The function is called in this process: it is not bounded in time or memory. An exception that it raises is
        its answer to that question, and its traceback is in the case; Ctrl-C ends the check.
        """
        return self._examine(lambda _: function)

    def _examine(self, function_for: Callable[[_Question], Callable[..., Any]]) -> Checkup:
        exam = _Exam(self.name)
        tracebacks: list[str | None] = []
        for question in exam.calls():
            function = function_for(question)
            observer = Observer()
            keywords = {"observer": observer} if _takes_observer(function) else {}
            stdout, file = "", None
            failure = raised = None
            try:
                answer = function(*self._arguments(question), **keywords)
            except Exception as error:
                import traceback  # noqa: PLC0415 (it would be part of every import)

                failure = f"raised {traceback.format_exception_only(error)[-1].strip()}"
                raised = traceback.format_exc()
            else:
                try:
                    stdout, file = self._output(answer)
                except Exception:
                    failure = f"returned {_shown(answer)}; expected {self._returns}"
            exam.answer((stdout, file, observer.text), failure, raised is not None)
            tracebacks.append(raised)
        found = exam.result()
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


@dataclass(frozen=True)
class Comp3608(Course):
    """COMP3608, whose later years ask for two functions."""

    def check(self, function: Any, alpha_beta: Callable[..., Any] | None = None) -> Checkup:
        """Asks a function all questions that everybody may try, or the two functions of later years.

        These are `connect_four_mm(contents, turn, max_depth)` for "M" and `connect_four_ab` for "A": give both, or the
        module that has them. They return the column and the number of nodes, or the two lines as a text.

        Raises `TypeError` if neither is given. Else it is as for the other assignments.
        """
        if alpha_beta is None and not callable(function):
            pair = [getattr(function, name, None) for name in ("connect_four_mm", "connect_four_ab")]
            if not all(map(callable, pair)):
                raise TypeError(
                    f"function: found {_shown(function)}; expected {self.signature}, the functions connect_four_mm and "
                    "connect_four_ab, or a module that has both"
                )
            function, alpha_beta = pair
        if alpha_beta is None:
            return super().check(function)
        course = replace(self, _arguments=_without_algorithm)
        return course._examine(lambda question: function if question[0][2] == "M" else alpha_beta)


def _without_algorithm(question: _Question) -> tuple[str, str, int]:
    state, side, _, depth = question[0]
    return state, side, int(depth)


def _takes_observer(function: Callable[..., Any]) -> bool:
    import inspect  # noqa: PLC0415 (it would be part of every import)

    try:
        return "observer" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def _shown(answer: object) -> str:
    try:
        return reprlib.repr(answer)
    except Exception:
        return f"an object of {type(answer).__name__}"


def _text(answer: Any) -> str:
    if not isinstance(answer, str):
        raise TypeError("no text")
    return answer


def _number_text(answer: Any) -> str:
    return answer if isinstance(answer, str) else str(index(answer))


def _column_and_nodes(answer: Any) -> tuple[str, str | None]:
    if isinstance(answer, str):
        return answer, None
    column, nodes = answer
    return f"{_number_text(column)}\n{_number_text(nodes)}\n", None


def _column(answer: Any) -> tuple[str, str | None]:
    return f"{_number_text(answer)}\n", None


def _moves(answer: Any) -> tuple[str, str | None]:
    lines = [f"[{index(row)},{index(column)}] {index(generated)}\n" for (row, column), generated in answer]
    return "".join(lines), None


#: COMP3608: column and number of examined nodes of minimax ("M") or alpha-beta ("A").
comp3608 = Comp3608(
    "comp3608",
    "function(state: str, side: 'red' | 'yellow', algorithm: 'M' | 'A', depth: int) -> (column, nodes)",
    lambda question: (question[0][0], question[0][1], question[0][2], int(question[0][3])),
    "(column, nodes)",
    _column_and_nodes,
)

#: CS431: a best column of minimax to a depth.
cs431 = Course(
    "cs431",
    "function(state: str, side: 'red' | 'yellow', depth: int) -> column",
    lambda question: (question[0][0], question[0][1], int(question[0][2])),
    "a column",
    _column,
)

#: Max-Connect-Four: the content of a state file, and that of the one after the move.
max_connect_four = Course(
    "max-connect-four",
    "function(state: str, depth: int) -> state: str, both as in a state file",
    lambda question: (question[2] or "", int(question[0][-1])),
    "the state after the move, as a text",
    lambda answer: ("", _text(answer)),
)

#: CS3243: a request, and a move of white such as E1D2.
cs3243 = Course(
    "cs3243",
    "function(request: str) -> move: str, such as 'E1D2'",
    lambda question: (question[1],),
    "a move, as a text",
    lambda answer: (f"{_text(answer)}\n", None),
)

#: CS4750: the whole game of both players, for each move the cell and the number of nodes generated.
cs4750 = Course(
    "cs4750",
    "function() -> [((row, column), generated), ...], rows and columns from 1, the whole game of both players",
    lambda _: (),
    "[((row, column), generated), ...]",
    _moves,
)
