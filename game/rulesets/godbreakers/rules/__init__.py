"""The rules, with a file or a folder for each section of the rulebook. Imports words only."""
