"""Input shapes and dynamic gears as GE reads them: pure functions on option texts."""

from __future__ import annotations

import re

__all__ = [
    "gear_widths_match",
    "has_free_batch",
    "has_free_dimension",
    "has_free_image",
    "parse_shapes",
    "share_an_index",
]

_DIMENSION = re.compile(r"\s*[+-]?[0-9]{1,19}\s*", re.ASCII)
_FREE = -1
_IMAGE_AXES = {"NCHW": (2, 3), "NHWC": (1, 2)}


def parse_shapes(text: str) -> tuple[tuple[int, ...], ...] | None:
    """Give the shapes of ``name:n,c,h,w;name:...`` in order; a scalar is ``()``.

    ``None`` when an input has no name or a dimension is no integer: gears need names and plain sizes
    (compiler/api/aclgrph/option_utils.cc ParseInputShape refuses the rest with its own errors).
    """
    shapes: list[tuple[int, ...]] = []
    for item in text.split(";"):
        if not item.strip():
            continue
        _, colon, dimensions = item.rpartition(":")
        if not colon:
            return None
        parts = dimensions.split(",") if dimensions.strip() else []
        if not all(_DIMENSION.fullmatch(part) for part in parts):
            return None
        shapes.append(tuple(int(part) for part in parts))
    return tuple(shapes)


def has_free_dimension(shape_text: str) -> bool | None:
    """Tell whether some dimension is -1; None when the text is no list of named shapes."""
    shapes = parse_shapes(shape_text)
    return None if shapes is None else any(_FREE in shape for shape in shapes)


def has_free_batch(shape_text: str) -> bool | None:
    """Tell whether some shape is -1 in front and nowhere negative behind, as batch gears need."""
    shapes = parse_shapes(shape_text)
    if shapes is None:
        return None
    return any(shape[:1] == (_FREE,) and all(size >= 0 for size in shape[1:]) for shape in shapes)


def has_free_image(shape_text: str, format_text: str) -> bool | None:
    """Tell whether shapes are free in height and width only, as image gears need.

    Every shape with a -1 must have four dimensions and -1 exactly where the format puts height and width; at least one
    must have it. None for a format that places neither.
    """
    shapes = parse_shapes(shape_text)
    axes = _IMAGE_AXES.get(format_text)
    if shapes is None or axes is None:
        return None
    free = [tuple(axis for axis, size in enumerate(shape) if size == _FREE) for shape in shapes]
    moving = [(shape, where) for shape, where in zip(shapes, free, strict=True) if where]
    return bool(moving) and all(len(shape) == 4 and where == axes for shape, where in moving)


def gear_widths_match(gears_text: str, shape_text: str) -> bool | None:
    """Tell whether each gear of ``4,8;16,32`` has one size for each -1 in the shapes."""
    shapes = parse_shapes(shape_text)
    if shapes is None:
        return None
    free = sum(shape.count(_FREE) for shape in shapes)
    return all(len(gear.split(",")) == free for gear in gears_text.removesuffix(";").split(";"))


def share_an_index(first: str, second: str) -> bool:
    """Tell whether two lists of ``index`` or ``index,address,size``, joined by ``;``, name the same input."""
    return not _indexes(first).isdisjoint(_indexes(second))


def _indexes(text: str) -> set[str]:
    """Give the indexes without leading zeros; what is no number is no index."""
    heads = (item.partition(",")[0].strip() for item in text.split(";"))
    return {head.lstrip("0") or "0" for head in heads if head.isascii() and head.isdigit()}
