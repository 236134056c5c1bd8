"""The command line, one file per command; each is imported only when it is called.

Imports every floor below. Helpers of several commands are beside them; a game in the terminal is in `text/`.
"""
