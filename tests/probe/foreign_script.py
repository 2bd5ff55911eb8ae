"""A script for Codex with the calls of Claude Code, for a test: a mistake of whoever writes a scenario."""

from collections.abc import Mapping

from probe.scenarios.scripted import ScriptMaker
from probe.scenarios.tool_call import claude_script

SCRIPTS: Mapping[str, ScriptMaker] = {"openai-responses": claude_script}
