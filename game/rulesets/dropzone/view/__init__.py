"""What people see of a battle: the table, the log, previews. Imports rules and documents."""
