"""The command line as a test runs it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app import cli


class Shell:
    """Runs commands; out and err are what the last one printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = ""
        self.err = ""

    def run(self, *arguments: str) -> int:
        self._capsys.readouterr()
        code = cli.main(arguments)
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *arguments: str) -> dict[str, Any]:
        """Run a command with --json and return its one object."""
        assert self.run(*arguments, "--json") == 0, self.err
        assert self.out.count("\n") == 1
        content = json.loads(self.out)
        assert isinstance(content, dict)
        return content
