"""A game in the terminal: what is asked, what can be looked at, and how answers are read.
Imports the helpers of the commands and every floor below.
"""
