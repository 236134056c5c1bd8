"""The round: initiation, activations, round up (D-RND)."""
