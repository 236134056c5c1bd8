"""Games and rosters as files: pictures, moving pictures, films, reports, lists, pages."""
