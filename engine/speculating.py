"""The drafters of one speculation, made ready for one target: what they need is checked, loaded, shared and freed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from engine import made_drafts
from engine.choosing import Arm, Chooser
from engine.commands import ContextOptions, DrafterChoice, OptionValue, Speculation
from engine.compatibility import check_pair
from engine.decoding import Chain
from engine.drafters import discover
from engine.drafters.contract import Drafter, DrafterType, Resources
from engine.errors import ModelLoadError, RefusedError, UsageError
from engine.events import DrafterStatus, PricePoint
from engine.folders import NOWHERE, EngineFolders
from engine.gguf_header import Header, read_header
from engine.known_prices import KnownPrices
from engine.llama.context import Context, ContextShape
from engine.llama.model import LoadCancelled
from engine.loading import Company, Loaded, load_draft
from engine.memory_plan import SNAPSHOTS_AT_MOST as SNAPSHOTS_AT_MOST
from engine.mtp_heads import check_sidecar, is_sidecar
from engine.round_price import RoundPrice

USUAL_DRAFT: Final = 64  # tokens: every preset as it comes drafts at most so many


@dataclass(slots=True)
class Speculating:
    """Live drafters. n_max: the longest draft they can propose; draft: the second model, be it a draft model or the
    target's head in a file of its own (a sidecar); cold: they began without knowledge of earlier replies; prices: what
    they choose by, where they do."""

    speculation: Speculation
    chain: Chain
    n_max: int
    draft: Loaded | None = None
    warnings: tuple[str, ...] = field(default=())
    cold: bool = False
    prices: KnownPrices | None = None

    @classmethod
    def prepare(
        cls,
        target: Loaded,
        context: Context,
        speculation: Speculation,
        options: ContextOptions,
        *,
        company: Company,
        draft: Loaded | None,
        progress: Callable[[Path], Callable[[float], bool]],
        cancelled: Callable[[], bool],
        prices: Callable[[], KnownPrices],
        folders: EngineFolders = NOWHERE,
    ) -> Speculating:
        """Make the drafters. company: of this speculation. draft: its second model where it is loaded already, taken
        over. On failure all is freed. prices: the target's price curves, asked for where drafters are chosen by price;
        it may empty the context.

        Raises RefusedError for an incompatible pair, ModelLoadError.
        """
        kinds = [_kind(choice) for choice in speculation.drafters]
        second = _second_model(speculation)
        warnings: tuple[str, ...] = ()
        if company.header:
            draft, warnings = _load_second(company, company.header, target, options, draft, progress)
        made = made_drafts.find(folders.made, target.model.path) if any(kind.made_draft for kind in kinds) else None
        if made:  # measured, so general advice about draft models has nothing to add
            warnings = made_drafts.warnings(made[1])
        hidden_rows = any(kind.needs_hidden_rows for kind in kinds)
        if hidden_rows:
            context.clear()  # its past was decoded without rows for the head
            context.enable_nextn(masked=False)
        else:
            context.disable_nextn()
        resources = Resources(
            target=target.model,
            target_context=context,
            draft_model=draft.model if draft and second == "draft" else None,
            sidecar=draft.model if draft and second == "sidecar" else None,
            n_ctx=context.n_ctx,
            threads=target.threads,
            kv_type=(options.draft_kv_type or options.kv_type) if second == "draft" else options.kv_type,
            flash_attention=options.flash_attention,
            cancelled=cancelled,
            history_dir=folders.history,
            model_key=f"{target.info.name}|{target.info.architecture}|{target.info.parameters}|{target.info.n_vocab}",
            draft_length=made[1].draft_length if made else 0,
            wants_chances=speculation.choose == "price",
        )
        try:
            known = prices() if speculation.choose == "price" else None
            chain = make_chain(speculation, resources, known.curves if known else {}, context.can_give_back)
        except BaseException:
            if draft:
                draft.model.close()
            raise
        return cls(
            speculation=speculation,
            chain=chain,
            n_max=longest_draft(speculation),
            draft=draft,
            warnings=warnings,
            prices=known,
        )

    @property
    def computes(self) -> bool:
        """Whether asking one of the drafters costs passes of a model."""
        return any(_computes(_kind(choice)) for choice in self.speculation.drafters)

    def serves(self, wanted: Speculation) -> bool:
        """Whether these drafters are the ones wanted; the acceptance rule is the verifier's matter."""
        mine = self.speculation
        same = mine.drafters == wanted.drafters and mine.choose == wanted.choose
        return same and second_path(mine) == second_path(wanted)

    def release(self, keep_draft: str | None) -> None:
        """Free the drafters, and the draft model unless its path is `keep_draft`."""
        self.chain.close()
        self.chain = Chain(())
        if self.draft and str(self.draft.info.path) != keep_draft:
            self.draft.model.close()
            self.draft = None

    def close(self) -> None:
        """Free all."""
        self.release(keep_draft=None)


def make_chain(
    speculation: Speculation,
    resources: Resources,
    curves: Mapping[int, Sequence[PricePoint]] = MappingProxyType({}),
    gives_back: Callable[[int], bool] = lambda _: True,
) -> Chain:
    """The live drafters of a speculation. When one cannot be made, those before it are closed.

    For a speculation that chooses by price: what passes cost by context depth, and whether the memory gives back a
    draft of a length."""
    kinds = [_kind(choice) for choice in speculation.drafters]
    drafters: list[tuple[str, Drafter]] = []
    try:
        for kind, choice in zip(kinds, speculation.drafters, strict=True):
            drafters.append((kind.name, kind.create(_options(kind, choice), resources)))
    except BaseException:
        Chain(drafters).close()
        raise
    hidden_rows = any(kind.needs_hidden_rows for kind in kinds)
    if speculation.choose == "order":
        return Chain(drafters, hidden_rows=hidden_rows)
    arms = [
        Arm(name, drafter, _computes(kind), length, kind.usual_chance)
        for (name, drafter), kind, length in zip(drafters, kinds, _draft_lengths(speculation), strict=True)
    ]
    price = RoundPrice(curves, longest_draft(speculation) + 1)
    return Chooser(arms, price, gives_back=gives_back, hidden_rows=hidden_rows)


def longest_draft(speculation: Speculation) -> int:
    """Tokens of the longest draft that any of its drafters can propose; 0 without drafters."""
    return max(_draft_lengths(speculation), default=0)


def context_shape(target: Loaded, options: ContextOptions, speculation: Speculation) -> ContextShape:
    """The target context that a speculation needs."""
    lengths = _draft_lengths(speculation)
    recurrent = target.model.is_hybrid or target.model.is_recurrent
    return ContextShape(
        n_ctx=target.n_ctx,
        n_outputs=max(USUAL_DRAFT, *lengths, 0) + 1,
        n_rs_seq=max((n for n in lengths if n <= SNAPSHOTS_AT_MOST), default=0) if recurrent else 0,
        threads=target.threads,
        flash_attention=options.flash_attention,
        kv_type=options.kv_type,
    )


def company_of(speculation: Speculation) -> Company:
    """What of a speculation takes memory beside its target: a head inside the target's file, a second file or both.

    Raises RefusedError when a file is needed and none was picked, ModelLoadError for one that cannot be read.
    """
    second = _second_model(speculation)
    kinds = [_kind(choice) for choice in speculation.drafters]
    head = any(kind.needs_mtp_head and not (kind.takes_sidecar and second == "sidecar") for kind in kinds)
    if not second:
        return Company(head)
    if not speculation.draft_model:
        raise RefusedError(
            f"{speculation.preset} needs a draft model",
            "none is chosen",
            "Pick one that is small and of the same family as the model.",
        )
    path = Path(speculation.draft_model)
    if not path.is_file():
        raise ModelLoadError(f"{path} does not exist", "", "Check the path of the draft model.")
    return Company(head, speculation.draft_model, read_header(path), second == "sidecar")


def second_path(speculation: Speculation) -> str | None:
    """The path of the second model that it uses, if it uses one."""
    return speculation.draft_model if _second_model(speculation) else None


def refuse_the_impossible(speculation: Speculation, target: Header) -> None:
    """Raises RefusedError where one of its drafters cannot draft for this target."""
    sidecar = _second_model(speculation) == "sidecar"
    for kind in (_kind(choice) for choice in speculation.drafters):
        if not (kind.takes_sidecar and sidecar) and (reason := kind.unavailable(target)):
            raise RefusedError(f"{kind.title} is not possible with {target.title}", reason)


def pair_warning(company: Company, target: Header) -> str:
    """What must be said about a target with the second file of its company; '' for nothing, and without such a file.

    Raises RefusedError for a file that cannot draft for this target.
    """
    if company.header is None:
        return ""
    verdict = (check_sidecar if company.sidecar else check_pair)(target, company.header)
    if verdict.level == "refuse":
        name = Path(company.path).name
        raise RefusedError(f"{name} cannot draft for {target.title}", verdict.sentence, "Pick another file.")
    return verdict.sentence if verdict.level == "warn" else ""


def with_made_draft(speculation: Speculation, target: Header, made_dir: Path | None) -> Speculation:
    """The speculation with the copy that was made of the target as its draft model, where a drafter works with one.

    Raises RefusedError when none was made, and when another drafter wants a draft model that somebody picks.
    """
    kinds = [_kind(choice) for choice in speculation.drafters]
    mine = next((kind for kind in kinds if kind.made_draft), None)
    if mine is None:
        return speculation
    if other := next((kind for kind in kinds if kind.needs_draft_model), None):
        raise RefusedError(
            f"{mine.title} and {other.title} do not go together", "both want a draft model", "Take one of them."
        )
    if reason := _nothing_made(mine, target, made_dir):
        raise RefusedError(f"{mine.title} is not possible with {target.title}", reason)
    return replace(speculation, draft_model=str(made_drafts.copy_path(made_dir or Path(), Path(target.path))))


def drafter_statuses(target: Header, made_dir: Path | None) -> tuple[DrafterStatus, ...]:
    """Which drafters can work with a target, and why the others cannot."""
    reasons = {kind: kind.unavailable(target) or _nothing_made(kind, target, made_dir) for kind in discover().values()}
    return tuple(DrafterStatus(kind.name, not reason, reason, kind.takes_sidecar) for kind, reason in reasons.items())


def settled(speculation: Speculation, target: Header) -> Speculation:
    """The speculation without those optional drafters that this target cannot have. Of the file that was picked, its
    header tells as what it is used. Raises ModelLoadError for a file that cannot be read."""
    if not any(choice.optional for choice in speculation.drafters):
        return speculation
    picked = Path(speculation.draft_model) if speculation.draft_model else None
    head = picked is not None and picked.is_file() and is_sidecar(read_header(picked))
    kept = []
    for choice in speculation.drafters:
        kind = _kind(choice)
        if choice.optional and kind.needs_draft_model and (picked is None or head):
            continue
        if choice.optional and kind.unavailable(target) and not (head and kind.takes_sidecar):
            continue
        kept.append(choice)
    return replace(speculation, drafters=tuple(kept))


def _nothing_made(kind: DrafterType, target: Header, made_dir: Path | None) -> str:
    """Why a drafter that works with a made copy has none of this target, or ''."""
    path = Path(target.path)
    if not kind.made_draft or made_drafts.find(made_dir, path):
        return ""
    return f"No copy of it was made yet; `paceline skip-layers -m {path.name}` searches for one that pays"


def _computes(kind: DrafterType) -> bool:
    """Whether proposing costs passes of a model."""
    return kind.needs_draft_model or kind.needs_mtp_head or kind.made_draft


def _kind(choice: DrafterChoice) -> DrafterType:
    kinds = discover()
    if choice.name not in kinds:
        raise UsageError(f"There is no drafter {choice.name}", "", f"Known: {', '.join(kinds)}.")
    return kinds[choice.name]


def _options(kind: DrafterType, choice: DrafterChoice) -> dict[str, OptionValue]:
    return {spec.name: choice.options.get(spec.name, spec.default) for spec in kind.options}


def _draft_lengths(speculation: Speculation) -> list[int]:
    return [(kind := _kind(c)).n_max(_options(kind, c)) for c in speculation.drafters]


def _second_model(speculation: Speculation) -> Literal["draft", "sidecar"] | None:
    """As what the file that was picked is used. A drafter that cannot do without a draft model comes first."""
    kinds = [_kind(choice) for choice in speculation.drafters]
    if any(kind.needs_draft_model or kind.made_draft for kind in kinds):
        return "draft"
    return "sidecar" if speculation.draft_model and any(kind.takes_sidecar for kind in kinds) else None


def _load_second(
    company: Company,
    header: Header,
    target: Loaded,
    options: ContextOptions,
    at_hand: Loaded | None,
    progress: Callable[[Path], Callable[[float], bool]],
) -> tuple[Loaded, tuple[str, ...]]:
    """The second model, judged before it is loaded, and what must be said about the pair."""
    path = Path(company.path)
    said = pair_warning(company, target.header)
    if at_hand is None:
        try:
            at_hand = load_draft(path, header, options, progress=progress(path), target=target, sidecar=company.sidecar)
        except LoadCancelled:
            raise RefusedError(f"Loading {path.name} was cancelled") from None
    return at_hand, (*((said,) if said else ()), *at_hand.warnings)
