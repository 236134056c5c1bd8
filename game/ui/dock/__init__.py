"""The parts beside the table: the layout of the window, the head and the texts of the dock, and its answers.

May import aids, animation and what is below them.
"""
