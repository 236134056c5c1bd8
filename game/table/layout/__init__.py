"""Several bases placed at once: whether an arrangement is legal as a whole, and the nearest legal one.
Imports ways, placing, terrain, shapes, lattice; where each base may go by itself comes from whoever asks."""
