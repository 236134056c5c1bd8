"""The turn (B-START, B-MAIN, B-END), exactly as on the turn sheet. Imports every other room of the rules."""
