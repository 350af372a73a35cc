"""Runs the Jinja templates of downloaded model files, which are strangers' programs, within bounds.

Jinja's immutable sandbox keeps a template away from Python; it does not keep it from filling the memory or
never ending. So everything that can grow or repeat is paid for from a budget: every loop step, call, filter,
comparison and built list, each by the size of what it touches. Loops, joins and list displays are found in
the parsed template and wrapped there; operators, calls and filters are intercepted as they run. What is not
needed by chat templates (most filters, methods of numbers, template loading, autoescaping) does not exist.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, MappingView
from datetime import datetime
from functools import wraps
from types import BuiltinMethodType, GeneratorType
from typing import Any

from jinja2 import nodes, pass_context
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from engine.template_budget import CHARS_PER_STEP, Budget, TemplateLimitError, TemplateRefusalError

MAX_RANGE = 100_000
MAX_INTEGER_BITS = 4096

# fmt: off
FILTERS = (
    "abs", "attr", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "indent",
    "int", "items", "join", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr",
    "replace", "reverse", "select", "selectattr", "sort", "string", "title", "trim", "unique", "upper",
)
STRING_METHODS = frozenset((
    "capitalize", "count", "endswith", "find", "format", "index", "isalnum", "isalpha", "isdigit",
    "islower", "isnumeric", "isspace", "isupper", "join", "lower", "lstrip", "partition", "removeprefix",
    "removesuffix", "replace", "rfind", "rpartition", "rsplit", "rstrip", "split", "splitlines",
    "startswith", "strip", "title", "upper",
))
# fmt: on
CONTAINER_METHODS = frozenset(("count", "get", "index", "items", "keys", "values"))
PRODUCT_COST_METHODS = frozenset(("lstrip", "rstrip", "strip", "rfind", "rpartition", "rsplit"))

_SCOPES = ("_loop_vars", "_block_vars")  # Jinja's own companions of a call: all variables around it
# Names that no template can write, so these filters are only reached from what we put into the parsed
# template.
_COUNTED, _WEIGHED, _JOINED, _SLICED = (
    "paceline counted",
    "paceline weighed",
    "paceline joined",
    "paceline sliced",
)


class TemplateEnvironment(ImmutableSandboxedEnvironment):
    """The Jinja dialect of chat templates. `budget` must be set anew for every rendering."""

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,  # constant folding would run the template's expressions outside of any budget
            extensions=["jinja2.ext.loopcontrols", _GenerationTag],
            finalize=_pay_for_output,
            cache_size=0,
        )
        self.budget = Budget(0, 0, 0.0)
        filters: dict[str, Callable[..., Any]] = {name: self.filters[name] for name in FILTERS}
        filters |= {"tojson": _to_json, "safe": _as_it_is}
        self.filters = {name: self._guarded(name, function) for name, function in filters.items()}
        self.filters |= {
            _COUNTED: lambda values, steps: self.budget.counted(values, steps),
            _WEIGHED: self._weighed,
            _JOINED: self._joined,
            _SLICED: self._sliced,
        }
        tests: dict[str, Any] = self.tests
        self.tests = {name: self._guarded(name, function) for name, function in tests.items()}
        self.globals = {
            "range": _bounded_range,
            "dict": dict,
            "namespace": Namespace,
            "raise_exception": _raise_exception,
            "strftime_now": _strftime_now,
        }

    def bounded(self, source: str) -> nodes.Template:
        """The parsed template with everything in it wrapped that repeats or grows. TemplateError when
        malformed."""
        tree: nodes.Template = _Wrapper().visit(self.parse(source))
        tree.set_environment(self)
        return tree

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, str):
            return attr in STRING_METHODS
        if isinstance(obj, (dict, list, tuple)):
            return attr in CONTAINER_METHODS
        if isinstance(obj, (int, float, range, MappingView)):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, str) and attribute == "format":
            return lambda *args, **kwargs: self._format(obj, args, kwargs)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(argument, tuple):
            self.budget.weigh(argument)  # its hash visits all it holds
        if isinstance(obj, str) and argument == "format":
            return self.getattr(obj, "format")
        return super().getitem(obj, argument)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        budget = __self.budget
        for arg in (*args, *(value for name, value in kwargs.items() if name not in _SCOPES)):
            budget.weigh(arg)
        if isinstance(__obj, LoopContext):  # a recursive loop asks for its children
            return super().call(__context, __obj, budget.counted(args[0]), *args[1:], **kwargs)
        if isinstance(__obj, BuiltinMethodType):
            receiver = __obj.__self__
            if isinstance(receiver, str):
                args = __self._string_arguments(receiver, __obj.__name__, args)
            elif isinstance(receiver, (list, tuple)):
                budget.weigh(receiver)
        result = super().call(__context, __obj, *args, **kwargs)
        __self._weighed(result)
        return result

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if operator == "%" and isinstance(left, str):
            self._check_percent(left, right)
        elif operator == "**":
            self._check_power(left, right)
        elif operator == "*":
            self._check_product(left, right)
        elif isinstance(left, (str, list, tuple)) and isinstance(right, (str, list, tuple)):
            self._check_size(len(left) + len(right))
        result = super().call_binop(context, operator, left, right)
        self._check_integer(result)
        self.budget.charge(1)
        return result

    def _guarded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        passed = 1 if hasattr(function, "jinja_pass_arg") else 0  # the context or environment comes first

        @wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            budget = self.budget
            own = [budget.counted(arg) if isinstance(arg, GeneratorType) else arg for arg in args[passed:]]
            for arg in (*own, *kwargs.values()):
                budget.weigh(arg)
            if name in _FILTER_CHECKS:
                own = _FILTER_CHECKS[name](self, own, kwargs)
            return self._weighed(function(*args[:passed], *own, **kwargs))

        return guarded

    def _weighed(self, value: Any) -> Any:
        self.budget.weigh(value)
        if isinstance(value, str):
            self.budget.fit(len(value))
        self._check_integer(value)
        return value

    def _joined(self, parts: list[Any]) -> str:
        """The ~ operator."""
        for part in parts:
            _pay_for_text(self.budget, part)
        self.budget.fit(sum(len(part) for part in parts if isinstance(part, str)))
        return "".join(str(part) for part in parts)

    def _sliced(self, value: Any) -> Any:
        self.budget.charge(1 + (len(value) // CHARS_PER_STEP if isinstance(value, (str, list, tuple)) else 0))
        return value

    def _string_arguments(self, receiver: str, method: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Refuse before the call what would become too long or too slow; an iterator to join is taken
        apart."""
        self.budget.charge(len(receiver) // CHARS_PER_STEP)
        if method == "replace" and len(args) >= 2:
            self.check_replace(receiver, args[0], args[1])
        elif method == "join" and args:
            items = list(self.budget.counted(args[0]))
            self.check_join(receiver, items)
            args = (items, *args[1:])
        elif method in PRODUCT_COST_METHODS and args and isinstance(args[0], str):
            self.budget.charge(len(receiver) * len(args[0]) // 1024)
        return args

    def check_replace(self, text: str, old: str, new: str) -> None:
        """Refuse a replacement that would become too long."""
        self.budget.fit(len(text) + text.count(old) * max(0, len(new) - len(old)))

    def check_join(self, separator: str, items: list[Any]) -> None:
        """Refuse a join that would become too long."""
        self.budget.weigh(items)
        self.budget.fit(len(separator) * len(items) + sum(len(item) for item in items if isinstance(item, str)))

    def _check_size(self, length: int) -> None:
        self.budget.fit(length)
        self.budget.charge(length // CHARS_PER_STEP)

    def _check_product(self, left: Any, right: Any) -> None:
        for value, times in ((left, right), (right, left)):
            if isinstance(value, (str, list, tuple)) and isinstance(times, int):
                self._check_size(len(value) * max(0, times))

    def _check_power(self, left: Any, right: Any) -> None:
        if isinstance(left, int) and isinstance(right, int) and left.bit_length() * abs(right) > MAX_INTEGER_BITS:
            raise TemplateLimitError("computes a number that is too large")

    def _check_integer(self, value: Any) -> None:
        if isinstance(value, int) and value.bit_length() > MAX_INTEGER_BITS:
            raise TemplateLimitError("computes a number that is too large")

    def _check_percent(self, text: str, values: Any) -> None:
        if re.search(r"%(?![sdi%])", text):
            raise TemplateLimitError("formats text in a way that is not allowed here")
        self.budget.weigh(values)
        parts = values if isinstance(values, tuple) else (values,)
        self.budget.fit(len(text) + sum(len(part) for part in parts if isinstance(part, str)))

    def _format(self, text: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """str.format without attribute look-ups, nested fields and wide paddings."""
        values = (*args, *kwargs.values())
        longest = max((len(value) for value in values if isinstance(value, str)), default=0)
        n_fields = 0
        for _, field, specification, _ in string.Formatter().parse(text):
            if field is None:
                continue
            n_fields += 1
            if not re.fullmatch(r"\w*", field) or not re.fullmatch(r"[<>^]?\d{0,2}(\.\d)?[a-z]?", specification or ""):
                raise TemplateLimitError("formats text in a way that is not allowed here")
        self.budget.fit(len(text) + n_fields * longest)
        for value in values:
            _pay_for_text(self.budget, value)
        if any(isinstance(value, (list, tuple, dict)) for value in values) and n_fields > len(values):
            raise TemplateLimitError("formats the same list again and again")
        return text.format(*args, **kwargs)


class _Wrapper(NodeTransformer):
    """Puts the budget into a parsed template."""

    def visit_For(self, node: nodes.For) -> nodes.For:
        self.generic_visit(node)
        static = sum(len(data.data) for data in node.find_all(nodes.TemplateData))
        node.iter = _filtered(node.iter, _COUNTED, nodes.Const(1 + static // CHARS_PER_STEP))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), _JOINED)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Expr:
        self.generic_visit(node)
        node.expr = _filtered(node.expr, _WEIGHED)
        for operand in node.ops:
            operand.expr = _filtered(operand.expr, _WEIGHED)
        return node

    def visit_List(self, node: nodes.List) -> nodes.Expr:
        self.generic_visit(node)
        return _filtered(node, _WEIGHED)

    def visit_Dict(self, node: nodes.Dict) -> nodes.Expr:
        self.generic_visit(node)
        return _filtered(node, _WEIGHED)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Expr:
        self.generic_visit(node)
        return _filtered(node, _WEIGHED) if node.ctx == "load" else node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Expr:
        self.generic_visit(node)
        return _filtered(node, _SLICED) if isinstance(node.arg, nodes.Slice) else node

    def visit_ScopedEvalContextModifier(self, node: nodes.ScopedEvalContextModifier) -> nodes.Node:
        raise TemplateLimitError(f"switches escaping on in line {node.lineno}")


class _GenerationTag(Extension):
    """{% generation %} marks the assistant's words for training; here it is only passed through."""

    tags = {"generation"}  # noqa: RUF012 - declared so by Jinja

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _filtered(node: nodes.Node, name: str, *args: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(node, name, list(args), [], None, None, lineno=node.lineno)


def _pay_for_text(budget: Budget, value: object) -> None:
    if isinstance(value, Namespace):
        raise TemplateLimitError("prints a namespace")
    budget.weigh(value)


@pass_context  # which also keeps Jinja from calling it at compile time
def _pay_for_output(context: Context, value: Any) -> Any:
    environment = context.environment
    assert isinstance(environment, TemplateEnvironment)
    _pay_for_text(environment.budget, value)
    return value


def _checked_join(environment: TemplateEnvironment, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    items = list(environment.budget.counted(args[0]))
    separator = args[1] if len(args) > 1 else kwargs.get("d", "")
    environment.check_join(str(separator), items)
    return [items, *args[1:]]


def _checked_replace(environment: TemplateEnvironment, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    if kwargs or len(args) < 3:
        raise TemplateLimitError("uses the filter replace in a way that is not allowed here")
    environment.check_replace(str(args[0]), str(args[1]), str(args[2]))
    return args


def _checked_indent(environment: TemplateEnvironment, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    width = args[1] if len(args) > 1 else kwargs.get("width", 4)
    n_chars = len(width) if isinstance(width, str) else int(width)
    text = str(args[0])
    environment.budget.fit(len(text) + (text.count("\n") + 1) * n_chars)
    return args


def _checked_trim(environment: TemplateEnvironment, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    chars = args[1] if len(args) > 1 else kwargs.get("chars", "")
    environment.budget.charge(len(str(args[0])) * len(str(chars or "")) // 1024)
    return args


def _checked_printable(_: TemplateEnvironment, args: list[Any], __: dict[str, Any]) -> list[Any]:
    if isinstance(args[0], Namespace):
        raise TemplateLimitError("prints a namespace")
    return args


_FILTER_CHECKS: dict[str, Callable[[TemplateEnvironment, list[Any], dict[str, Any]], list[Any]]] = {
    "join": _checked_join,
    "replace": _checked_replace,
    "indent": _checked_indent,
    "trim": _checked_trim,
} | dict.fromkeys(("string", "upper", "lower", "title", "capitalize"), _checked_printable)


def _as_it_is(value: Any) -> Any:
    return value


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """As Hugging Face's templates expect it: no HTML escaping, characters left as they are."""
    if indent is not None and not (isinstance(indent, int) and 0 <= indent <= 16):
        raise TemplateLimitError("indents JSON too far")
    if separators is not None and sum(len(part) for part in separators) > 16:
        raise TemplateLimitError("separates JSON by too much")
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def _bounded_range(*args: int) -> range:
    values = range(*args)
    if values and (abs(values[-1] - values[0]) // abs(values.step)) >= MAX_RANGE:
        raise TemplateLimitError(f"counts further than {MAX_RANGE:,}")
    return values


def _raise_exception(message: object) -> str:
    raise TemplateRefusalError(str(message)[:500])


def _strftime_now(pattern: str) -> str:
    if len(pattern) > 100 or re.search(r"%[-_^#]?[^-_^#A-Za-z%]", pattern):
        raise TemplateLimitError("asks for the date in a way that is not allowed here")
    return datetime.now().strftime(pattern)
