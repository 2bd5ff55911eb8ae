"""Closed lists that the command line and the findings share. Only literals: they are imported fast."""

from typing import Literal

FailOn = Literal["breaking", "notable", "any"]
"""From which severity on a finding fails. `any` is the lowest, cosmetic."""

FormatName = Literal["text", "markdown", "json", "junit", "sarif", "github"]
"""How findings are written: the keys of `captures.compare.formats.table.FORMATS`."""
