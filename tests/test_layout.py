"""The rooms hold: tests mirror modules, files stay short, the warden stays light, no file tells where it was made."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("probe", "sanitize", "fake_mcp", "captures")
MAX_LINES: Final = 400

WITHOUT_MIRROR: Final = {
    "captures/compare/words.py": "literals, without a branch",
    "probe/__main__.py": "one call of `probe.cli.main`, which tests start as `python -m probe`",
    "probe/providers/policy.py": "a value, without a branch",
    "probe/providers/replies.py": "values and a protocol, without a branch",
    "sanitize/events.py": "values, without a branch",
    "sanitize/planted.py": "values, without a branch",
    "sanitize/question.py": "values, without a branch",
}
"""Modules without a test file of their own, and why."""

WARDEN_SIDE: Final = (
    "probe/sandbox/descendants.py",
    "probe/sandbox/namespaces.py",
    "probe/sandbox/protocol.py",
    "probe/sandbox/scratch.py",
    "probe/sandbox/warden.py",
    "fake_mcp/bridge.py",
)
"""Run under `python -I -S`, where no package is to be had and each import is the client's time."""

TEXT_SUFFIXES: Final = frozenset({"", ".cfg", ".json", ".md", ".py", ".toml", ".txt", ".typed", ".yaml", ".yml"})

LOCAL: Final = {
    "a path of one machine": re.compile(r"(?<![\w.}>-])/(?:root|work)(?![\w-])|/home/(?!\w*<)[\w.-]+/"),
    "a vendor's host": re.compile(r"\b[\w.-]*(?:anthropic|openai|chatgpt)\.com\b"),
    "a registry's host": re.compile(r"\bregistry\.[\w-]+\.\w{2,}"),
}
"""What no file holds."""

ALLOWED: Final = {
    "probe/clients/codex.py": ("api.openai.com", "the name of a claim in a login token; nothing connects to it"),
    "tests/probe/clients/test_codex.py": ("api.openai.com", "the same claim"),
    "tests/captures/test_leaks.py": ("/home/somebody/", "a made-up home that the leak guard has to find"),
    "tests/captures/test_names.py": ("/root", "a path that is no name"),
}
"""Exceptions, by file: the text that is allowed there, and why."""


def modules() -> list[str]:
    return [name for package in PACKAGES for name in paths_below(package) if name.endswith(".py")]


def sources() -> list[str]:
    return [*modules(), *(name for name in paths_below("tests") if name.endswith(".py"))]


def texts() -> Iterator[tuple[str, str]]:
    folders = (*PACKAGES, "tests", "docs", ".ci")
    names = [name for folder in folders for name in paths_below(folder)]
    names += sorted(path.name for path in ROOT.iterdir() if path.is_file() and not path.name.startswith(".coverage"))
    left_out = {"native-tool-shapes.json", "tests/test_layout.py"}  # not ours to commit; has the patterns in it
    for name in names:
        if Path(name).suffix in TEXT_SUFFIXES and name not in left_out:
            yield name, (ROOT / name).read_text(encoding="utf-8")


def paths_below(folder: str) -> list[str]:
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def tree_of(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text(encoding="utf-8"), filename=name)


def mirror_of(module: str) -> str:
    path = Path(module)
    return (Path("tests") / path.parent / f"test_{path.name}").as_posix()


def imported_by(name: str) -> set[str]:
    """Modules, by full name; `from package import module` counts as the module."""
    found: set[str] = set()
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            names = {f"{source}.{alias.name}" for alias in node.names}
            found |= {whole if is_module(whole) else source for whole in names}
    return found


def is_module(dotted: str) -> bool:
    return (ROOT / f"{dotted.replace('.', '/')}.py").is_file()


def is_of_the_standard_library(dotted: str) -> bool:
    return dotted.partition(".")[0] in sys.stdlib_module_names


def test_every_module_has_a_test_file_of_its_own_or_a_reason() -> None:
    wanting = {
        module
        for module in modules()
        if Path(module).name != "__init__.py"
        and module not in WITHOUT_MIRROR
        and not (ROOT / mirror_of(module)).is_file()
    }
    assert wanting == set()


def test_every_reason_is_of_a_module_that_is_there_and_has_no_test_file() -> None:
    assert [module for module in WITHOUT_MIRROR if not (ROOT / module).is_file()] == []
    assert [module for module in WITHOUT_MIRROR if (ROOT / mirror_of(module)).is_file()] == []


def test_no_source_file_is_too_long() -> None:
    lengths = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in sources()}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


def test_every_module_says_its_duty() -> None:
    assert [name for name in modules() if not ast.get_docstring(tree_of(name))] == []


def test_packages_export_nothing_again() -> None:
    inits = [name for name in sources() if Path(name).name == "__init__.py"]
    assert {name: sorted(imported_by(name)) for name in inits if imported_by(name)} == {}


def test_what_runs_beside_the_client_imports_the_standard_library_alone() -> None:
    own = {name.removesuffix(".py").replace("/", ".") for name in WARDEN_SIDE}
    others = {
        name: sorted(each for each in imported_by(name) - own if not is_of_the_standard_library(each))
        for name in WARDEN_SIDE
    }
    assert {name: packages for name, packages in others.items() if packages} == {}


def test_tests_that_start_released_clients_are_marked() -> None:
    names = [name for name in paths_below("tests/real") if Path(name).name.startswith("test_")]
    unmarked = [name for name in names if "pytestmark = pytest.mark.real" not in ast.unparse(tree_of(name))]
    assert names != []
    assert unmarked == []


def test_no_file_tells_where_it_was_made() -> None:
    found = {
        f"{name}: {kind}: {hit[0]}"
        for name, text in texts()
        for kind, pattern in LOCAL.items()
        for hit in pattern.finditer(text)
        if hit[0] != ALLOWED.get(name, ("",))[0]
    }
    assert found == set()


def test_the_search_sees_such_texts_and_no_others() -> None:
    told = ("/root", "in /work/x", "/home/somebody/x", "https://api.anthropic.com/v1", "registry.example.org")
    plain = ("{place.root}", "root/work-1", "/workers", "/home/<name>/", "anthropic-messages", "npm's registry. Then")
    assert [text for text in told if not any(pattern.search(text) for pattern in LOCAL.values())] == []
    assert [text for text in plain if any(pattern.search(text) for pattern in LOCAL.values())] == []


def test_every_exception_is_needed() -> None:
    assert [name for name, (text, _) in ALLOWED.items() if text not in (ROOT / name).read_text(encoding="utf-8")] == []
