"""Ctrl-C, threads and signals: nothing hangs."""

from __future__ import annotations

import _thread
import contextlib
import gc
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import plyground
import pytest
from plyground import (
    AdjacentFour,
    Agent,
    Breakthrough,
    ConnectFour,
    MaxConnectFour,
    OutOfTime,
    Solver,
    courses,
    match,
    score,
    search,
    tree,
)

# A process that a shell starts in the background ignores Ctrl-C, and so would Python.
signal.signal(signal.SIGINT, signal.default_int_handler)


def interrupted(
    work: Callable[[], object],
    *,
    is_at_work: Callable[[], bool] | None = None,
    meanwhile: Callable[[], None] = lambda: None,
    number: signal.Signals = signal.SIGINT,
    raises: type[BaseException] = KeyboardInterrupt,
    match: str | None = None,
) -> float:
    """How long work continues after a signal, in seconds. Another thread sends it, which shows that threads run."""
    is_begun = threading.Event()
    is_over = threading.Event()

    def interrupt() -> float:
        is_begun.wait()
        used = time.process_time() - time.thread_time()

        def computes() -> bool:
            # Longer than it takes to come into what is compiled; what this thread itself has used is no sign.
            return time.process_time() - time.thread_time() > used + 0.05

        while not (is_at_work or computes)():
            # Work that has ended by itself is interrupted by nobody.
            if is_over.wait(0.001):
                return time.perf_counter()
        try:
            meanwhile()
        finally:
            began = time.perf_counter()
            _thread.interrupt_main(number)
        return began

    began: list[Future[float]] = []

    def watched() -> None:
        # What is raised in a hook of the garbage collector is lost, and Hypothesis has such a hook.
        gc.disable()
        began.append(other.submit(interrupt))
        try:
            is_begun.set()
            work()
        finally:
            gc.enable()
            is_over.set()

    with ThreadPoolExecutor(1) as other:
        with pytest.raises(raises, match=match):
            watched()
        ended = time.perf_counter()
        return ended - began[0].result()


def promised(took: float) -> None:
    """What takes long ends within 50 ms of Ctrl-C, on a machine that does nothing else."""
    if os.environ.get("PLYGROUND_LONG"):
        assert took < 0.05


def check_again_and_again() -> None:
    def right(state: str, side: str, depth: int) -> int | None:
        return search(ConnectFour.parse(f"{state} {side}"), depth, "minimax", evaluation="cs431").move

    while True:
        courses.cs431.check(right)


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(lambda: search(ConnectFour.start(), 30), id="alpha-beta"),
        pytest.param(lambda: search(AdjacentFour.start(), 20, "minimax"), id="minimax"),
        pytest.param(lambda: search(ConnectFour.start(), 12, evaluation=lambda position, side: 0), id="callable"),
        pytest.param(lambda: tree(ConnectFour.start(), 20, most=10**9), id="tree"),
        pytest.param(lambda: Breakthrough.start().perft(9), id="perft"),
        pytest.param(lambda: Solver("breakthrough").value(Breakthrough.start()), id="solver"),
        pytest.param(lambda: Solver(MaxConnectFour, threads=2).value(MaxConnectFour.start()), id="threads"),
        pytest.param(lambda: Agent("engine:time=3600s")(ConnectFour.start()), id="agent"),
        pytest.param(lambda: Agent("mcts:time=3600s")(ConnectFour.start()), id="mcts"),
        pytest.param(lambda: match("first", "first", "breakthrough", games=100_000), id="openings"),
        pytest.param(lambda: match("mcts:time=3600s", "first", ConnectFour, games=2), id="match"),
        pytest.param(lambda: score("mcts:simulations=1000000", ConnectFour), id="score"),
        pytest.param(check_again_and_again, id="courses"),
    ],
)
def test_ctrl_c_ends_what_takes_long(work: Callable[[], object]) -> None:
    promised(interrupted(work))


@pytest.mark.parametrize("read", [plyground.verify_proof, plyground.tournament])
def test_ctrl_c_ends_reading(read: Callable[[Path], object], tmp_path: Path) -> None:
    # A pipe into which nobody writes: who reads it waits.
    pipe = tmp_path / "tournament.toml"
    os.mkfifo(pipe)
    held: list[int] = []

    def is_read() -> bool:
        with contextlib.suppress(OSError):
            held.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        return held != []

    promised(interrupted(lambda: read(pipe if read is plyground.verify_proof else tmp_path), is_at_work=is_read))
    # The thread that reads is let go.
    os.close(held[0])


def test_a_busy_solver_keeps_nobody_waiting_longer_than_asked() -> None:
    solver = Solver(Breakthrough)

    def ask() -> None:
        assert solver.nodes == 0
        with pytest.raises(OutOfTime, match=r"time: 0\.1 s were not enough"):
            solver.value(Breakthrough.start(), time=0.1)

    interrupted(lambda: solver.value(Breakthrough.start()), meanwhile=ask)
    # The solver is whole, and still works.
    with pytest.raises(OutOfTime):
        solver.value(Breakthrough.start(), time=0.01)


def test_a_busy_agent_keeps_nobody_waiting_longer_than_asked() -> None:
    agent = Agent("engine:time=3600s")

    def ask() -> None:
        with pytest.raises(OutOfTime):
            agent.choose(ConnectFour.start(), 0.1)

    interrupted(lambda: agent(ConnectFour.start()), meanwhile=ask)
    assert agent.choose(ConnectFour.parse("112233"), 60) == 3


def test_ctrl_c_ends_the_wait_for_a_busy_solver() -> None:
    solver = Solver(Breakthrough)
    with ThreadPoolExecutor(1) as other:
        used = time.process_time()
        busy = other.submit(solver.value, Breakthrough.start(), time=2)
        while time.process_time() < used + 0.05:
            time.sleep(0.001)
        took = interrupted(lambda: solver.value(Breakthrough.start()))
        assert isinstance(busy.exception(), OutOfTime)
    promised(took)


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (Solver(Breakthrough).value, "solver"),
        (Agent("engine:time=3600s").choose, "agent"),
    ],
)
def test_a_signal_handler_that_asks_again_raises_runtime_error(ask: Callable[[object], object], what: str) -> None:
    def again(number: int, frame: object) -> None:
        ask(Breakthrough.start())

    before = signal.signal(signal.SIGALRM, again)
    try:
        interrupted(
            lambda: ask(Breakthrough.start()),
            number=signal.SIGALRM,
            raises=RuntimeError,
            match=f"the {what} is at work",
        )
    finally:
        signal.signal(signal.SIGALRM, before)
