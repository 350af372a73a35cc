"""The bill against what the native library says that it took: its own figures for weights, caches and buffers."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import llama_cpp as lib
import pytest

from engine import memory_plan, speculating
from engine.commands import ContextOptions
from engine.drafters import discover
from engine.events import DeviceInfo
from engine.gguf_header import Header, read_header
from engine.llama import backend
from engine.llama.context import Context, ContextShape
from engine.llama.model import Model
from engine.memory_cost import model_cost
from engine.memory_plan import plan
from tests import tiny_models as tiny

MIB = 1 << 20
WITHIN = 0.1
N_CTX = 8192
CPU = (DeviceInfo("CPU", "a processor", "cpu", 0, 0),)
Write = Callable[[Path], Path]


class Told:
    """What llama.cpp says while it loads models and makes contexts."""

    def __init__(self) -> None:
        self.text = ""
        self.callback = lib.llama_log_callback(self._take)

    def _take(self, _level: int, text: bytes, _data: object) -> None:
        self.text += text.decode("utf-8", "replace")

    def mib(self, what: str) -> float:
        found = re.findall(what + r" buffer size =\s*([\d.]+) MiB", self.text)
        return sum(map(float, found))


@pytest.fixture
def told() -> Iterator[Told]:
    backend.start()
    listener = Told()
    lib.llama_log_set(listener.callback, ctypes.c_void_p(0))
    yield listener
    lib.llama_log_set(backend._log_callback, ctypes.c_void_p(0))


def shape(options: ContextOptions, n_outputs: int = memory_plan.USUAL_OUTPUTS, n_rs_seq: int = 0) -> ContextShape:
    return ContextShape(
        N_CTX,
        n_outputs=n_outputs,
        n_rs_seq=n_rs_seq,
        flash_attention=options.flash_attention,
        kv_type=options.kv_type,
    )


def wide(path: Path) -> Path:
    return tiny.write_dense(path, embd=256, layers=4)


def hybrid(path: Path) -> Path:
    return tiny.write_hybrid(path, nextn=1, layers=12)


@pytest.mark.parametrize("options", [ContextOptions(), ContextOptions(kv_type="q8_0"), ContextOptions(kv_type="f32")])
@pytest.mark.parametrize("write", [wide, tiny.write_sliding_window, hybrid, tiny.write_recurrent])
def test_a_model_takes_what_its_bill_says(write: Write, options: ContextOptions, told: Told, tmp_path: Path) -> None:
    path = write(tmp_path / "model.gguf")
    model = Model(path)
    context = Context(model, shape(options))
    context.close()
    model.close()
    bill = plan(read_header(path), None, CPU, options, N_CTX, swa_full=False)
    assert bill.ram_needed / MIB == pytest.approx(told.mib(""), rel=WITHIN)


@pytest.mark.parametrize("flash", ["on", "off"])
def test_so_do_a_target_and_its_draft(flash: str, told: Told, tmp_path: Path) -> None:
    options = ContextOptions(flash_attention="on" if flash == "on" else "off", draft_kv_type="f32")
    paths = [wide(tmp_path / "target.gguf"), tiny.write_dense(tmp_path / "draft.gguf")]
    own = [shape(options), shape(replace(options, kv_type="f32"), n_outputs=1)]
    for path, how in zip(paths, own, strict=True):
        model = Model(path)
        Context(model, how).close()
        model.close()
    target, draft = map(read_header, paths)
    bill = plan(target, draft, CPU, options, N_CTX, swa_full=False)
    assert bill.ram_needed / MIB == pytest.approx(told.mib(""), rel=WITHIN)


def test_so_does_a_model_with_its_head_and_the_way_back(told: Told, tmp_path: Path) -> None:
    path, options = hybrid(tmp_path / "model.gguf"), ContextOptions()
    model = Model(path, load_mtp=True)
    target = Context(model, shape(options, n_rs_seq=memory_plan.USUAL_HEAD_DRAFT))
    head = Context(model, shape(options, n_outputs=1), mtp=True, other=target)
    assert target.n_rs_seq == memory_plan.USUAL_HEAD_DRAFT
    head.close()
    target.close()
    model.close()
    bill = plan(read_header(path), None, CPU, options, N_CTX, swa_full=False, mtp=True)
    assert bill.ram_needed / MIB == pytest.approx(told.mib(""), rel=WITHIN)
    back = sum(item.n_bytes for item in bill.items if item.part in ("state", "rollback"))
    assert back / MIB == pytest.approx(told.mib("RS"), abs=0.01)


@pytest.mark.parametrize("swa_full", [True, False])
def test_cells_and_states_are_exact(swa_full: bool, told: Told, tmp_path: Path) -> None:
    for write in (tiny.write_dense, tiny.write_sliding_window, tiny.write_hybrid, tiny.write_recurrent):
        path = write(tmp_path / "model.gguf")
        cost = model_cost(read_header(path), ContextOptions(kv_type="f32"), 16384, swa_full=swa_full)
        told.text = ""
        model = lib.llama_model_load_from_file(str(path).encode(), lib.llama_model_default_params())
        params = lib.llama_context_default_params()
        params.n_ctx, params.n_batch, params.n_ubatch, params.n_seq_max = 16384, 512, 512, 1
        params.type_k = params.type_v = 0
        params.n_outputs_max, params.swa_full = 1, swa_full
        params.n_threads = params.n_threads_batch = 1
        lib.llama_free(lib.llama_init_from_model(model, params))
        lib.llama_model_free(model)
        assert sum(cost.kv) / MIB == pytest.approx(told.mib("KV"), abs=0.02)
        assert sum(cost.state) / MIB == pytest.approx(told.mib("RS"), abs=0.01)


def test_the_bill_counts_with_what_the_engine_asks_for(tmp_path: Path) -> None:
    kinds = discover()
    for name, n_draft in (("draft-model", memory_plan.USUAL_DRAFT), ("draft-mtp", memory_plan.USUAL_HEAD_DRAFT)):
        assert next(spec.default for spec in kinds[name].options if spec.name == "n_max") == n_draft
    assert speculating.USUAL_DRAFT + 1 == memory_plan.USUAL_OUTPUTS
    assert speculating.SNAPSHOTS_AT_MOST == memory_plan.SNAPSHOTS_AT_MOST
    header: Header = read_header(hybrid(tmp_path / "model.gguf"))

    def parts(n_draft: int | None) -> set[str]:
        return {item.part for item in plan(header, None, CPU, ContextOptions(), N_CTX, mtp=True, n_draft=n_draft).items}

    assert "rollback" in parts(None)
    assert "rollback" not in parts(memory_plan.SNAPSHOTS_AT_MOST + 1)
