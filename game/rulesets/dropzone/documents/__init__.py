"""Units, weapons and armies as documents. Imports the readers of documents only."""
