"""What compiled code does in place of numpy; importing it compiles it. It needs the extra `fast`."""

from game.table.kernels import halves, mosaic, rays, sectors, segments, spans, verdicts

__all__ = ["halves", "mosaic", "rays", "sectors", "segments", "spans", "verdicts"]
