"""From the players' wishes to the setup of a battle: maps, armies, options. Imports rules and documents."""
