"""Moving: on the ground, in the air, in and out of Garrisons (D-MOVE, D-AIR). Imports space, scenery."""
