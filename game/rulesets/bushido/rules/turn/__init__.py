"""The turn (B-START, B-MAIN, B-END), exactly as the turn sheet has it. Imports every other room of the rules."""
