"""The interface of a rulebook: its methods, its facets, and the views that screens show.

Imports core only.
"""
