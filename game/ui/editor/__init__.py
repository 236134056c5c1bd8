"""The map editor: drawing a map, its checks while it is drawn, and a game on it. Imports games, boards, and widgets."""
