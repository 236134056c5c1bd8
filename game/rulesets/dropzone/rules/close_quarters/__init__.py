"""Close quarters: fights in a Garrison, and whether squads hold (D-CQ)."""
