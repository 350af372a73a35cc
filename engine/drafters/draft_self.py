"""draft-self: the history as its own draft model, this conversation and earlier ones.

After suffix decoding (Oliaro et al. 2024, "SuffixDecoding"): find the longest stretch of what was just written that has
stood before, and follow the most frequent continuation. The longer the match, the longer the draft may be (factor), and
it ends where the estimated probability that all of it is accepted falls below p_min. That estimate multiplies, token by
token, the share of the occurrences that agree with how often drafts behind matches of this length have held so far.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from math import exp, log

from engine.commands import OptionSpec, OptionValue
from engine.drafters.contract import (
    EMPTY,
    DecodedBatch,
    Draft,
    DrafterType,
    DraftSampler,
    Outcome,
    Resources,
)
from engine.ngram_index import shared_prefix
from engine.suffix_index import GAP, MATCH_MAX, LiveSuffixes, PastSuffixes
from engine.token_store import TOKENS_AT_MOST, TokenStore, store_path

MIN_PIECE = 16  # a shorter text is not worth remembering
Place = tuple["array[int]", int]  # a text and a position in it
ChanceOf = Callable[[int, int, int], float]


def follow_counts(
    live: array[int], places: Sequence[Place], limit: int, p_min: float, chance_of: ChanceOf
) -> tuple[list[int], list[float]]:
    """The most frequent continuation of `places`, most recent first, at most `limit` tokens, and the chance of each.

    Of the places those that agree with the draft so far have a say in its next token; among equally frequent tokens the
    most recent one wins. A place in `live` may run past its end: there the draft itself goes on. chance_of(i, n, m) is
    the probability that the token at position i of the draft holds when n of m places agree on it.

    >>> text = array("i", [1, 5, 6, 1, 5, 7, 1, 5, 7, 1])
    >>> places = [(text, 7), (text, 4), (text, 1)]
    >>> follow_counts(text, places, 3, 0.5, lambda i, n, m: n / m)[0]
    [5, 7, 1]
    >>> follow_counts(text, places, 3, 0.9, lambda i, n, m: n / m)    # two of three say 7
    ([5], [1.0])
    """
    draft: list[int] = []
    chances: list[float] = []
    probability = 1.0
    voters = [_onwards(text, at, limit, endless=text is live) for text, at in places]
    columns = zip_longest(*voters, fillvalue=GAP)
    while len(draft) < limit:
        column = next(columns, ())
        token, n_agreeing, n_voters = _vote(column)
        if token == GAP:
            break
        chance = chance_of(len(draft), n_agreeing, n_voters)
        probability *= chance
        if probability < p_min:
            break
        draft.append(token)
        chances.append(chance)
        if n_agreeing < len(column):
            voters = [voter for voter, said in zip(voters, column, strict=True) if said == token]
            columns = zip_longest(*(voter[len(draft) :] for voter in voters), fillvalue=GAP)
    return draft, chances


def _onwards(text: array[int], at: int, limit: int, *, endless: bool) -> array[int]:
    """What stands behind a place, at most `limit` tokens. endless: at the end of the text the draft goes on, which then
    repeats what lies between."""
    following = text[at : at + limit]
    if endless and 0 < len(following) < limit:
        following = (following * (limit // len(following) + 1))[:limit]
    return following


def _vote(column: Sequence[int]) -> tuple[int, int, int]:
    """(token that most places go on with, how many say so, how many go on at all); GAP when none goes on."""
    if not column:
        return GAP, 0, 0
    n = column.count(column[0])
    if n == len(column):
        return column[0], n, n
    said = [token for token in column if token != GAP]
    winner = max(dict.fromkeys(said), key=said.count)
    return winner, said.count(winner), len(said)


@lru_cache(maxsize=4096)
def fitted_chance(n_matched: int, n_agreeing: int, n_voters: int) -> float:
    """The chance of a token behind a match of n_matched tokens, at most MATCH_MAX, of whose places so many agree.

    Fitted by logistic regression to what was proposed at every token of some sixty replies: edits, data, stories, chat.
    """
    odds = 1.29 * log(n_matched) + 4.07 * log(n_agreeing / n_voters) + 0.96 * log(n_voters) - 0.92
    return 1 / (1 + exp(-odds))


class Trust:
    """How often drafted tokens behind a match of some length held, learnt while a reply is written.

    Matches are told apart in six classes. An estimate starts at a plausible value that counts like a few outcomes; old
    outcomes fade, and they fade too while nothing is drafted, so that a class given up is tried again in time.
    """

    EXPECTED = (0.35, 0.4, 0.5, 0.65, 0.8, 0.9)
    CLASSES = (0,) * 3 + (1,) + (2,) * 2 + (3,) * 3 + (4,) * 8 + (5,)  # by length of the match; the last for all beyond
    WEIGHT = 4.0
    FADE = 0.97
    IDLE_FADE = 0.995

    def __init__(self) -> None:
        self._held = [0.0] * len(self.EXPECTED)
        self._seen = [0.0] * len(self.EXPECTED)

    def estimate(self, n_matched: int) -> float:
        """Probability that a token behind a match of n_matched tokens holds."""
        kind = self._kind(n_matched)
        return (self.WEIGHT * self.EXPECTED[kind] + self._held[kind]) / (self.WEIGHT + self._seen[kind])

    def learn(self, n_matched: int, held: bool) -> None:
        kind = self._kind(n_matched)
        self._held[kind] = self._held[kind] * self.FADE + held
        self._seen[kind] = self._seen[kind] * self.FADE + 1

    def idle(self, n_matched: int) -> None:
        """There was a match of n_matched tokens, and nothing was drafted."""
        kind = self._kind(n_matched)
        self._held[kind] *= self.IDLE_FADE
        self._seen[kind] *= self.IDLE_FADE

    def _kind(self, n_matched: int) -> int:
        return self.CLASSES[min(n_matched, len(self.CLASSES) - 1)]


class DraftSelf:
    """See the module; options n_max, match_min, p_min, factor. store: the past, this drafter's alone. tells_chances:
    who drafts is chosen elsewhere, and what is learnt of a match's worth is learnt there."""

    def __init__(
        self, n_max: int, match_min: int, p_min: float, factor: float, store: TokenStore, *, tells_chances: bool = False
    ) -> None:
        self._n_max = n_max
        self._match_min = match_min
        self._p_min = p_min
        self._factor = factor
        self._store = store
        self._tells_chances = tells_chances
        self._live = LiveSuffixes(match_min)
        self._past = PastSuffixes(())
        self._past_version = -1
        self._trust = Trust()
        self._n_matched = 0

    def begin(self, prompt: Sequence[int], sampler: DraftSampler) -> None:  # noqa: ARG002
        self._store.load()
        held = self._live.tokens
        n_shared = shared_prefix(held, prompt)
        # What the new prompt does not repeat (another conversation, a reply given anew) belongs to the past.
        if len(held) - n_shared >= MIN_PIECE:
            self._store.add(held[max(n_shared - MATCH_MAX, 0) :])
        self._live.rewind(n_shared)
        self._live.extend(prompt[n_shared:])
        if self._past_version != self._store.version:
            self._past = PastSuffixes(self._store.pieces)
            self._past_version = self._store.version
        self._trust = Trust()

    def observe(self, batch: DecodedBatch) -> None:
        """Nothing: what was decoded may be rejected; only the history counts."""

    def draft(self, history: Sequence[int], limit: int) -> Draft:
        self._live.follow(history)
        live = self._live.tokens
        n_live, live_ends = self._live.longest()
        n_past, past_ends = self._past.longest(live, max(n_live, self._match_min))
        n_matched = self._n_matched = max(n_live, n_past)
        if n_matched < self._match_min or limit <= 0:
            return EMPTY
        places: list[Place] = []
        if n_live == n_matched:
            places += [(live, end) for end in live_ends]
        if n_past == n_matched:
            places += [(self._past.tokens, end) for end in past_ends]
        longest = min(limit, self._n_max, max(int(self._factor * n_matched), 1))
        learnt = self._trust.estimate
        tokens, chances = follow_counts(
            live,
            places,
            longest,
            self._p_min,
            (lambda i, n, m: fitted_chance(min(n_matched + i, MATCH_MAX), n, m))
            if self._tells_chances
            else (lambda i, n, m: n / m * learnt(n_matched + i)),
        )
        if not tokens:
            self._trust.idle(n_matched)
            return EMPTY
        return Draft(tuple(tokens), chances=tuple(chances) if self._tells_chances else None)

    def accept(self, outcome: Outcome) -> None:
        if not outcome.own:
            return
        for i in range(outcome.n_accepted):
            self._trust.learn(self._n_matched + i, held=True)
        if outcome.next_token is not None and outcome.n_accepted < len(outcome.drafted):
            self._trust.learn(self._n_matched + outcome.n_accepted, held=False)

    def rewind(self, n_tokens: int) -> None:
        self._live.rewind(n_tokens)

    def close(self) -> None:
        if len(self._live.tokens) >= MIN_PIECE:
            self._store.add(self._live.tokens)
        self._store.close()
        self._live = LiveSuffixes(self._match_min)
        self._past = PastSuffixes(())
        self._past_version = -1


def _create(options: Mapping[str, OptionValue], resources: Resources) -> DraftSelf:
    folder = resources.history_dir
    path = store_path(folder, resources.model_key) if folder is not None and resources.model_key else None
    keep = int(options["keep_tokens"])
    return DraftSelf(
        n_max=int(options["n_max"]),
        match_min=int(options["match_min"]),
        p_min=float(options["p_min"]),
        factor=float(options["factor"]),
        store=TokenStore(keep, path, resources.target.n_vocab) if path else TokenStore(keep),
        tells_chances=resources.wants_chances,
    )


DRAFTER = DrafterType(
    name="draft-self",
    title="Own history",
    family="history",
    options=(
        OptionSpec("n_max", "int", 24, "Longest draft, in tokens.", 1, 64),
        OptionSpec("match_min", "int", 2, "Tokens that must match before anything is drafted.", 2, 8),
        OptionSpec("p_min", "float", 0.25, "Stop where the whole draft becomes less probable than this.", 0.0, 1.0),
        OptionSpec("factor", "float", 2.0, "Tokens drafted per token that matched, at most.", 0.1, 8.0),
        OptionSpec(
            "keep_tokens", "int", 65_536, "Tokens of earlier conversations to remember; 0 none.", 0, TOKENS_AT_MOST
        ),
    ),
    create=_create,
    n_max=lambda options: int(options["n_max"]),
)
