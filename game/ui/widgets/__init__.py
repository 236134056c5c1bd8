"""The building blocks of every room: lists, sheets, dialogs, text, colours, keys.

May import no other room.
"""
