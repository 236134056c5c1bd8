"""The view of a battle for screens, reports and logs. Imports rules, documents, engine and words."""
