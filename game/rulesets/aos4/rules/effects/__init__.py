"""Effects that a pack can give its abilities by `handler` and `params` (A-IMP-9): one class each.

Whom they are for is said by parameters too, see `targets`. Imports abilities, attacks and moving.
"""
