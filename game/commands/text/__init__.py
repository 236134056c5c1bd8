"""A game in the terminal: its questions, the commands that look at it, and how answers are read.
Imports the helpers of the commands and every floor below.
"""
