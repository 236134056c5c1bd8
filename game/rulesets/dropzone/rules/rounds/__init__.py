"""The round: initiation, activations, round up (D-RND). Imports all other rules."""
