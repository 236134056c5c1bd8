"""The phases of a turn, as on the turn sheet (B-START, B-MAIN, B-END). Imports every other room of the rules."""
