"""Floor 2, the engine: dice, decisions, sessions, undo, saves. It does not depend on any rulebook.

It imports the table and the cellar. Its rooms, top to bottom: questions, routes and sighting, history, saving, session
(with campaigns and sandbox), rulebook, core.
"""
