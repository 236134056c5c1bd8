"""Close quarters: fights in a Garrison, and whether squads hold (D-CQ). Imports scenery, shooting."""
