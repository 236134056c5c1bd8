"""What screens and reports show: the table, previews, odds, events in words, sounds.
Imports odds, rules and words."""
