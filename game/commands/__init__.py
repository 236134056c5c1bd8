"""The command line, one file per command; a command is imported only when it is called.

This floor imports every floor below. Helpers of several commands are beside them; a game in the terminal is in `text/`.
"""
