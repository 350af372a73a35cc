"""The language of the window: which there are, the one in force, and changing it at run time.

Widgets say their words in English with `self.tr` or `translate`, and Qt puts those of the language in their place.
Sentences of the engine and of presets come in English from where no toolkit is known: `local` is for the place that
shows them. `docs/translating.md` tells the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from ui.catalogue import Catalogue, read_messages
from ui.relabel import relabel

SYSTEM: Final = "system"
SOURCE: Final = "en"
_FOLDER: Final = Path(__file__).parent / "translations"
_OURS: Final = "paceline"
_QT: Final = "qtbase"  # words of Qt's own: buttons of dialogs, menus of text fields


@cache
def languages() -> dict[str, str]:
    """Code -> name in its own language, of every language that the window can speak."""
    codes = sorted(path.stem.removeprefix(f"{_OURS}_") for path in _FOLDER.glob(f"{_OURS}_*.qm"))
    return {code: _name(QLocale(code)) for code in codes}


def current() -> str:
    """The code of the language in force."""
    application = QCoreApplication.instance()
    found = application.property("language") if application is not None else None
    return str(found) if found else SOURCE


def wanted(choice: str) -> str:
    """The language that a choice comes to: the system's where it is 'system' and known here, else English."""
    if choice in languages():
        return choice
    asked = system_languages() if choice == SYSTEM else ()
    codes = (QLocale(name).name().partition("_")[0] for name in asked)
    return next((code for code in codes if code in languages()), SOURCE)


def system_languages() -> Sequence[str]:
    """What the user told the system that they read, the best first: 'sv-SE', 'en'."""
    return QLocale.system().uiLanguages()


def use(choice: str) -> None:
    """Speak a language from here on: 'system' or one of `languages`. All that is on screen follows."""
    application = cast(QApplication, QApplication.instance())
    before, now = current(), wanted(choice)
    if application.property("language") == now:
        return
    for translator in application.findChildren(QTranslator):
        if translator.objectName() == _OURS:
            application.removeTranslator(translator)
            translator.deleteLater()
    application.setProperty("language", now)
    QLocale.setDefault(_locale(now))
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in ((_QT, qt_folder), (_OURS, str(_FOLDER))):
        translator = QTranslator(application)
        translator.setObjectName(_OURS)
        if translator.load(f"{name}_{now}", folder):
            application.installTranslator(translator)  # tells every widget, once events are handled
    for window in application.topLevelWidgets():
        window.setLocale(QLocale())
    if before != now:
        relabel(application.allWidgets(), _catalogue(before, now))
    local.cache_clear()


@cache
def local(text: str) -> str:
    """A sentence of the engine, or what a preset says about itself, in the window's language; as it is where that
    does not know it."""
    return text if current() == SOURCE else _catalogue(SOURCE, current()).translated(text, ("engine", "presets"))


def forget() -> None:
    """Look for languages anew."""
    for remembered in (languages, local, _catalogue):
        remembered.cache_clear()


def _name(locale: QLocale) -> str:
    name = locale.nativeLanguageName()
    return "English" if locale.language() == QLocale.Language.English else name[:1].upper() + name[1:]


def _locale(code: str) -> QLocale:
    """The user's own conventions where they belong to the language."""
    system = QLocale.system()
    return system if system.language() == QLocale(code).language() else QLocale(code)


@cache
def _catalogue(before: str, now: str) -> Catalogue:
    paths = {code: _FOLDER / f"{_OURS}_{code}.ts" for code in languages()}
    points = {code: QLocale(code).decimalPoint() for code in languages()}
    return Catalogue(read_messages(paths), before, now, points)
