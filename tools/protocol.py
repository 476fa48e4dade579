"""Writes the client's types from the server's: client/src/show.ts and client/src/protocol.ts; and words the messages
for docs/protocol.md, which tools/docs.py writes.

python tools/protocol.py            # write
python tools/protocol.py --check    # say what is out of date
"""

from __future__ import annotations

import ast
import sys
import types
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from grognard.kernel import show
from grognard.server import protocol

ROOT = Path(__file__).parents[1]
RENAMED = {"Number": "NumberShown"}
"""Names that mean something else in TypeScript."""
HEAD = "/** {what} Made by tools/protocol.py: do not edit. */\n"


def structs_of(module: types.ModuleType, base: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """The structs of a module in the order in which they are written."""
    found = [x for x in vars(module).values() if isinstance(x, type) and issubclass(x, base) and x is not base]
    return [x for x in found if x.__struct_fields__ or x is protocol.Nothing]


def typescript(type_: Any) -> str:
    """A type as TypeScript writes it."""
    if type_ is None or type_ is type(None):
        return "null"
    if type_ in (int, float):
        return "number"
    if type_ in (str, bool):
        return "string" if type_ is str else "boolean"
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        return RENAMED.get(type_.__name__, type_.__name__)
    origin, args = get_origin(type_), get_args(type_)
    if origin is Literal:
        return " | ".join(f'"{x}"' for x in args)
    if origin in (Union, types.UnionType):
        return " | ".join(typescript(x) for x in args)
    if origin is dict:
        return f"Record<string, {typescript(args[1])}>"
    if origin is tuple and args[-1] is not Ellipsis:
        return f"[{', '.join(typescript(x) for x in args)}]"
    if origin in (tuple, list):
        inner = typescript(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    raise TypeError(f"{type_} has no type in TypeScript yet")


def is_optional(struct: type[msgspec.Struct], field: FieldInfo) -> bool:
    """Whether it may be left out of the JSON."""
    return not field.required and (struct.__struct_config__.omit_defaults or issubclass(struct, protocol.Asked))


def interface(struct: type[msgspec.Struct]) -> str:
    """A struct as an interface, with the first sentence of what it is."""
    lines = []
    config = struct.__struct_config__
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    for field in msgspec.structs.fields(struct):
        optional = "?" if is_optional(struct, field) else ""
        lines.append(f"  {field.encode_name}{optional}: {typescript(field.type)};")
    doc = " ".join((struct.__doc__ or "").split())
    about = f"/** {doc} */\n" if doc and not doc.startswith(f"{struct.__name__}(") else ""
    name = RENAMED.get(struct.__name__, struct.__name__)
    return (
        f"{about}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
        if lines
        else f"{about}export type {name} = Record<string, never>;\n"
    )


def show_ts() -> str:
    parts = [HEAD.format(what="What a game shows, as it arrives in JSON; what has its default is left out.")]
    parts.append("export type Point = [number, number];\n")
    parts += [interface(struct) for struct in structs_of(show, show.Shown)]
    parts.append('export type Pattern = NonNullable<Style["pattern"] | Colours["pattern"]>;\n')
    parts.append('export type LabelStyle = NonNullable<Label["style"]>;\n')
    parts.append('export type Tone = NonNullable<Badge["tone"] | Shade["tone"]>;\n')
    return "\n".join(parts)


def protocol_ts() -> str:
    named = sorted(RENAMED.get(x.__name__, x.__name__) for x in structs_of(show, show.Shown))
    own = [*structs_of(protocol, protocol.Sent), *structs_of(protocol, protocol.Asked)]
    body = [interface(struct) for struct in own if struct is not protocol.Pushed]
    body.append(f"export type Push = {typescript(protocol.Push)};\n")
    body.append(f"export type Question = {typescript(protocol.Question)};\n")
    body.append("export type Reply = Answered | NotDone;\n")
    answers = "\n".join(f"  {op}: {typescript(struct)};" for op, struct in protocol.ANSWERS.items())
    body.append(
        f"/** What a question is answered with, by its `op`. */\nexport interface Answers {{\n{answers}\n}}\n"
    )
    text = "\n".join(body)
    used = [name for name in named if f" {name}" in text or f"<{name}" in text or f"[{name}" in text]
    head = HEAD.format(what="The messages between the page and the server; docs/protocol.md tells them in words.")
    return f'{head}import type {{ {", ".join(used)} }} from "./show";\n\n{text}'


# ------------------------------------------------------------------------------------------------- in words


def notes() -> dict[tuple[str, str], str]:
    """What stands under the fields of the protocol's types, by class and field."""
    out = {}
    tree = ast.parse(Path(protocol.__file__).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for field, below in pairwise(node.body):
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    words = below.value if isinstance(below, ast.Expr) else None
                    if isinstance(words, ast.Constant) and isinstance(words.value, str):
                        out[node.name, field.target.id] = " ".join(words.value.split())
    return out


def shape(struct: type[msgspec.Struct]) -> str:
    """The fields in short, `?` where one may be left out."""
    names = [f"{f.encode_name}{'?' if is_optional(struct, f) else ''}" for f in msgspec.structs.fields(struct)]
    return f"{{{', '.join(names)}}}"


def said(struct: type[msgspec.Struct]) -> str:
    return " ".join((struct.__doc__ or "").split())


def field_rows(struct: type[msgspec.Struct]) -> str:
    told = notes()
    rows = ["| field | type | |", "|---|---|---|"]
    for field in msgspec.structs.fields(struct):
        kind = typescript(field.type).replace("|", "\\|")
        optional = "?" if is_optional(struct, field) else ""
        rows.append(f"| `{field.encode_name}{optional}` | `{kind}` | {told.get((struct.__name__, field.name), '')} |")
    return "\n".join(rows)


def in_words() -> dict[str, str]:
    """The parts of docs/protocol.md that are made, by the name of their place."""
    pushes = [f"- `{x.__struct_config__.tag}` `{shape(x)}`: {said(x)}" for x in get_args(protocol.Push)]
    questions = ["| op | fields | what it asks |", "|---|---|---|"]
    for struct in get_args(protocol.Question):
        names = [f for f in msgspec.structs.fields(struct) if f.name != "id"]
        fields = ", ".join(f"`{f.encode_name}{'?' if is_optional(struct, f) else ''}`" for f in names)
        questions.append(f"| `{struct.__struct_config__.tag}` | {fields} | {said(struct)} |")
    answers = {
        x for x in protocol.ANSWERS.values() if x.__module__ == protocol.__name__ and x is not protocol.Nothing
    }
    worded = [
        f"- `{x.__name__}` `{shape(x)}`: {said(x)}".removesuffix(": ")
        for x in sorted(answers, key=lambda x: x.__name__)
    ]
    parts = {"pushes": "\n".join(pushes), "questions": "\n".join(questions), "answers": "\n".join(worded)}
    for name in ("TableState", "Choice", "LogEntry", "Steps", "Refusal", "GameInfo", "TableInfo"):
        parts[name] = field_rows(getattr(protocol, name))
    return parts


def files() -> dict[Path, str]:
    return {ROOT / "client/src/show.ts": show_ts(), ROOT / "client/src/protocol.ts": protocol_ts()}


def main() -> int:
    stale = {path: text for path, text in files().items() if path.read_text(encoding="utf-8") != text}
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run python tools/protocol.py")
        return int(bool(stale))
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
