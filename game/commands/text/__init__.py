"""A game in the terminal: its questions, the commands for information, and parsing of answers.
Imports the helpers of the commands and every floor below.
"""
