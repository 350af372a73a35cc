"""What is asked of the model, and what to say when the context is too small for it. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import TokensCounted
from ui.chat.conversation import Conversation, Reply, Turn, UserTurn
from ui.services import Draft


@dataclass(frozen=True, slots=True)
class Wish:
    """A reply that the user wants in a conversation: to `draft` (as a new version of `instead_of`), another version of
    `again`, or more of the last one."""

    where: Conversation
    draft: Draft | None = None
    instead_of: UserTurn | None = None
    again: Reply | None = None

    def preview(self) -> Conversation:
        """The conversation as the model would be asked."""
        turns = list(self.where.turns)
        cut = self.instead_of or self.again
        if cut is not None:
            at = next((i for i, turn in enumerate(turns) if turn is cut), len(turns))
            del turns[at:]
        if self.draft is not None:
            turns.append(UserTurn(self.draft.text.strip(), files=self.draft.files))
        return Conversation(self.where.id, self.where.settings, turns)


@dataclass(frozen=True, slots=True)
class Overfull:
    """A wish that the context is too small for.

    tokens: of the prompt, in a context of n_ctx. turns: the oldest ones, without which it has kept_tokens and fits;
    none where no number of them helps. larger: a context that the model was made for and that holds all, 0 where
    there is none. cut: the reply is there, and ended because the context was full.
    """

    wish: Wish
    tokens: int
    n_ctx: int
    turns: tuple[Turn, ...]
    kept_tokens: int
    larger: int
    cut: bool = False

    @property
    def n_questions(self) -> int:
        """How many of the turns are the user's."""
        return sum(isinstance(turn, UserTurn) for turn in self.turns)


def overfull(wish: Wish, counted: TokensCounted, wanted_room: int, n_ctx_train: int, cut: bool) -> Overfull:
    """What is to be said. n_ctx_train: tokens that the model was made for."""
    told = wish.preview().told()
    needed = counted.prompt_tokens + wanted_room
    larger = counted.n_ctx
    while larger < needed:
        larger *= 2
    return Overfull(
        wish,
        counted.prompt_tokens,
        counted.n_ctx,
        tuple(told[: counted.n_drop]),
        counted.kept_tokens,
        min(larger, n_ctx_train) if needed <= n_ctx_train and larger > counted.n_ctx else 0,
        cut,
    )
