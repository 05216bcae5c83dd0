"""How much of everything a build does: all of it, or in a smoke run (`build.py --smoke`) a little, so that every line runs within minutes."""
from places import SMOKE

# A smoke run does one step in SHARE, and reads so few records of a source.
SHARE, LEAST, RECORDS = 200, 8, 1500


def few(whole: int) -> int:
    return max(LEAST, whole // SHARE) if SMOKE else whole


def some(records: list, most: int = RECORDS) -> list:
    """In a smoke run at most `most` of them, evenly drawn, so that every source and label keeps its share."""
    return records[::-(-len(records) // most)] if SMOKE and records else records
