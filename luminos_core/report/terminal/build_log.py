"""Groups in the log of a build server, which shows them folded."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

BuildServer = Literal["github", "gitlab"]


@dataclass(frozen=True)
class BuildLog:
    server: BuildServer
    now: Callable[[], float]  # seconds since 1970

    def begin(self, title: str) -> str:
        """The line that begins a group. The title is the program's."""
        if self.server == "github":
            return f"::group::{title}\n"
        section = f"section_start:{int(self.now())}:{_name(title)}[collapsed=true]"
        return f"\x1b[0K{section}\r\x1b[0K{title}\n"

    def end(self, title: str) -> str:
        if self.server == "github":
            return "::endgroup::\n"
        return f"\x1b[0Ksection_end:{int(self.now())}:{_name(title)}\r\x1b[0K\n"


def _name(title: str) -> str:
    return "luminos_" + re.sub(r"[^a-z]+", "_", title.lower()).strip("_")
