"""The battle as players see it: the table, the log, previews. Imports rules and documents."""
