"""Moving: on the ground, in the air, onto the table, in and out of Transports (D-MOVE, D-AIR, D-TRANS)."""
