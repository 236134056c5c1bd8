"""How computer players judge positions, and answers by how they change a position. Imports odds and rules."""
