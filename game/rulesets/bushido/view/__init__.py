"""What screens and reports show. Imports odds, rules and words."""
