"""Games as files: pictures, moving pictures, films, reports.

May import board, model, prefs and widgets; it works without a window.
"""
