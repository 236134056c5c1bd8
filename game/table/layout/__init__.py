"""Several bases placed at once: whether an arrangement is legal as a whole, and the nearest legal one.

Imports paths, placing, terrain, shapes, lattice; the caller says where each base may go by itself.
"""
