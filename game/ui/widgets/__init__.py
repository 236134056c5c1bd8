"""Lists, sheets, dialogs, text, colours, keys: what every room is built of.

May import no other room.
"""
