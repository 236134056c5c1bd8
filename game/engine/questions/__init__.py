"""Questions asked backwards: where a piece can stand so that something holds, as regions of conditions that combine.

Imports the session, the rulebook's interface and the table.
"""
