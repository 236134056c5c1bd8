"""One controller per kind of decision: answering it by mouse or keyboard.

May import board, model, prefs and widgets. Loads nothing by itself, because threads may load several screens at once.
"""
