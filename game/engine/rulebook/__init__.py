"""The interface of a rulebook: its duties, its facets, and the views that screens show.

Imports core only.
"""
