"""Many random games side by side: how often each side wins."""

from __future__ import annotations

from plyground import Batch, games

GAMES = 2000

if __name__ == "__main__":
    for name, game in games.items():
        batch = Batch(game, GAMES, seed=1)
        while not batch.done.all():
            batch.step(batch.random_moves())
        results = batch.results.tolist()
        first, second = results.count(1), results.count(-1)
        print(f"{name}: {first} won by the first side, {second} by the second, {results.count(0)} drawn")
