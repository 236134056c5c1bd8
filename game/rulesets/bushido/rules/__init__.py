"""The rules of Bushido: state, turn, dice, actions, melee exchange, scenarios; imports warbands, engine and table."""
