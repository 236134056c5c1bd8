"""Ways of a base: whether one is legal and what it costs, and every place that can be reached on a budget.
Imports placing (random spots), terrain, shapes, lattice."""
