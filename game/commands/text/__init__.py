"""Games and rosters in the terminal: questions, commands for information, making things step by step.

Imports the helpers of the commands and every floor below.
"""
