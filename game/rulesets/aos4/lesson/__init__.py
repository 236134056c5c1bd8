"""A first battle as a lesson. Imports the words."""
