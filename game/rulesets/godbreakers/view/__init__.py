"""The table, previews, odds and texts of events for screens and reports. Imports odds, rules and words."""
