"""The user's settings, and what the window remembers.

May import widgets, and that only when a setting is checked or shown.
"""
