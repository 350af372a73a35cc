"""The `paceline` command. Kept light: the engine's child process imports this module again when it starts."""

from __future__ import annotations

import multiprocessing
import sys


def main() -> int:
    """Run the command line, or the window when there is no command; returns the exit code."""
    multiprocessing.freeze_support()
    from app.logs import keep_log
    from app.presenting import wide_output

    wide_output()
    keep_log()
    try:
        from app import cli
    except (ImportError, OSError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        print(
            f"paceline: a part of the installation cannot be loaded: {reason}. Install it again.",
            file=sys.stderr,
        )
        return 5
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
