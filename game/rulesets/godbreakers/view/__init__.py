"""What screens and reports show: the table, previews, odds and the texts of events. Imports odds, rules and words."""
