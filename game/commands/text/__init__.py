"""Games and rosters in the terminal: questions and answers, queries, and making rosters step by step.

This folder imports the helpers of the commands and every floor below.
"""
