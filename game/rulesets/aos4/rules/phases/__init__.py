"""The course of a battle: deployment, rounds, turns, phases (A-DEP, A-RND, A-TURN). Imports all other rules."""
