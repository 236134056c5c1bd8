"""How computer players judge: positions, and answers by what they change of them. Imports odds and rules."""
