"""From a text on screen back to its message, and on to another language."""

from __future__ import annotations

import pytest

from ui.catalogue import Catalogue, Message

MESSAGES = [
    Message("Bar", "Loading {0}, {1}", {"sv": ("Läser in {0}, {1}",)}),
    Message("Bar", "Clear", {"sv": ("Rensa",)}),
    Message("Page", "Clear", {"sv": ("Klar",)}),
    Message("Bar", "%n chats deleted", {"en": ("%n chat deleted", "%n chats deleted"), "sv": ("en borta", "%n borta")}),
    Message("engine", "{0} cannot be read", {"sv": ("{0} kan inte läsas",)}),
    Message("engine", "the disk is full", {"sv": ("disken är full",)}),
    Message("engine", "{0} is {1}", {"sv": ("{0} är {1}",)}),
    Message("engine", "a speech model", {"sv": ("en talmodell",)}),
    Message("engine", "{of} comes before {what}", {"sv": ("{what} kommer efter {of}",)}),
    Message("engine", "The engine died.", {"sv": ("Motorn dog.",)}),
    Message("engine", "not translated", {}),
    Message("engine", "It repeats itself: it goes round.", {"sv": ("Det upprepar sig: det går runt.",)}),
    Message("engine", " Of {0} rounds none held.", {"sv": (" Av {0} rundor höll ingen.",)}),
    Message("engine", " It rests.", {"sv": (" Det vilar.",)}),
]


@pytest.mark.parametrize(
    ("text", "swedish"),
    [
        ("Loading a, b.gguf, 5 %", "Läser in a, b.gguf, 5 %"),
        ("a.gguf cannot be read: the disk is full.", "a.gguf kan inte läsas: disken är full."),
        ("a.gguf is a speech model", "a.gguf är en talmodell"),
        ("A comes before B", "B kommer efter A"),
        ("not translated", "not translated"),
        ("1.5× is 2.25 GB", "1,5× är 2,25 GB"),
        ("The engine died (SIGTERM). a.gguf cannot be read", "Motorn dog (SIGTERM). a.gguf kan inte läsas"),
        ("v1.2.3 is 7", "v1.2.3 är 7"),
        ("what nobody said", "what nobody said"),
        ("<p>The engine died. It rests.</p>", "<p>Motorn dog. Det vilar.</p>"),
        ("It repeats itself: it goes round. It rests.", "Det upprepar sig: det går runt. Det vilar."),
        ("The engine died. Of 2 rounds none held.", "Motorn dog. Av 2 rundor höll ingen."),
        ("a.gguf: the disk is full. It rests.", "a.gguf: disken är full. Det vilar."),
        ("1 chat deleted", "en borta"),
        ("12 chats deleted", "12 borta"),
        ("the disk is full\nthe disk is full", "disken är full\ndisken är full"),
        ("", ""),
        ("(x{0}\\", "(x{0}\\"),
    ],
)
def test_a_text_is_found_by_its_pattern_and_its_values_are_translated_too(text: str, swedish: str) -> None:
    catalogue = Catalogue(MESSAGES, "en", "sv", {"sv": ","})
    assert catalogue.translated(text, ("Bar", "engine")) == swedish


def test_the_nearest_class_decides_between_two_meanings() -> None:
    catalogue = Catalogue(MESSAGES, "en", "sv")
    assert catalogue.translated_anywhere("Clear", ("Page",)) == "Klar"
    assert catalogue.translated_anywhere("Clear", ("QLabel", "Bar", "Page")) == "Rensa"
    assert catalogue.translated_anywhere("the disk is full", ("Page",)) == "disken är full"


def test_it_goes_both_ways() -> None:
    back = Catalogue(MESSAGES, "sv", "en")
    assert back.translated("Läser in a, 5 %", ("Bar",)) == "Loading a, 5 %"
    assert back.translated_anywhere("B kommer efter A", ()) == "A comes before B"
