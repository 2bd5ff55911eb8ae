"""The page docs/rules.md, from the table of rules. Pure: it reads and writes nothing."""

from typing import Final

from captures.compare.rule import Rule
from captures.compare.rules import FAMILIES

_HEAD: Final = """\
# Rules

What `shape-probe diff` and `shape-probe check` call a difference, how grave it is, and why.

Two captures are compared when they answer the same question: one client, one scenario, the same requested conditions.
Each difference is a finding, with a rule, a severity, a pointer, what stood there before and after, and one sentence.
Things are matched by what they are and not by their index: a tool by its alias and name, a request by its role,
method, path and transport, a call by its route.
One cause is one finding, as far as the capture tells: `also` names the other places that differ for it.
Nothing is silent: what no rule knows is [`other-difference`](#anything-else).

What is no difference:

- the client's version
- the order of keys in an object
- what stands where a capture says that it wavers (`unstable`); that it came to waver is `became-unstable`
- an inconclusive capture: it shows nothing, is never compared, and is reported as such

## Severities

| Severity | Means |
| --- | --- |
| `breaking` | what reads or calls the tool as before fails |
| `notable` | somebody who parses requests wants to know |
| `cosmetic` | no program should depend on it |

They are defaults. `shape-probe.toml` sets others, by rule, and `off` is one of them:

```toml
fail-on = "notable"

[severities]
header-name-added = "cosmetic"
index-moved = "off"
```

It also accepts findings that you have looked at, each with a reason:

```toml
[[accepted]]
rule = "tool-presentation-changed"
client = "claude"
reason = "our gateway reads deferred tools"
```

An accepted finding that no longer occurs is stale, and fails until the entry is removed.
"""

_COLUMNS: Final = "| Rule | Severity | What it is, and what it means for you |\n| --- | --- | --- |\n"


def rules_page() -> str:
    """The page as Markdown: a table for each family of rules, in the order of `FAMILIES`."""
    sections = (f"## {family}\n\n{_COLUMNS}{''.join(map(_row, rules))}" for family, rules in FAMILIES.items())
    return "\n".join([_HEAD, *sections])


def _row(rule: Rule) -> str:
    return f"| `{rule.id}` | {rule.severity} | {rule.title}. {rule.reason} |\n"
