"""What is read of the machine, and what is said about it."""

from __future__ import annotations

from app.compare.load import LoadProbe, notes
from ui.comparison import GpuReading, LoadReading


def test_a_reading_of_this_machine_is_within_its_bounds() -> None:
    probe = LoadProbe()
    try:
        mark = probe.begin()
        sum(i * i for i in range(200_000))  # ours, so nobody else's
        reading = probe.end(mark)
    finally:
        probe.close()
        probe.close()
    assert 0 <= reading.cpu_others <= reading.cores
    assert all(0 <= gpu.busy <= 1 and gpu.others >= 0 for gpu in reading.gpus)


def test_a_quiet_machine_is_not_mentioned() -> None:
    assert notes([]) == ()
    assert notes([LoadReading(cpu_others=0.2, cores=8, gpus=(GpuReading("GPU", 0.01, 1, "", 100.0, 50.0),))] * 3) == ()


def test_everything_that_bends_figures_is_named_once() -> None:
    gpu = GpuReading("GPU 0", 0.4, 2, "heat", 300.0, 87.0)
    loud = LoadReading(3.0, 8, cpu_throttled=True, power_save=True, on_battery=True, gpus=(gpu,))
    found = notes([loud, LoadReading(cpu_others=1.0, cores=8)])
    assert len(found) == 6
    said = " ".join(found)
    for words in (
        "2.0 of 8 processor cores", "at most 3.0", "heat or by a quota", "power-saving", "battery",
        "GPU 0 was 40% busy", "2 foreign programs", "slowed down (heat) at up to 87 °C",
    ):  # fmt: skip
        assert words in said
