"""Documents of Age of Sigmar: warscrolls, armies, ability packs, and what reads them from elsewhere.
Imports documents and words only."""
