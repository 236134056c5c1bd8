"""Maps in other programs' formats: GeoJSON, Universal VTT, open terrain layouts, SVG. README.md says what means what.
Imports documents, looks and terrain only."""
