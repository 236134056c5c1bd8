"""Dropzone Commander, 2nd edition rules: battlegroups, transports, aircraft and cities (D-ids of the digest).

Imports the engine and the table. Its rooms, top to bottom: editing, rosters, ai, view, odds, new_game, rules,
documents, words.
"""

from game.rulesets.dropzone.ruleset import DropzoneCommander

RULESET = DropzoneCommander()
