"""Maps as a whole: new ones at random, how fair they are, and other programs' formats.
Imports terrain, documents and what is below them only."""
