"""Computer players: the selection and rating of answers. Imports views, odds, rules and words."""
