"""What a machine makes of the rules: answers worth considering and what each is worth.
Imports views, odds, rules and words."""
