"""What `tools/mutants.py` is made of: the mutants of a source, the tests that cover a line, and how a mutant is run."""
