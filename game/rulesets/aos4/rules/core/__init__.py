"""The abilities that every army has, by the phase in which they are used (A-AB). Imports all other rules but phases."""
