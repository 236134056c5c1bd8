"""`python -m game` is the same as the console script `inchwise`."""

from game.cli import main

if __name__ == "__main__":
    main()
