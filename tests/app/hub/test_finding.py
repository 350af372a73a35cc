"""Finding drafts: what is here first, the hub's by their headers alone, and words for all that cannot be had."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.hub.catalogue import hints_for, pairs
from app.hub.client import Hub
from app.hub.errors import TokenNeededError
from app.hub.finding import find_drafts, repo_of_target
from app.hub.judging import is_worth_it
from app.hub.values import DraftsFound, FoundDraft
from engine.events import DeviceInfo
from engine.gguf_header import Header, read_header
from tests.app.hub.conftest import refused_port
from tests.app.hub.fake_hub import FakeHub
from tests.tiny_models import write_dense, write_hybrid
from tests.tiny_mtp import write_assistant, write_lender
from tests.tiny_oddities import write_drafter_head, write_projector
from tests.tiny_vocabulary import bpe_vocabulary

REPO = "maker/SmolLM2-1.7B-Instruct-GGUF"  # the built-in list names drafts for it
LISTED = "bartowski/SmolLM2-135M-Instruct-GGUF"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dense(tmp_path_factory.mktemp("large") / "large.gguf", layers=30, name="SmolLM2 1.7B Instruct")


@pytest.fixture
def target(folder: Path, large: Path) -> Header:
    place = below(folder, REPO) / "SmolLM2-1.7B-Instruct-F32.gguf"
    place.hardlink_to(large)
    return read_header(place)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_dense(tmp_path / "SmolLM2-135M-Instruct-F32.gguf", layers=1, name="SmolLM2 135M Instruct")


def below(folder: Path, repo: str) -> Path:
    place = folder / repo
    place.mkdir(parents=True)
    return place


def only(found: DraftsFound) -> FoundDraft:
    (draft,) = found.drafts
    return draft


def test_a_draft_of_the_list_is_judged_by_its_header_and_not_fetched(
    fake: FakeHub, hub: Hub, target: Header, small: Path
) -> None:
    fake.add(LISTED, {small.name: small})
    draft = only(find_drafts(target, [], hub))
    assert (draft.place, draft.verdict.level, draft.preset, draft.path) == ("catalogue", "ok", "draft-model", "")
    assert draft.remote is not None
    assert (draft.remote.repo, draft.remote.name, draft.remote.size) == (LISTED, small.name, small.stat().st_size)
    assert draft.gain is not None
    assert draft.gain.speedup > 1.5
    assert fake.sent < small.stat().st_size / 2
    assert not list(Path(target.path).parent.glob("*.part"))


def test_what_is_on_disk_comes_first_and_is_not_offered_again(
    fake: FakeHub, hub: Hub, target: Header, small: Path, tmp_path: Path
) -> None:
    larger = write_dense(tmp_path / "larger.gguf", layers=8, name="SmolLM2 360M")
    fake.add(LISTED, {small.name: small})
    fake.add("bartowski/SmolLM2-360M-Instruct-GGUF", {"other-F32.gguf": small})
    found = find_drafts(target, [larger, small, Path(target.path)], hub)
    assert [(draft.place, Path(draft.path).name) for draft in found.drafts] == [
        ("disk", small.name),
        ("disk", "larger.gguf"),
        ("catalogue", ""),
    ]


def test_what_is_expected_to_bring_nothing_comes_behind_what_does(
    fake: FakeHub, hub: Hub, target: Header, small: Path, tmp_path: Path
) -> None:
    useless = write_dense(tmp_path / "useless.gguf", layers=29, name="SmolLM2 1.6B")
    fake.add(LISTED, {"another-name.gguf": small})
    found = find_drafts(target, [useless], hub)
    assert [(draft.place, is_worth_it(draft)) for draft in found.drafts] == [("catalogue", True), ("disk", False)]


def test_what_is_here_is_told_before_the_hub_is_asked(fake: FakeHub, hub: Hub, target: Header, small: Path) -> None:
    told: list[tuple[int, bool, int]] = []
    find_drafts(
        target,
        [small],
        hub,
        told=lambda found: told.append((len(found.drafts), found.complete, len(fake.requests("api")))),
    )
    assert told[0] == (1, False, 0)
    assert told[-1][:2] == (1, True)


def test_a_head_beside_the_target_is_found_by_where_the_target_lies(
    fake: FakeHub, hub: Hub, folder: Path, tmp_path: Path
) -> None:
    lender = read_header(write_lender(below(folder, "maker/gemma-9-GGUF") / "gemma-9.gguf", name="Gemma 9"))
    head = write_assistant(tmp_path / "head.gguf", name="Gemma 9 assistant")
    fake.add("maker/gemma-9-GGUF", {"MTP/mtp-gemma-9-Q8_0.gguf": head, "gemma-9.gguf": Path(lender.path)})
    repo = repo_of_target(lender, [folder])
    assert repo == "maker/gemma-9-GGUF"
    draft = only(find_drafts(lender, [], hub, target_repo=repo))
    assert (draft.place, draft.kind, draft.preset) == ("same-repository", "assistant", "draft-mtp")
    assert draft.remote is not None
    assert draft.remote.name == "MTP/mtp-gemma-9-Q8_0.gguf"


def test_the_head_inside_needs_nothing(tmp_path: Path) -> None:
    whole = read_header(write_hybrid(tmp_path / "whole.gguf", nextn=1))
    draft = only(find_drafts(whole, [], None))
    assert (draft.place, draft.verdict.level, draft.preset, draft.size) == ("inside", "ok", "draft-mtp", 0)


def test_a_search_finds_a_file_with_the_head_inside(fake: FakeHub, hub: Hub, tmp_path: Path) -> None:
    trunk = read_header(write_hybrid(tmp_path / "Fictive-4B-Q8_0.gguf", name="Fictive 4B"))
    fake.add("maker/Fictive-4B-MTP-GGUF", {"Fictive-4B-MTP-F32.gguf": write_hybrid(tmp_path / "w.gguf", nextn=1)})
    draft = only(find_drafts(trunk, [], hub))
    assert (draft.place, draft.replaces, draft.verdict.level, draft.preset) == ("search", True, "ok", "draft-mtp")


def test_a_search_finds_siblings_by_family_and_size(fake: FakeHub, hub: Hub, tmp_path: Path) -> None:
    target = read_header(write_dense(tmp_path / "Fictive-70B.gguf", layers=40, name="Fictive 70B"))
    small = write_dense(tmp_path / "small.gguf", layers=1, name="Fictive 1B")
    fake.add("maker/Fictive-1B-GGUF", {"Fictive-1B-F32.gguf": small}, parameters=10**5)
    fake.add("maker/Fictive-60B-GGUF", {"Fictive-60B-F32.gguf": small.read_bytes() + b" "}, parameters=10**9)
    fake.repos["maker/Fictive-60B-GGUF"].downloads = 10**6
    draft = only(find_drafts(target, [], hub))
    assert draft.remote is not None
    assert draft.remote.repo == "maker/Fictive-1B-GGUF"


def test_of_a_repository_the_small_file_of_good_quality_is_looked_at(
    fake: FakeHub, hub: Hub, target: Header, small: Path
) -> None:
    data = small.read_bytes()
    files = {f"x-{kind}.gguf": data + bytes(i) for i, kind in enumerate(("Q2_K", "Q8_0", "F16", "Q4_K_M"))}
    fake.add(LISTED, {**files, "mmproj-x-F16.gguf": data, "notes.txt": b""})
    draft = only(find_drafts(target, [], hub))
    assert draft.remote is not None
    assert draft.remote.name == "x-Q8_0.gguf"


def test_what_does_not_fit_is_refused_last_with_the_reason(
    fake: FakeHub, hub: Hub, target: Header, small: Path, tmp_path: Path
) -> None:
    foreign = write_dense(tmp_path / "f.gguf", vocabulary=bpe_vocabulary(), name="SmolLM2 360M")
    fake.add(LISTED, {"foreign.gguf": foreign})
    found = find_drafts(target, [small, write_projector(tmp_path / "mmproj.gguf")], hub)
    assert [draft.verdict.level for draft in found.drafts] == ["ok", "refuse"]
    assert found.drafts[1].verdict.rule == "vocab-type"
    assert found.drafts[1].gain is None
    head = find_drafts(target, [write_drafter_head(tmp_path / "eagle.gguf")], None)
    assert (only(head).kind, only(head).verdict.level, only(head).preset) == ("eagle3", "refuse", "")


def test_a_repository_that_is_gone_is_a_sentence_and_the_rest_stands(
    fake: FakeHub, hub: Hub, target: Header, small: Path
) -> None:
    fake.add(LISTED, {small.name: small})
    found = find_drafts(target, [], hub)
    assert only(found).place == "catalogue"
    assert ["SmolLM2-360M" in str(problem) and "no such repository" in str(problem) for problem in found.problems] == [
        True
    ]


def test_a_gated_repository_says_what_it_needs(fake: FakeHub, hub: Hub, target: Header, small: Path) -> None:
    fake.add(LISTED, {small.name: small}, gated="auto", opens_for=("hf_mine",))
    needed = [one for one in find_drafts(target, [], hub).problems if isinstance(one, TokenNeededError)]
    assert [one.repo for one in needed] == [LISTED]
    hub.tokens.keep("hf_mine")
    assert only(find_drafts(target, [], hub)).verdict.level == "ok"


@pytest.mark.parametrize("offline", [True, False])
def test_without_a_network_what_is_here_is_found_all_the_same(offline: bool, target: Header, small: Path) -> None:
    found = find_drafts(target, [small], Hub(refused_port(), offline=offline), target_repo=REPO)
    assert only(found).place == "disk"
    assert found.complete
    (problem,) = found.problems
    assert ("offline" if offline else "refuses connections") in problem.why


@pytest.mark.parametrize(
    ("where", "fault", "words"),
    [
        ("api", {"status": 429, "headers": {"Retry-After": "30"}}, "wait 30 s"),
        ("api", {"status": 503}, "HTTP 503"),
        ("api", {"page": True}, "no answer of a model hub"),
        ("resolve", {"status": 500}, "HTTP 500"),
        ("storage", {"cut": 100}, "broke off"),
        ("storage", {"other_bytes": True}, "starts with zeros"),
    ],
)
def test_a_hub_in_trouble_is_a_sentence(
    fake: FakeHub, hub: Hub, target: Header, small: Path, where: str, fault: dict[str, object], words: str
) -> None:
    fake.add(LISTED, {"another-name.gguf": small})
    fake.fault(where, times=99, **fault)  # type: ignore[arg-type]
    found = find_drafts(target, [small], hub)
    assert only(found).place == "disk"
    assert any(words in str(problem) for problem in found.problems), found.problems


def test_headers_are_read_once(fake: FakeHub, hub: Hub, target: Header, small: Path) -> None:
    fake.add(LISTED, {small.name: small})
    first, asked = find_drafts(target, [], hub), len(fake.requests("storage"))
    assert asked >= 1
    assert find_drafts(target, [], hub).drafts == first.drafts
    assert len(fake.requests("storage")) == asked


def test_shards_are_one_draft_with_all_their_tensors(
    fake: FakeHub, hub: Hub, target: Header, tmp_path: Path
) -> None:
    names = [f"two-{number:05d}-of-00002.gguf" for number in (1, 2)]
    for number, name in enumerate(names):
        extra = {"split.no": number, "split.count": 2}
        write_dense(tmp_path / name, layers=1, name="SmolLM2 135M", extra=extra)
    fake.add(LISTED, {name: tmp_path / name for name in names})
    draft = only(find_drafts(target, [], hub))
    assert draft.remote is not None
    assert [file.name for file in draft.remote.files] == names
    assert draft.size == sum((tmp_path / name).stat().st_size for name in names)


def test_the_memory_of_both_is_counted_where_the_machine_is_known(target: Header, small: Path) -> None:
    machine = [DeviceInfo("CPU", "", "cpu", 8 << 30, 8 << 30)]
    draft = only(find_drafts(target, [small], None, devices=machine))
    assert draft.plan is not None
    assert draft.plan.fits
    poor = [DeviceInfo("CPU", "", "cpu", 1 << 20, 1 << 20)]
    assert not (only(find_drafts(target, [small], None, devices=poor)).plan or draft.plan).fits


def test_a_search_can_be_called_off(fake: FakeHub, hub: Hub, target: Header, small: Path) -> None:
    fake.add(LISTED, {small.name: small})
    cancelled = threading.Event()
    cancelled.set()
    found = find_drafts(target, [], hub, cancelled=cancelled)
    assert found.drafts == ()
    assert fake.sent == 0


def test_where_a_target_is_from(folder: Path, tmp_path: Path) -> None:
    cached = tmp_path / "hub" / "models--maker--Some-GGUF" / "snapshots" / "abc"
    cached.mkdir(parents=True)
    assert repo_of_target(read_header(write_dense(cached / "x.gguf")), [folder]) == "maker/Some-GGUF"
    said = write_dense(tmp_path / "said.gguf", extra={"general.repo_url": "https://huggingface.co/maker/Said"})
    assert repo_of_target(read_header(said), [folder]) == "maker/Said"
    assert repo_of_target(read_header(write_dense(tmp_path / "silent.gguf")), [folder]) == ""


@pytest.mark.parametrize(
    ("name", "wanted", "unwanted"),
    [
        ("Qwen3.6-27B", "unsloth/Qwen3.6-27B-MTP-GGUF", "unsloth/Qwen3-0.6B-GGUF"),
        ("Meta-Llama-3.1-8B-Instruct", "bartowski/Llama-3.2-1B-Instruct-GGUF", "unsloth/Qwen3-0.6B-GGUF"),
        ("Qwen2.5-Coder-32B", "bartowski/Qwen2.5-Coder-0.5B-Instruct-GGUF", "bartowski/Qwen2.5-0.5B-Instruct-GGUF"),
        ("gemma-4-E4B-it", "unsloth/gemma-4-E4B-it-GGUF", "unsloth/gemma-4-E2B-it-GGUF"),
    ],
)
def test_the_list_knows_names_as_people_write_them(name: str, wanted: str, unwanted: str, tmp_path: Path) -> None:
    target = read_header(write_dense(tmp_path / f"{name}-Q4_K_M.gguf", name="a training run"))
    repos = {hint.repo for hint in hints_for(target)}
    assert wanted in repos
    assert unwanted not in repos
    assert len(pairs()) > 30
