"""Age of Sigmar, fourth edition (`aos4`): armies of units, abilities as data, magic and reactions.
Outside this package it imports the table, the engine, and what lies below them."""
