"""Age of Sigmar, fourth edition (`aos4`): armies of units, abilities as data, magic and reactions."""
