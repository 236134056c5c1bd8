"""The window itself: events and frames, the stack of screens, devices, work beside the frames.

May import prefs and widgets; opens every other screen by name.
"""
