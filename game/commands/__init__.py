"""The command line, one file for each command; each is imported only when it is called.

Imports every floor below. What several commands share stands beside them, a game in the terminal in `text/`.
"""
