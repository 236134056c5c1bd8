"""Deployment, rounds, turns and phases (A-DEP, A-RND, A-TURN). Imports all other rules."""
