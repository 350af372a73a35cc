"""The speculation panel at the right of the chat: what is chosen, what it does to the reply, and whether it
pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from engine.commands import PresetInfo, Speculation
from engine.events import EngineDied, Event, Failed, GenerationDone, GenerationStarted, ModelLoaded, Unloaded
from ui.advice import Advice
from ui.language import local
from ui.services import DraftChoice, MemoryReading
from ui.speculation.choice import is_ngram_only
from ui.speculation.chooser import PresetChooser
from ui.speculation.figures import FiguresRow
from ui.speculation.foretelling import before_first_token
from ui.speculation.live import LiveView
from ui.speculation.parts import ElidedLabel, LockButton, words
from ui.speculation.state import SpeculationState, baseline_of, begin, drafters_in_play, reduce, speedup_of
from ui.speculation.verdict import Verdict, verdict
from ui.speculation.verdict_card import VerdictCard
from ui.theme.palette import SPACE_L, SPACE_M, SPACE_S
from ui.theme.theme import Theme

PANEL_WIDTH_PX: Final = 320
EDIT_PAUSE_MS: Final = 250
REFRESH_MS: Final = 250  # figures that change faster cannot be read, and drawing takes time from the engine
_LOOK_BACK: Final = ("ngram", "history")  # families that find their drafts in the text so far
_TURNS = (GenerationStarted, GenerationDone, ModelLoaded, Unloaded, Failed, EngineDied)


class SpeculationPanel(QWidget):
    """Give it every event (`handle`) and tell it when a reply is asked for (`begin_reply`).

    speculation_changed(Speculation): a person, `select_preset`, new drafts or a model that cannot have the
    preset in force changed what the next reply is to run with. A preset that needs a draft model may come
    without one. draft_file_wanted: ask for a GGUF, then call `set_draft_choices` with it and `select_draft`.
    draft_hub_wanted: look for drafts on the hub.
    layer_search_wanted(preset id): look for layers that a copy of the model can do without; close_wanted: hide it.
    """

    speculation_changed = Signal(object)
    draft_file_wanted = Signal()
    draft_hub_wanted = Signal()
    layer_search_wanted = Signal(str)
    close_wanted = Signal()

    def __init__(
        self,
        presets: Sequence[PresetInfo],
        family_of: Mapping[str, str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """presets: at least one, in the order of the list. family_of: drafter name -> ngram, mtp, draft,
        history."""
        super().__init__(parent)
        self._presets = {preset.id: preset for preset in presets}
        self._family_of = family_of
        self._theme = theme
        self._state = SpeculationState()
        self._advice: Advice | None = None
        self._stale = False
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Speculation"))
        self.setMinimumWidth(PANEL_WIDTH_PX)
        baseline = next((preset.id for preset in presets if not preset.drafters), "")
        self.lock = LockButton(theme)
        self.close_button = self._make_close_button()
        self.figures = FiguresRow(theme)
        self.change_button = self._make_change_button()
        self._in_force = ElidedLabel("title")
        self.chooser = PresetChooser(presets, theme)
        self.chooser.hide()
        self.live = LiveView(theme, family_of)
        self.verdict_card = VerdictCard(baseline)
        self._lay_out()
        self._announced = self.chooser.speculation()
        self._pause = QTimer(self, singleShot=True, interval=EDIT_PAUSE_MS)
        self._pause.timeout.connect(self._announce)
        self._rest = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._rest.timeout.connect(self._refresh_if_stale)
        self.chooser.chosen.connect(self._on_chosen)
        self.chooser.edited.connect(self._on_edited)
        self.chooser.file_wanted.connect(self.draft_file_wanted)
        self.chooser.hub_wanted.connect(self.draft_hub_wanted)
        self.chooser.search_wanted.connect(self.layer_search_wanted)
        self.verdict_card.preset_wanted.connect(self.select_preset)
        theme.changed.connect(self._refresh)
        self._show_in_force()
        self._refresh()

    def speculation(self) -> Speculation:
        """What the next reply is to run with, edits that are not announced yet included."""
        return self.chooser.speculation()

    def select_preset(self, preset_id: str) -> None:
        """Take a preset; nothing happens when it is in force or greyed out. KeyError for an unknown id."""
        self.chooser.choose(preset_id)

    def take(self, speculation: Speculation) -> None:
        """Take a preset with its options and draft as somebody else, such as a comparison, found them."""
        self.chooser.take(speculation)

    def select_draft(self, path: str) -> None:
        """Take a draft out of the choices; nothing happens for one that is refused or unknown."""
        self.chooser.choose_draft(path)

    def select_rule(self, rule: str) -> None:
        """Take an acceptance rule; one that is not known counts as the default."""
        self.chooser.rules.select(rule)
        self._announce()

    def set_draft_choices(self, choices: Sequence[DraftChoice]) -> None:
        """Candidates for the loaded target, best first. The draft in force stays if it may."""
        self.chooser.show_drafts(choices)

    def set_memory(self, readings: Sequence[MemoryReading]) -> None:
        """The latest readings."""
        self.live.show_memory(readings)

    def add_preset(self, preset: PresetInfo) -> None:
        """Another preset, or another version of one."""
        self._presets[preset.id] = preset
        self.chooser.add(preset)

    def show_advice(self, advice: Advice | None) -> None:
        """What is known of the model and the presets before the first token; None for nothing."""
        self._advice = advice
        self.chooser.show_old(advice.old if advice else {})
        self._refresh()

    def begin_reply(self) -> None:
        """A reply was asked for with `speculation()`: the figures start anew, and late events of others are
        dropped."""
        self._announce()
        self._state = begin(self._state, self.speculation())
        self._refresh()

    def handle(self, events: Sequence[Event]) -> None:
        """Take the events of a tick, oldest first. Redraws at once on a turn of events, else four times a second."""
        if not events:
            return
        statuses = self._state.statuses
        for event in events:
            self._state = reduce(self._state, event)
        if self._state.statuses is not statuses:
            self.chooser.show_statuses(self._state.statuses)
        self._stale = True
        if any(isinstance(event, _TURNS) for event in events) or not self._rest.isActive():
            self._refresh()

    def sizeHint(self) -> QSize:
        return QSize(PANEL_WIDTH_PX, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_scroll()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_in_force()
            self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self._fit_scroll()
        return super().eventFilter(watched, event)

    def _make_change_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(self.tr("Change"))
        button.setCheckable(True)
        button.setProperty("role", "text")
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(self.tr("Change preset"))
        self._theme.bind_icon(button, "chevron-down", "muted")
        button.setIconSize(button.iconSize() * 0.8)
        button.toggled.connect(self._unfold)
        return button

    def _make_close_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(self.tr("Close the panel"))
        button.setToolTip(self.tr("Close the panel (F9)"))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme.bind_icon(button, "close", "muted")
        button.setIconSize(button.iconSize() * 0.8)
        button.clicked.connect(self.close_wanted)
        return button

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.addWidget(words(self.tr("Speculation"), "title"))
        title.addStretch(1)
        title.addWidget(self.lock)
        title.addWidget(self.close_button)
        preset = QHBoxLayout()
        preset.setSpacing(SPACE_S)
        preset.addWidget(self._in_force, 1)
        preset.addWidget(self.change_button)
        self._content = QWidget()
        self._content.setProperty("role", "surface")
        self._content_layout = content = QVBoxLayout(self._content)
        content.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        content.setSpacing(SPACE_M)
        content.addWidget(self.figures)
        content.addLayout(preset)
        content.addWidget(self.chooser)
        content.addWidget(self.live)
        content.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._content)
        self._content.installEventFilter(self)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_L)
        foot.addWidget(self.verdict_card)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        title.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        layout.addLayout(title)
        layout.addWidget(self._scroll, 1000)
        layout.addLayout(foot)
        layout.addStretch(1)

    def _fit_scroll(self) -> None:
        """Never higher than what is in it: the verdict follows the graphs, and stays in sight when they must
        scroll."""
        layout = self._content_layout
        width = self._scroll.viewport().width()
        # The scroll bar takes its place out of the margin, so that nothing in the panel moves when it comes.
        taken = self._scroll.width() - width
        margins = layout.contentsMargins()
        margins.setRight(max(0, SPACE_L - taken))
        layout.setContentsMargins(margins)
        wrapped = layout.hasHeightForWidth()
        self._scroll.setMaximumHeight(layout.totalHeightForWidth(width) if wrapped else layout.totalSizeHint().height())

    def _unfold(self, shown: bool) -> None:
        self.chooser.setVisible(shown)
        self.change_button.setText(self.tr("Done") if shown else self.tr("Change"))
        self._theme.bind_icon(self.change_button, "chevron-up" if shown else "chevron-down", "muted")
        self.change_button.setIconSize(self.change_button.iconSize() * 0.8)

    def _on_chosen(self) -> None:
        self._announce()
        self._show_in_force()
        self._refresh()
        if self.chooser.isVisible():
            self._content_layout.activate()
            card = self.chooser.card(self.chooser.preset.id)
            self._scroll.ensureWidgetVisible(card)
            self._scroll.ensureWidgetVisible(card.radio)  # the top of a card that is higher than the view

    def _on_edited(self) -> None:
        self._pause.start()
        self._show_in_force()

    def _announce(self) -> None:
        self._pause.stop()
        current = self.speculation()
        if current != self._announced:
            self._announced = current
            self.speculation_changed.emit(current)

    def _show_in_force(self) -> None:
        parts = (local(self.chooser.preset.title), self.chooser.variant_title(), self.chooser.draft_title())
        text = " · ".join(part for part in parts if part)
        self._in_force.setText(text)

    def _refresh_if_stale(self) -> None:
        if self._stale:
            self._refresh()

    def _refresh(self) -> None:
        self._stale = False
        self._rest.start()
        state = self._state
        baseline = baseline_of(state, QCoreApplication.translate)
        plain = not (self.speculation() if state.phase == "idle" else state.speculation).drafters
        self.figures.show_figures(state.metrics, speedup_of(state, baseline), baseline, plain)
        self.live.show_state(state, baseline)
        result = self._verdict()
        suggested = self._presets.get(result.suggestion)
        title = local(suggested.title) if suggested else ""
        self.verdict_card.show_verdict(result, title, self.chooser.preset.id, self._note(result))

    def _verdict(self) -> Verdict:
        state, chosen = self._state, self.speculation()
        if self.chooser.preset.needs_draft_model and chosen.draft_model is None and state.phase != "running":
            return Verdict(self.tr("This preset needs a draft model. Pick one under Change."), "warn")
        if state.phase == "idle" and chosen.drafters:
            return Verdict(self.tr("No reply yet. Send a message, and here is what speculation did for it."))
        if state.phase == "waiting":
            return Verdict(self.tr("The prompt is being read. The first round is next."))
        shown = chosen if state.phase == "idle" else state.speculation
        preset = self._presets.get(shown.preset)
        return verdict(
            state.metrics,
            baseline_of(state, QCoreApplication.translate),
            shown,
            needs_draft_model=preset is not None and preset.needs_draft_model,
            ngram_preset=self._ngram_preset(),
            looks_back=all(self._family_of.get(name) in _LOOK_BACK for name in drafters_in_play(state)),
            translate=QCoreApplication.translate,
        )

    def _note(self, result: Verdict) -> str:
        """What the figures belong to, where that is not what is chosen now."""
        shown, chosen = self._state.speculation, self.speculation()
        if self._state.phase == "idle":
            return before_first_token(self._advice, chosen.preset, QCoreApplication.translate)
        if self._state.phase not in ("running", "done") or shown == chosen:
            return self.tr("A rule of thumb: the speed without speculation is not known.") if result.by_rule else ""
        preset = self._presets.get(shown.preset)
        past = local(preset.title) if preset else shown.preset
        if shown.preset == chosen.preset:
            return self.tr("The new settings count from the next reply.")
        return self.tr("These are the figures of {past}. {next} takes over with the next reply.").format(
            past=past, next=local(self.chooser.preset.title)
        )

    def _ngram_preset(self) -> str:
        """The first preset of n-grams alone that the loaded model can run, or ''."""
        can = (key for key, preset in self._presets.items() if is_ngram_only(preset, self._family_of))
        return next((key for key in can if not self.chooser.card(key).reason()), "")
