"""Exports read back: JSON, CSV, Markdown, and an HTML file that needs nothing from elsewhere."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest

from app.compare.export import as_csv, as_json, as_markdown
from app.compare.html_report import as_html
from app.compare.report import make_report
from tests.app.compare.made import SETTING, hostile_records, records, run
from ui.comparison import Began, Report, RunDone

ROW_KEYS = {
    "preset", "tokens_per_s", "speedup", "acceptance_rate", "tokens_per_round", "ttft_s", "identical",
    "first_difference",
}  # fmt: skip


@pytest.fixture
def report() -> Report:
    return make_report(SETTING, records())


def hostile(text: str) -> Report:
    told = hostile_records(text)
    first = told[0]
    assert isinstance(first, Began)
    return make_report(first.setting, told)


def test_json_has_the_promised_keys(report: Report) -> None:
    content = json.loads(json.dumps(as_json(report), allow_nan=False))
    assert content["machine"]["processor"] == "Some Processor"
    assert [row["preset"] for row in content["presets"]] == ["ngram-simple", "draft-mtp"]
    for row in (content["baseline"], *content["presets"], *content["prompts"][0]["rows"]):
        assert row.keys() >= ROW_KEYS
    ngram = content["presets"][0]
    assert ngram["tokens_per_s"]["median"] == pytest.approx(25.0)
    assert ngram["tokens_per_s"]["runs"] == pytest.approx([25.0, 25.0])
    assert ngram["speedup"] == pytest.approx(2.5)
    assert ngram["speedup_interval"] == pytest.approx([2.5, 2.5])
    assert ngram["identical"] is False
    assert ngram["first_difference"] == {"prompt": "code-edit-1", "position": 40, "logit_gap": 0.003}
    assert content["baseline"]["first_difference"] is None
    assert content["presets"][1]["reason"] == "this model has no MTP head"
    assert content["model"]["sha256"] == "ab" * 32
    assert content["prices"][0]["points"][2] == {"k": 8, "pass_s": 0.2, "ratio": 2.0}
    assert content["prompts"][0]["oracle"]["knowing_tokens_per_s"] == pytest.approx(40.0)
    assert content["settings"]["arms"]["ngram-simple"]["options"]["ngram-simple"]["size_n"] == 12


def test_csv_has_a_line_for_every_run(report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(report))))
    assert [(row["arm"], row["repetition"]) for row in rows] == [
        ("baseline", "1"),
        ("ngram-simple", "1"),
        ("ngram-simple", "2"),
        ("baseline", "2"),
    ]
    assert float(rows[1]["tokens_per_s"]) == pytest.approx(25.0)
    assert (rows[0]["acceptance_rate"], rows[1]["acceptance_rate"]) == ("", "1.0")
    assert all(None not in row and None not in row.values() for row in rows)


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-2", "@x", "\t=1", 'a"b,c\nd'])
def test_no_cell_of_a_csv_is_a_formula(text: str) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(hostile(text)))))
    assert len(rows) == 2
    cells = [cell for row in rows for cell in row.values()]
    assert not any(cell.startswith(("=", "+", "@", "\t", "-")) for cell in cells)
    assert any(text in cell for cell in cells)


def test_markdown_tables_keep_their_columns(report: Report) -> None:
    for made in (as_markdown(report), as_markdown(hostile("a|b\n| c <script>"))):
        tables = re.findall(r"(?:^\|.*\n)+", made, re.MULTILINE)
        assert len(tables) == 2
        for table in tables:
            widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
            assert len(widths) == 1
        assert "<script>" not in made.replace("\\<script\\>", "")
    assert "| ngram-simple | 25.0 (25.0 to 25.0) | 2.50× (2.50 to 2.50) | 100% |" in as_markdown(report)


class Page(HTMLParser):
    """What a browser would see."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_html_report_says_it_all_and_is_well_formed(report: Report) -> None:
    page = Page(as_html(report))
    assert page.open == []
    assert page.tags.count("svg") == 3  # speedups, tokens over time, the price of verifying
    for part in (
        "Use ngram-simple: 2.50×",
        "near-tie at token 41",
        "this model has no MTP head",
        "40.0 tokens/s",
        "62%",
    ):
        assert part in page.text


@pytest.mark.parametrize("made", ["plain", "hostile"])
def test_the_html_report_fetches_nothing_and_runs_nothing(report: Report, made: str) -> None:
    text = "</style></pre><script src='https://x.test/a.js'></script><img src=//x.test onerror=alert(1)>\"'>"
    html = as_html(report if made == "plain" else hostile(text))
    page = Page(html)
    assert page.open == []
    assert not {"script", "img", "link", "iframe", "object", "base", "form", "a"} & set(page.tags)
    assert not any(
        name in ("src", "href", "srcset", "xlink:href") or name.startswith("on") for name, _ in page.attributes
    )
    style = html[html.index("<style>") : html.index("</style>")]
    assert "url(" not in style and "@import" not in style
    if made == "hostile":
        assert text in page.text


def test_reports_of_next_to_nothing_can_be_exported() -> None:
    for told in ([], [records()[1]], records()[2:3]):
        report = make_report(SETTING, told)
        assert Page(as_html(report)).open == []
        assert as_markdown(report)
        json.dumps(as_json(report), allow_nan=False)
        assert len(list(csv.reader(io.StringIO(as_csv(report))))) == 1 + len(report.runs)


def test_one_round_gives_no_line_and_no_fault() -> None:
    single = run("baseline", 0, 0.1, n=1)
    assert Page(as_html(make_report(SETTING, [*records()[:1], RunDone(single)]))).open == []
