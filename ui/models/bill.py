"""The memory bill: what a model and its draft will take, as a bar against what is free, for a context and KV type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from engine.commands import KV_TYPES
from ui.flow_layout import FlowLayout
from ui.language import local
from ui.models import words
from ui.models.parts import button
from ui.models.services import Bill, BillLine, BillWish, Change, MemoryBill, Trouble
from ui.speculation import parts as panel_parts
from ui.speculation.bars import BAR_PX, SegmentBar
from ui.speculation.parts import ElidedLabel, HeadingRow
from ui.theme.palette import SPACE_M, SPACE_S, SPACE_XS
from ui.theme.theme import Theme, restyle

_CONTEXTS: Final = tuple(1024 * 2**n for n in range(1, 11))  # 2k to 1M tokens
_ROLES: Final = {"ok": "good", "warn": "warn", "refuse": "bad"}


class BillView(QWidget):
    """wished(BillWish): another context or KV type is to be reckoned with; answer with `show_wish` and `show_bill`.
    kept(BillWish): its context and options are to be those of the next load."""

    wished = Signal(object)
    kept = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wish = BillWish("")
        self._usual = BillWish("")
        self._bars: list[_Memory] = []
        self._title = ElidedLabel("title")
        self.context = _box(self.tr("Context of the memory bill"))
        self.context.activated.connect(self._chosen)
        self.kv_type = _box(self.tr("KV cache type of the memory bill"))
        for kind in KV_TYPES:
            self.kv_type.addItem(self.tr("KV {0}").format(kind), kind)
        self.kv_type.activated.connect(self._chosen)
        self._sentence = panel_parts.words("", "small", wrap=True)
        self._changes = _Changes()
        self._changes.wished.connect(self.wished)
        self.keep = button(self.tr("Load it like this"), self.tr("Keep context and KV type of the bill for loading"))
        self.keep.setToolTip(self.tr("Puts this context and KV type into the settings; the next load follows them."))
        self.keep.clicked.connect(lambda: self.kept.emit(self._wish))
        choices = QHBoxLayout()
        choices.setSpacing(SPACE_S)
        choices.addWidget(self.context, 1)
        choices.addWidget(self.kv_type, 1)
        self._memories = QVBoxLayout()
        self._memories.setSpacing(SPACE_M)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._title)
        layout.addLayout(choices)
        layout.addLayout(self._memories)
        layout.addWidget(self._sentence)
        layout.addWidget(self._changes)
        layout.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignLeft)
        theme.changed.connect(self._recolour)
        self.keep.hide()

    def show_wish(self, wish: BillWish, usual: BillWish, with_draft: str, n_ctx_train: int) -> None:
        """What is reckoned with from now on. usual: as it would be loaded now. with_draft: title of the draft, ''."""
        if wish.target != self._wish.target:
            self._show_memories(())  # figures of another model would be taken for this one's
        self._changes.show_changes(())
        self._wish, self._usual = wish, usual
        with_it = self.tr("Memory with {0}").format(with_draft)
        self._title.setText(with_it if with_draft else self.tr("Memory"))
        self._fill_contexts(n_ctx_train)
        self.kv_type.setCurrentIndex(max(self.kv_type.findData(wish.options.kv_type), 0))
        self._say(self.tr("Working it out…"), "small")

    def show_bill(self, found: Bill | Trouble) -> None:
        """The answer to a wish."""
        self._changes.show_changes(() if isinstance(found, Trouble) else found.changes)
        if isinstance(found, Trouble):
            self._show_memories(())
            self._say(words.trouble(found), "bad")
        else:
            self._show_memories(found.memories)
            self.context.setItemText(0, self.tr("{0} context").format(words.tokens(found.n_ctx)))
            fits = self.tr("Fits, with room to spare for everything else.")
            self._say(local(found.sentence) or (fits if found.level == "ok" else ""), _ROLES[found.level])
        self.keep.setVisible(self._wish != self._usual)

    def wish(self) -> BillWish:
        """What is reckoned with."""
        return self._wish

    def texts(self) -> list[str]:
        """What is said about each memory, for screen readers and tests."""
        return [bar.accessibleName() for bar in self._bars if not bar.isHidden()]

    def sentence(self) -> str:
        """What it comes to."""
        return self._sentence.text()

    def _fill_contexts(self, n_ctx_train: int) -> None:
        self.context.clear()
        self.context.addItem(self.tr("usual context"), 0)
        sizes = {size for size in _CONTEXTS if not n_ctx_train or size <= n_ctx_train}
        for size in sorted(sizes | ({n_ctx_train, self._wish.options.n_ctx} - {0})):
            self.context.addItem(self.tr("{0} context").format(words.tokens(size)), size)
        self.context.setCurrentIndex(max(self.context.findData(self._wish.options.n_ctx), 0))

    def _chosen(self) -> None:
        wish = self._wish
        options = replace(wish.options, n_ctx=self.context.currentData(), kv_type=self.kv_type.currentData())
        self.wished.emit(replace(wish, options=options))

    def _say(self, text: str, role: str) -> None:
        self._sentence.setText(text)
        self._sentence.setVisible(bool(text))
        restyle(self._sentence, role)

    def _show_memories(self, memories: Sequence[MemoryBill]) -> None:
        while len(self._bars) < len(memories):
            bar = _Memory(self._theme)
            self._bars.append(bar)
            self._memories.addWidget(bar)
        for i, bar in enumerate(self._bars):
            bar.setVisible(i < len(memories))
            if i < len(memories):
                bar.show_memory(memories[i])

    def _recolour(self) -> None:
        for bar in self._bars:
            bar.paint_again()


class _Changes(QWidget):
    """What would make it fit, to be tried with one press each. wished(BillWish)."""

    wished = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self)
        self.hide()

    def show_changes(self, changes: Sequence[Change]) -> None:
        """The mildest first."""
        while (item := self._flow.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.setParent(None)
                old.deleteLater()
        for change in changes:
            text = local(change.sentence)
            text = text[:1].upper() + text[1:]
            made = button(text, self.tr("Reckon with: {0}").format(text))
            made.clicked.connect(lambda _=False, wish=change.wish: self.wished.emit(wish))
            self._flow.addWidget(made)
        self.setVisible(bool(changes))


class _Memory(QWidget):
    """One memory: its name and figures, the bar, and what its colours stand for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: MemoryBill | None = None
        self._heading = HeadingRow("")
        self._bar = _BillBar(theme)
        self._legend = panel_parts.words("", "small", wrap=True)
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self._heading)
        layout.addWidget(self._bar)
        layout.addWidget(self._legend)

    def show_memory(self, found: MemoryBill) -> None:
        self._shown = found
        self.paint_again()

    def paint_again(self) -> None:
        found = self._shown
        if found is None:
            return
        self._heading.set_title(found.name)
        needed = words.memory(found.needed)
        if found.free is None:
            figures = self.tr("{0} needed").format(needed)
        else:
            figures = self.tr("{0} of {1} free").format(needed, words.size(found.free))
        self._heading.set_detail(figures)
        kept = self.tr("{0} are to stay free for everything else.")
        self._heading.setToolTip(kept.format(words.size(found.headroom)))
        shown = [(line, _colour(line, self._theme)) for line in found.lines if line.n_bytes > 0]
        whole = max(found.needed, found.free or 0, 1)
        self._bar.show_segments([(line.n_bytes / whole, colour) for line, colour in shown])
        self._bar.show_limit(None if found.room is None else found.room / whole)
        pieces = [f"{words.part(line)} {words.memory(line.n_bytes)}" for line, _ in shown]
        squares = [
            f'<span style="color:{colour.name()}">■</span>&nbsp;{piece.replace(" ", "&nbsp;")}'
            for piece, (_, colour) in zip(pieces, shown, strict=True)
        ]
        self._legend.setText(" &nbsp; ".join(squares))
        self.setAccessibleName(f"{found.name}: {figures}; {', '.join(pieces)}")


class _BillBar(SegmentBar):
    """Segments, and a mark where what is free ends."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._line_colour = theme
        self._limit: float | None = None

    def show_limit(self, share: float | None) -> None:
        """Where free memory ends, 0..1; None: nothing goes beyond it."""
        if share != self._limit:
            self._limit = share
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._limit is not None:
            with QPainter(self) as painter:
                x = self._limit * self.width()
                painter.fillRect(QRectF(x - 2, 0, 4, BAR_PX), self._line_colour.colour("surface"))
                painter.fillRect(QRectF(x - 1, 0, 2, BAR_PX), self._line_colour.colour("text"))


def _colour(line: BillLine, theme: Theme) -> QColor:
    palette = theme.palette
    draft = line.of == "draft"
    match line.part:
        case "weights":
            return QColor(palette.draft if draft else palette.accent)
        case "kv":
            return QColor(palette.mtp if draft else palette.ngram)
        case "state" | "head" | "rollback":
            return QColor(palette.history)
        case "compute":
            return _mixed(palette.muted, palette.surface, 0.75 if draft else 0.95)
        case "context":
            return _mixed(palette.muted, palette.surface, 0.55)


def _mixed(colour: str, ground: str, share: float) -> QColor:
    """The colour at this share over a ground: opaque, so that a legend's square looks like its segment."""
    above, below = QColor(colour), QColor(ground)

    def between(one: int, other: int) -> int:
        return round(one * share + other * (1 - share))

    return QColor(
        between(above.red(), below.red()),
        between(above.green(), below.green()),
        between(above.blue(), below.blue()),
    )


def _box(name: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    return box
