"""The screens of a campaign: the list, one campaign, its next game."""
