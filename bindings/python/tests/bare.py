"""The wheel alone, without numpy: run by check.sh in an environment that has nothing else."""

import importlib.util

import plyground
from plyground import ConnectFour, match, search, solve

assert importlib.util.find_spec("numpy") is None
assert search(ConnectFour.parse("44455"), 6).examined == 20781
assert str(solve(ConnectFour.parse("4444445623513222")).value) == "red wins in 2 moves (3 plies)"
assert match("alpha-beta:depth=2", "first", "connect-four", games=4).score == 1
for work in (ConnectFour.start().to_numpy, lambda: plyground.Batch(ConnectFour, 1)):
    try:
        work()
    except ImportError:
        continue
    raise AssertionError("it needs numpy")
print(f"plyground {plyground.__version__} without numpy: search, solve and match work")
