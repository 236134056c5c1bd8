"""The table, previews, odds and texts for screens and reports. Imports odds, rules and words."""
