"""Dropzone Commander, 2nd edition rules: battlegroups, transports, aircraft and cities (D-ids of the digest).

Rooms: documents (units, weapons, armies), rules (state, space, rounds, moving, shooting, objectives), odds, ai, view,
new_game. Lower rooms never import higher ones.
"""
