"""What screens, reports and logs show of a battle. Imports rules, documents, engine and words."""
