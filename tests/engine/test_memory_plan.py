"""The bill adds up, agrees with what llama.cpp reports, and layers go where they fit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.commands import ContextOptions, KvType
from engine.events import DeviceInfo
from engine.gguf_format import TENSOR_TYPES, TensorInfo, Value
from engine.gguf_header import Header, read_header
from engine.memory_cost import model_cost
from engine.memory_plan import GIB, GPU_CONTEXT, HEADROOM, MIB, MemoryPlan, plan
from tests import tiny_models as tiny

F16 = TENSOR_TYPES[1]
BLOCK, EMBED = 100 * MIB, 50 * MIB


def header(layers: int = 10, *, name: str = "Big", tied: bool = False, block: int = BLOCK, **keys: Value) -> Header:
    """A llama with blocks of `block` bytes, embeddings and an output of 50 MiB each, 2 KiB of f16 KV per token and
    block (8 KV heads of 64)."""
    parts = ("attn_k.weight", "attn_q.weight")
    sizes = {f"blk.{il}.{part}": block // 2 for il in range(layers) for part in parts}
    sizes |= {"token_embd.weight": EMBED} | ({} if tied else {"output.weight": EMBED})
    tensors = tuple(TensorInfo(name, F16, (n // 2,), 0, n) for name, n in sizes.items())
    metadata: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": name,
        "llama.block_count": layers,
        "llama.embedding_length": 512,
        "llama.context_length": 32768,
        "llama.attention.head_count": 8,
        "tokenizer.chat_template": "x",
        **{f"llama.{key.replace('__', '.')}": value for key, value in keys.items()},
    }
    return Header(f"/models/{name}.gguf", sum(sizes.values()), 3, metadata, tensors)


def gpu(free: int, kind: Any = "gpu") -> DeviceInfo:
    return DeviceInfo("GPU0", "a card", kind, free, free)


def cpu(free: int = 64 * GIB) -> DeviceInfo:
    return DeviceInfo("CPU", "a processor", "cpu", free, free)


def amounts(made: MemoryPlan) -> dict[tuple[str, str], int]:
    return {(item.label, item.place): item.n_bytes for item in made.items}


ALL = ContextOptions()


def test_the_bill_without_a_gpu() -> None:
    made = plan(header(), None, [cpu()], ALL, 4096)
    bill = amounts(made)
    assert bill.pop(("Target compute buffer", "ram")) < 64 * MIB
    assert bill == {("Target weights", "ram"): 10 * BLOCK + 2 * EMBED, ("Target KV cache", "ram"): 10 * 4096 * 2048}
    assert (made.gpu_layers, made.vram_free, made.vram_needed) == (0, None, 0)
    assert (made.fits, made.sentence) == (True, "")
    assert made.ram_free == 64 * GIB


def test_everything_fits_on_a_large_card() -> None:
    made = plan(header(), None, [cpu(), gpu(24 * GIB)], ALL, 4096)
    bill = amounts(made)
    assert made.gpu_layers == 11  # ten blocks and the output
    assert bill[("Target weights", "vram")] == 10 * BLOCK + EMBED
    assert bill[("Target weights", "ram")] == EMBED  # token embeddings stay
    assert bill[("Target KV cache", "vram")] == 10 * 4096 * 2048
    assert bill[("GPU context", "vram")] == GPU_CONTEXT
    assert made.vram_needed == sum(n for (_, place), n in bill.items() if place == "vram")
    assert (made.fits, made.sentence) == (True, "")


def test_a_tied_output_is_copied_to_the_card() -> None:
    bill = amounts(plan(header(tied=True), None, [cpu(), gpu(24 * GIB)], ALL, 4096))
    assert bill[("Target weights", "vram")] == 10 * BLOCK + EMBED
    assert bill[("Target weights", "ram")] == EMBED


@pytest.mark.parametrize("blocks", [0, 1, 4, 9])
def test_as_many_layers_as_fit(blocks: int) -> None:
    cost = model_cost(header(), ALL, 4096, n_outputs=17)
    room = EMBED + cost.compute + blocks * (BLOCK + 4096 * 2048)
    exact = plan(header(), None, [cpu(), gpu(HEADROOM + GPU_CONTEXT + room)], ALL, 4096)
    assert exact.gpu_layers == blocks + 1
    one_less = plan(header(), None, [cpu(), gpu(HEADROOM + GPU_CONTEXT + room - 1)], ALL, 4096)
    assert one_less.gpu_layers == blocks
    assert exact.fits
    assert f"{blocks + 1} of 11 layers of Big" in exact.sentence


def test_a_card_too_small_for_one_layer_is_said() -> None:
    made = plan(header(), None, [cpu(), gpu(GIB)], ALL, 4096)
    assert (made.gpu_layers, made.fits) == (0, True)
    assert "not even one layer" in made.sentence


def test_a_card_that_keeps_its_memory_secret_is_left_alone() -> None:
    made = plan(header(), None, [cpu(), gpu(0)], ALL, 4096)
    assert made.gpu_layers == 0
    assert "GPU0 has free is not known" in made.sentence


def test_wishes_are_kept_and_judged() -> None:
    devices = [cpu(), gpu(2 * GIB)]
    made = plan(header(), None, devices, ContextOptions(gpu_layers=99), 4096)
    assert (made.gpu_layers, made.fits) == (11, False)
    assert "more GPU memory than is free" in made.sentence
    few = plan(header(), None, devices, ContextOptions(gpu_layers=2), 4096)
    assert (few.gpu_layers, few.fits, few.sentence) == (2, True, "")
    none = plan(header(), None, devices, ContextOptions(gpu_layers=0), 4096)
    assert (none.gpu_layers, none.sentence) == (0, "")
    assert plan(header(), None, [cpu()], ContextOptions(gpu_layers=99), 4096).gpu_layers == 0


def test_a_small_draft_goes_to_the_card_first() -> None:
    draft = header(2, name="Small")
    need = model_cost(draft, ALL, 4096).on_gpu(3) + 64 * MIB
    made = plan(header(), draft, [cpu(), gpu(HEADROOM + GPU_CONTEXT + need + 500 * MIB)], ALL, 4096)
    assert made.draft_gpu_layers == 3
    assert 1 < made.gpu_layers < 6
    assert amounts(made)[("Draft weights", "vram")] == 2 * BLOCK + EMBED
    assert amounts(made)[("Draft KV cache", "vram")] == 2 * 4096 * 2048


def test_a_target_that_is_loaded_already_needs_no_more() -> None:
    draft = header(2, name="Small")
    cost = model_cost(draft, ALL, 4096)
    devices = [cpu(4 * GIB), gpu(HEADROOM + cost.on_gpu(3) + cost.compute)]
    made = plan(header(100), draft, devices, ALL, 4096, target_loaded=True)
    assert (made.draft_gpu_layers, made.fits, made.sentence) == (3, True, "")
    assert {item.label.split()[0] for item in made.items} == {"Draft"}


def test_an_integrated_gpu_is_used_only_when_there_is_no_other() -> None:
    assert plan(header(), None, [cpu(), gpu(24 * GIB, "igpu")], ALL, 4096).gpu_layers == 11
    both = plan(header(), None, [cpu(), gpu(24 * GIB, "igpu"), gpu(GIB)], ALL, 4096)
    assert both.gpu_layers == 0


def test_too_long_a_context_for_ram_gets_a_shorter_one_proposed() -> None:
    free = HEADROOM + 10 * BLOCK + 2 * EMBED + 10 * 8192 * 2048 + 100 * MIB
    made = plan(header(), None, [cpu(free)], ALL, 32768)
    assert not made.fits
    match = re.search(r"set the context to ([\d,]+) tokens", made.sentence)
    assert match
    proposed = int(match[1].replace(",", ""))
    assert proposed >= 4096
    assert plan(header(), None, [cpu(free)], ALL, proposed).fits


def test_a_model_too_large_for_ram_is_said_with_what_is_missing() -> None:
    made = plan(header(100), None, [cpu(2 * GIB)], ALL, 2048)
    assert not made.fits
    assert re.search(r"Big needs [\d.]+ GiB more memory than is free: take a smaller quantisation", made.sentence)
    with_draft = plan(header(100), header(2, name="Small"), [cpu(2 * GIB)], ALL, 2048)
    assert "Big and Small need" in with_draft.sentence
    assert "a smaller draft" in with_draft.sentence


def test_a_silent_cpu_is_not_judged() -> None:
    made = plan(header(100), None, [cpu(0)], ALL, 2048)
    assert (made.ram_free, made.fits, made.sentence) == (None, True, "")


@pytest.mark.parametrize(("kv_type", "bits"), [("f32", 32), ("f16", 16), ("bf16", 16), ("q8_0", 8.5), ("q4_0", 4.5)])
def test_the_kv_type_counts(kv_type: KvType, bits: float) -> None:
    cost = model_cost(header(), ContextOptions(kv_type=kv_type), 4096)
    assert cost.kv == (int(4096 * 1024 * bits / 8),) * 10


def test_a_draft_has_a_kv_type_of_its_own() -> None:
    big, small = header(20), header(4, name="Small")
    same = amounts(plan(big, small, [cpu()], ContextOptions(kv_type="f16"), 4096))
    own = amounts(plan(big, small, [cpu()], ContextOptions(kv_type="f16", draft_kv_type="f32"), 4096))
    assert own["Draft KV cache", "ram"] == 2 * same["Draft KV cache", "ram"]
    assert own["Target KV cache", "ram"] == same["Target KV cache", "ram"]


def test_grouped_heads_per_layer_and_latent_attention() -> None:
    grouped = header(attention__head_count_kv=(2, 0) * 5)
    assert model_cost(grouped, ALL, 256).kv == (256 * 512, 0) * 5
    latent = header(
        attention__head_count_kv=1,
        attention__key_length=576,
        attention__value_length=512,
        attention__key_length_mla=192,
    )
    assert model_cost(latent, ALL, 256).kv == (256 * 576 * 2,) * 10


def test_contexts_are_rounded_up_as_the_library_does() -> None:
    assert model_cost(header(), ALL, 257).kv == model_cost(header(), ALL, 512).kv


def test_windows_save_memory_where_they_are_not_kept_full() -> None:
    windowed = header(6, attention__sliding_window=1024, attention__sliding_window_pattern=3)
    saving = model_cost(windowed, ALL, 32768, swa_full=False)
    assert saving.kv == ((1024 + 512) * 2048, (1024 + 512) * 2048, 32768 * 2048) * 2
    assert model_cost(windowed, ALL, 32768).kv == (32768 * 2048,) * 6
    short = model_cost(windowed, ALL, 512, swa_full=False)
    assert short.kv == (512 * 2048,) * 6


def test_rollback_copies_and_the_mtp_head_are_on_the_bill(tmp_path: Path) -> None:
    hybrid = read_header(tiny.write_hybrid(tmp_path / "model.gguf", nextn=1))
    plain, rolled = (plan(hybrid, None, [], ALL, 512, n_rs_seq=n) for n in (0, 3))
    state = amounts(plain)[("Target recurrent state", "ram")]
    assert amounts(rolled)[("Target recurrent state", "ram")] == state
    assert amounts(rolled)[("Target rollback copies", "ram")] == 3 * state
    still = read_header(tiny.write_recurrent(tmp_path / "mamba.gguf"))
    assert ("Target rollback copies", "ram") not in amounts(plan(still, None, [], ALL, 512, n_rs_seq=3))
    off, on = (model_cost(hybrid, ALL, 512, mtp=mtp) for mtp in (False, True))
    assert (off.weights[4], off.kv[4]) == (0, 0)
    assert on.weights[4] == sum(t.n_bytes for t in hybrid.tensors if t.name.startswith("blk.4."))
    assert on.kv[4] == on.kv[3] > 0
    assert (off.head_compute, on.head_compute) == (0, on.compute)
    bill = amounts(plan(hybrid, None, [], ALL, 512, mtp=True))
    assert bill[("Target MTP head", "ram")] == on.weights[4] + on.kv[4]


def test_all_weights_are_counted_once(tmp_path: Path) -> None:
    model = read_header(tiny.write_hybrid(tmp_path / "model.gguf", nextn=1, moe=True))
    cost = model_cost(model, ALL, 512, mtp=True)
    memory = sum(cost.kv) + sum(cost.state)
    assert cost.in_ram(0) == model.weight_bytes + memory
    assert cost.on_gpu(cost.n_layers) + cost.in_ram(cost.n_layers) == model.weight_bytes + memory


def room_for(*models: Header) -> int:
    """Bytes of free memory with which a card just takes them whole."""
    whole = plan(models[0], models[1] if len(models) > 1 else None, [cpu(), gpu(24 * GIB)], ALL, 4096)
    return whole.vram_needed + HEADROOM


def test_a_target_gives_up_layers_where_its_draft_would_be_the_greater_work_for_the_cpu() -> None:
    big, small = header(40), header(4, name="Small")
    made = plan(big, small, [cpu(), gpu(room_for(big, small) - 1)], ALL, 4096)
    assert (made.gpu_layers, made.draft_gpu_layers) == (40, 5)
    assert made.sentence.startswith("40 of 41 layers of Big fit on the GPU beside Small and the rest runs on the CPU")


def test_a_draft_gives_way_where_the_target_would_be_the_greater_work_for_the_cpu() -> None:
    big, light = header(40), header(2, name="Light", block=BLOCK // 10)
    made = plan(big, light, [cpu(), gpu(room_for(big))], ALL, 4096)
    assert (made.gpu_layers, made.draft_gpu_layers) == (41, 0)
    assert made.sentence == "Light runs on the CPU, because not even one layer of it fits on the GPU beside Big."
    assert made.fits


def test_an_open_draft_gives_way_to_layers_that_somebody_chose() -> None:
    big, small = header(40), header(4, name="Small")
    made = plan(big, small, [cpu(), gpu(room_for(big) + BLOCK)], ContextOptions(gpu_layers=41), 4096)
    assert made.gpu_layers == 41
    assert made.fits
    assert made.draft_gpu_layers < 5
