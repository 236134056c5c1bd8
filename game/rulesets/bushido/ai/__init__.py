"""How computer players judge: the value of a position, and answers by what they change of it. Imports odds and rules."""
