"""New games: the choices that people have, and the setup that follows from them. Imports rules and words."""
