"""Checks that hold for every rulebook, for pytest. They ship with the program: `pip install "inchwise[conformance]"`.

Beside your rulebook, run

    pytest --rulebook mygame

and pytest plays whole games of the installed rulebook `mygame` at random, with each number of players that it allows.
At every decision it checks what the program relies on: undo, forks, saves, positions and replays come back to the same
game; the same answers give the same dice; every answer can be typed; what is hidden stays hidden; letters do not clash.
Name the folder of your own tests (`pytest tests --rulebook mygame`) to run them as well, and repeat the
option to check several rulebooks.

* `--rulebook-rounds 2` makes the games shorter, where players may agree on the number of rounds.
* `--rulebook-position FILE` also plays on from a position (`inchwise-position`). Use it where random games seldom come
  to what matters.
* `--rulebook-secrets` says that players choose in secret at some point.
* `INCHWISE_SAMPLES=1` in the environment looks at all samples instead of one in twelve.

The package is no part of `game`, and nothing in `game` imports it. pytest loads `plugin`, which imports nothing of the
program until the option is used.
"""
