"""Games and rosters in the terminal: questions, commands for information, what is made by steps.
Imports the helpers of the commands and every floor below.
"""
