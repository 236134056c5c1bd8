"""The rules of Age of Sigmar: state, flow, abilities, moves, attacks. Imports documents, engine, table and words."""
