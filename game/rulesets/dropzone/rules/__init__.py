"""The rules: state, space, rounds, moving, shooting. Imports documents, the engine and the table."""
