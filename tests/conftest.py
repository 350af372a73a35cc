"""What tests read on screen is English with English figures, whatever language the machine speaks."""

from __future__ import annotations

import os

os.environ.update({"LANGUAGE": "en", "LC_ALL": "C.UTF-8"})  # Qt asks the first, and for figures the second
