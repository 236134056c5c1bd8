"""Drills: short tasks about real positions.

The rulebook grades the answers, and results are saved from day to day. This package may import the players, the
rulebooks and the packages below.
"""
