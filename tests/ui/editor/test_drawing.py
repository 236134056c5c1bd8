"""Drawing a map without a window: tools, changes, undo, mirroring, layers, and what the rulebook says of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from game import rulesets
from game.documents.reading import parse_document
from game.rulesets.dropzone.rules.features import KINDS
from game.table.documents import MapDocument, Objective, TerrainPiece, load_map, maps_for
from game.ui.editor.checks import judge
from game.ui.editor.model import LAYERS, LOCKED, MapEditor, layer_of
from game.ui.editor.shapes import Spot, box_of, middle_of, shape_of, turned
from game.ui.editor.sheets import typed_inches, typed_pair
from game.ui.editor.tools import DECORATION, Drawing
from game.ui.editor.words import GROUP, empty_map, vocabulary

BOOKS = pytest.mark.parametrize("book", rulesets.names())
SQUARE = ((4.0, 4.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0))


def drawing(book: str = "godbreakers") -> Drawing:
    loaded = rulesets.load(book)
    return Drawing(MapEditor(empty_map(loaded), loaded))


def draw(hand: Drawing, tool: str, points: Sequence[Spot], kind: str = "") -> None:
    """Draw a line corner by corner and end it."""
    hand.take(tool)
    if kind:
        hand.kind = kind
    for point in points:
        hand.click(point)
    hand.finish()


def pieces(hand: Drawing) -> tuple[TerrainPiece, ...]:
    return hand.editor.document.terrain


def test_an_outline_closes_at_its_first_corner_and_is_of_the_kind_in_hand() -> None:
    hand = drawing()
    hand.take("outline")
    hand.kind = "marsh"
    for spot in (*SQUARE, (4.1, 4.1)):
        hand.click(spot)
    (piece,) = pieces(hand)
    assert (piece.look, piece.area[0].outline, hand.points) == ("marsh", SQUARE, [])
    assert hand.editor.selected == (piece.id,)


def test_every_step_is_undone_and_redone_and_a_new_one_ends_redoing() -> None:
    hand = drawing()
    documents = [hand.editor.document]
    for number in range(3):
        draw(hand, "outline", [(x + 5 * number, y) for x, y in SQUARE])
        documents.append(hand.editor.document)
    for document in reversed(documents[:-1]):
        assert hand.editor.back()
        assert hand.editor.document is document
    assert not hand.editor.back()
    assert hand.editor.notice
    hand.editor.back(redo=True)
    assert hand.editor.document is documents[1]
    draw(hand, "outline", [(x, y + 6) for x, y in SQUARE])
    assert not hand.editor.back(redo=True)


def test_an_outline_that_crosses_itself_is_refused_with_the_reason() -> None:
    hand = drawing()
    draw(hand, "outline", ((4, 4), (8, 8), (8, 4), (4, 8)))
    assert pieces(hand) == ()
    assert "crosses" in hand.editor.notice


def test_a_wall_has_bends_and_a_width_and_is_an_area_where_the_rulebook_has_no_lines() -> None:
    bent = ((4, 4), (9, 4), (9, 8))
    hand = drawing()
    draw(hand, "wall", bent, "high-wall")
    (wall,) = pieces(hand)[0].barricades
    assert (wall.line, wall.impassable, wall.width) == (bent, True, hand.wall_width)
    other = drawing("aos4")
    draw(other, "wall", bent)
    (piece,) = pieces(other)
    assert not piece.barricades
    assert shape_of(piece).area == pytest.approx(9.0 * other.wall_width)
    assert not judge(other.editor.document, other.editor.book, 2).faults


def test_a_hole_is_cut_into_the_area_around_it_and_nowhere_else() -> None:
    hand = drawing()
    draw(hand, "outline", SQUARE)
    hole = ((5, 5), (7, 5), (7, 7))
    draw(hand, "hole", hole)
    assert pieces(hand)[0].area[0].holes == (hole,)
    draw(hand, "hole", ((10, 10), (12, 10), (12, 12)))
    assert "inside" in hand.editor.notice
    assert len(pieces(hand)) == 1


def test_a_stroke_by_hand_becomes_an_outline_with_few_corners() -> None:
    hand = drawing()
    hand.take("hand")
    for step in range(200):
        hand.draw_to(turned(step * 1.8, (10.0, 10.0))((13.0, 10.0)))
    assert hand.end_stroke()
    (piece,) = pieces(hand)
    assert len(piece.area[0].outline) < 60
    assert shape_of(piece).area == pytest.approx(28.3, abs=1.5)


def test_what_is_mirrored_is_drawn_moved_reshaped_and_deleted_on_both_sides() -> None:
    hand = drawing()
    hand.editor.mirror = "turn"
    draw(hand, "outline", SQUARE)
    one, other = pieces(hand)
    assert hand.editor.selected == (one.id,)
    centre = turned(180, hand.editor.centre)
    assert middle_of(box_of(other)) == centre(middle_of(box_of(one)))
    hand.editor.move(1.0, 2.0)
    hand.editor.corner(0, (3.0, 5.0))
    hand.editor.turn(15)
    one, other = pieces(hand)
    assert box_of(other)[2] == pytest.approx(hand.editor.document.width - box_of(one)[0], abs=0.001)
    assert judge(hand.editor.document, hand.editor.book, 2).even == "turn"
    hand.editor.delete()
    assert pieces(hand) == ()


def test_what_lies_on_its_own_counterpart_is_drawn_once() -> None:
    hand = drawing()
    hand.editor.mirror = "sides"
    x, _y = hand.editor.centre
    draw(hand, "outline", ((x - 2, 4), (x + 2, 4), (x + 2, 6), (x - 2, 6)))
    assert len(pieces(hand)) == 1


def test_things_snap_to_the_pitch_and_to_the_angle_and_stay_on_the_table() -> None:
    hand = drawing()
    hand.editor.pitch = 1.0
    hand.take("outline")
    hand.click((4.3, 4.4))
    hand.click((6.2, 6.4), straight=True)
    hand.click((-3.0, 50.0))
    hand.click((4.3, 4.4), free=True)
    assert hand.points[0] == (4.0, 4.0)
    assert hand.points[1] == pytest.approx((6.1213, 6.1213), abs=0.001)  # three inches at 45 degrees
    assert hand.points[2:] == [(0.0, hand.editor.document.height), (4.3, 4.4)]


def test_a_dragged_piece_comes_to_rest_with_its_edges_on_the_pitch() -> None:
    hand = drawing()
    draw(hand, "outline", [(x + 0.13, y) for x, y in SQUARE])
    hand.take("select")
    hand.press((6, 6), 0.2)
    hand.cursor = (9.4, 7.1)
    assert hand.release()
    assert box_of(pieces(hand)[0])[:2] == (7.5, 5.0)
    hand.press((8, 6), 0.2)
    hand.cursor = (80.0, 6.0)
    hand.release()
    assert box_of(pieces(hand)[0])[2] == hand.editor.document.width


def test_distances_from_the_edges_are_typed() -> None:
    hand = drawing()
    draw(hand, "outline", SQUARE)
    assert hand.editor.put("west", 12.0)
    assert hand.editor.put("north", 3.25)
    assert hand.editor.resize(width=5.0, height=2.0)
    west, south, east, north = box_of(pieces(hand)[0])
    assert (west, east - west, north - south) == (12.0, 5.0, 2.0)
    assert south == hand.editor.document.height - 3.25 - 4.0
    assert not hand.editor.put("west", 29.0)
    assert "off the table" in hand.editor.notice


def test_typed_lengths_are_read_in_the_ways_people_write_them() -> None:
    assert [typed_inches(text) for text in ("12", "12.5 in", "3,5″", "x", "")] == [12.0, 12.5, 3.5, None, None]
    assert [typed_pair(text) for text in ("4 x 5", "4×5", "12, 8", "3")] == [(4, 5), (4, 5), (12, 8), None]


def test_things_are_aligned_and_spread_evenly() -> None:
    hand = drawing()
    for x, y in ((2, 2), (9, 5), (20, 9)):
        draw(hand, "outline", ((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)))
    hand.editor.select([piece.id for piece in pieces(hand)])
    assert hand.editor.align("south")
    assert hand.editor.align("across")
    assert [box_of(piece)[:2] for piece in pieces(hand)] == [(2, 2), (11, 2), (20, 2)]


def test_a_group_is_selected_as_one_and_its_copy_is_another_group() -> None:
    hand = drawing()
    draw(hand, "outline", SQUARE)
    draw(hand, "outline", [(x + 6, y) for x, y in SQUARE])
    hand.editor.select([piece.id for piece in pieces(hand)])
    assert hand.editor.group()
    hand.editor.select([pieces(hand)[0].id])
    assert len(hand.editor.selected) == 2
    hand.editor.duplicate()
    groups = [piece.traits[GROUP] for piece in pieces(hand)]
    assert len(groups) == 4
    assert len({*groups}) == 2
    hand.editor.group(together=False)
    assert [GROUP in piece.traits for piece in pieces(hand)] == [True, True, False, False]


def test_what_is_copied_is_pasted_on_another_map() -> None:
    hand, other = drawing(), drawing("dropzone")
    draw(hand, "outline", SQUARE)
    copied = hand.editor.copied()
    assert copied is not None
    read = parse_document(copied.model_dump_json(exclude_none=True), MapDocument, "the clipboard")
    other.editor.paste(read)
    other.editor.paste(read, (20.0, 20.0))
    assert [middle_of(box_of(piece)) for piece in pieces(other)] == [(6.0, 6.0), (20.0, 20.0)]
    assert len({piece.id for piece in pieces(other)}) == 2


def test_corners_are_moved_added_and_removed() -> None:
    hand = drawing()
    draw(hand, "outline", SQUARE)
    hand.editor.corner(1, (9.0, 3.0))
    hand.editor.corner(1, (10.0, 5.0), new=True)
    assert pieces(hand)[0].area[0].outline == ((4, 4), (9, 3), (10, 5), (8, 8), (4, 8))
    hand.editor.corner(2, None)
    assert pieces(hand)[0].area[0].outline == ((4, 4), (9, 3), (8, 8), (4, 8))


def test_locked_layers_are_not_selected() -> None:
    hand = drawing()
    draw(hand, "outline", SQUARE)
    layer = layer_of(pieces(hand)[0])
    assert hand.editor.at((6, 6)) == pieces(hand)[0].id
    hand.editor.turn_layer(layer, LOCKED)
    assert hand.editor.at((6, 6)) == ""
    assert hand.editor.selected == ()
    hand.editor.turn_layer(layer, LOCKED)
    assert hand.editor.at((6, 6)) == pieces(hand)[0].id


@BOOKS
def test_every_kind_of_a_rulebook_is_drawn_and_recognised_and_breaks_no_rule_on_traits(book: str) -> None:
    hand = drawing(book)
    words = vocabulary(hand.editor.book)
    for kind in words.kinds:
        hand.take("piece")
        hand.kind = kind.id
        hand.click(hand.editor.centre)
        (piece,) = hand.editor.chosen
        assert isinstance(piece, TerrainPiece)
        assert words.kind_of(piece) is not None
        assert layer_of(piece) in LAYERS
        assert [
            fault for fault in judge(hand.editor.document, hand.editor.book, 2).faults if "trait" in fault.text
        ] == []
        hand.editor.back()


def test_all_kinds_of_scenery_are_offered() -> None:
    kinds = {kind.traits["dropzone.kind"] for kind in vocabulary(rulesets.load("dropzone")).kinds}
    assert kinds == {*KINDS}


def test_decoration_has_no_effect() -> None:
    hand = drawing()
    draw(hand, "outline", SQUARE, DECORATION)
    assert pieces(hand)[0].decoration
    assert judge(hand.editor.document, hand.editor.book, 2).covered == 0.0


def test_zones_objectives_and_markers_take_the_names_of_the_rulebook_first() -> None:
    hand = drawing("aos4")
    hand.editor.change(zones=(), objectives=())
    draw(hand, "zone", SQUARE)
    draw(hand, "goal", ((20, 20),))
    draw(hand, "marker", ((9, 9),))
    document = hand.editor.document
    known = load_map(maps_for("aos4")[0])
    assert document.zones[0].id in {zone.id for zone in known.zones}
    assert document.objectives[0].id in {each.id for each in known.objectives}
    assert document.deployment[0].point == (9.0, 9.0)
    for _more in range(4):
        draw(hand, "goal", ((30, 20),))
    assert len({each.id for each in hand.editor.document.objectives}) == 5


def test_the_check_names_what_is_at_fault() -> None:
    hand = drawing("dropzone")
    draw(hand, "outline", SQUARE, "small-building")
    draw(hand, "outline", [(x + 1, y) for x, y in SQUARE], "small-building")
    verdict = judge(hand.editor.document, hand.editor.book, 2)
    assert [fault.refs for fault in verdict.faults] == [(pieces(hand)[1].id,)]
    hand.editor.selected = ("west",)
    hand.editor.put("west", 0.0)
    refs = [fault.refs for fault in judge(hand.editor.document, hand.editor.book, 2).faults]
    assert ("west",) in refs


def test_a_map_that_was_drawn_is_read_again_as_it_is() -> None:
    hand = drawing("aos4")
    hand.editor.mirror = "turn"
    draw(hand, "outline", SQUARE)
    draw(hand, "marker", ((9, 9),))
    plain = json.dumps(hand.editor.document.model_dump(mode="json", exclude_none=True))
    assert parse_document(plain, MapDocument, "map") == hand.editor.document
    assert any(isinstance(item, Objective) for item in hand.editor.items.values())
