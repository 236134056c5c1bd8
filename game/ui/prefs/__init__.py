"""The user's settings, and the window's memory.

May import widgets, and that only when a setting is checked or shown.
"""
