"""Placing several bases at once: the verdict on a whole arrangement, and the nearest legal arrangement.

Imports paths, placing, terrain, shapes, lattice. The caller provides the legal spots of each base by itself.
"""
