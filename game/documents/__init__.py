"""Reading and writing documents, whatever is in them: strict JSON into pydantic models, atomic files, refusals that
name file and place. The cellar: it imports nothing of ours but the words."""
