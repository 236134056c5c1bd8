"""Questions asked backwards: where a piece can stand so that something holds, as a region of combined conditions.

Imports the session, the rulebook's interface and the table.
"""
