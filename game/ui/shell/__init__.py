"""The window itself: events and frames, the stack of screens, devices, background work.

May import prefs and widgets; opens every other screen by name.
"""
