"""Games and rosters as files: pictures, moving pictures, films, reports, lists, pages.

May import board, shell, model, prefs and widgets; games are written without a window.
"""
