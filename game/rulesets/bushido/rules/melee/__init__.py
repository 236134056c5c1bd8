"""The melee exchange (B-MELEE) and the damage roll (B-DMG). Imports tests, feats and specials."""
