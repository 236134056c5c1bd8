"""What screens and reports show: the table, profile cards, events in words, odds. Imports odds, rules and words."""
