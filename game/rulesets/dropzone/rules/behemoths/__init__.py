"""Behemoths: damage zones, trampling, the drop from the sky, the end (D-BEH). Imports moving, scenery, transports."""
