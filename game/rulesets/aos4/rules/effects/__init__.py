"""Effects that a pack can give its abilities by `handler` and `params` (A-IMP-9): one class each.

Parameters also say who their targets are, see `targets`. Imports abilities, attacks and moving.
"""
