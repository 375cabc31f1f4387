"""Ctrl-C, threads and signals: nothing hangs."""

from __future__ import annotations

import _thread
import os
import signal
import threading
import time
from collections.abc import Callable
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

# A shell that starts the tests in the background has them ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def interrupted(work: Callable[[], object]) -> float:
    """How long work goes on after Ctrl-C, in seconds."""
    began = 0.0

    def interrupt() -> None:
        nonlocal began
        began = time.perf_counter()
        _thread.interrupt_main(signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    return time.perf_counter() - began


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
        pytest.param(lambda: Agent("engine:time=60s")(ConnectFour.start()), id="agent"),
        pytest.param(lambda: Agent("mcts:time=60s")(ConnectFour.start()), id="mcts"),
        pytest.param(lambda: match("first", "first", "breakthrough", games=100_000), id="openings"),
        pytest.param(lambda: match("mcts:time=60s", "first", ConnectFour, games=2), id="match"),
        pytest.param(lambda: score("mcts:simulations=1000000", ConnectFour), id="score"),
        pytest.param(check_again_and_again, id="courses"),
    ],
)
def test_ctrl_c_ends_what_takes_long(work: Callable[[], object]) -> None:
    # The promise is 50 ms; a busy machine may take longer to give this process a processor.
    assert any(interrupted(work) < 0.05 for _ in range(5))


@pytest.mark.parametrize("read", [plyground.verify_proof, plyground.tournament])
def test_ctrl_c_ends_reading(read: Callable[[Path], object], tmp_path: Path) -> None:
    # A pipe into which nobody writes: who reads it waits.
    pipe = tmp_path / "tournament.toml"
    os.mkfifo(pipe)

    def once() -> float:
        took = interrupted(lambda: read(pipe if read is plyground.verify_proof else tmp_path))
        # The thread that reads is let go.
        os.close(os.open(pipe, os.O_WRONLY))
        return took

    assert any(once() < 0.05 for _ in range(5))


def test_other_threads_run_while_rust_searches() -> None:
    done = threading.Event()

    def work() -> None:
        search(ConnectFour.start(), 16)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    counted = 0
    while not done.wait(0.001):
        counted += 1
    thread.join()
    assert counted > 3


def busy(work: Callable[[], object]) -> threading.Thread:
    """A thread that is at work by now, for some seconds at most."""

    def run() -> None:
        with pytest.raises(OutOfTime):
            work()

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.1)
    return thread


def test_a_busy_solver_keeps_nobody_waiting_longer_than_asked() -> None:
    solver = Solver(Breakthrough)
    thread = busy(lambda: solver.value(Breakthrough.start(), time=2))
    began = time.perf_counter()
    assert solver.nodes == 0
    with pytest.raises(OutOfTime, match=r"time: 0\.1 s were not enough"):
        solver.value(Breakthrough.start(), time=0.1)
    assert time.perf_counter() - began < 1
    assert interrupted(lambda: solver.value(Breakthrough.start())) < 0.5
    thread.join()
    assert solver.nodes > 0
    # It is whole, and goes on.
    with pytest.raises(OutOfTime):
        solver.value(Breakthrough.start(), time=0.01)


def test_a_busy_agent_keeps_nobody_waiting_longer_than_asked() -> None:
    agent = Agent("engine:time=2s")
    thread = threading.Thread(target=lambda: agent(ConnectFour.start()))
    thread.start()
    time.sleep(0.1)
    began = time.perf_counter()
    with pytest.raises(OutOfTime):
        agent.choose(ConnectFour.start(), 0.1)
    assert time.perf_counter() - began < 1
    thread.join()
    assert agent.choose(ConnectFour.parse("112233"), 0.1) == 3


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (Solver(Breakthrough).value, "solver"),
        (Agent("engine:time=5s").choose, "agent"),
    ],
)
def test_a_handler_that_asks_in_the_middle_is_told(ask: Callable[[object], object], what: str) -> None:
    def again(number: int, frame: object) -> None:
        ask(Breakthrough.start())

    before = signal.signal(signal.SIGALRM, again)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(RuntimeError, match=f"the {what} is at work"):
            ask(Breakthrough.start())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
