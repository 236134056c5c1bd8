"""How computer players rate answers, with exact odds and rough weights. Imports odds and rules."""
