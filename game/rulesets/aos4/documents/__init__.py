"""Documents of Age of Sigmar: warscrolls, armies, ability packs, and their readers.
Imports documents and words only."""
