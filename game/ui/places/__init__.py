"""The places of the window: each fills it. `place.py` says what a place must do, `sheet_place.py` is most of one."""
