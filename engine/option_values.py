"""Values of options: read from what a person typed, checked against what the drafter declared, in words."""

from __future__ import annotations

from engine.commands import OptionSpec, OptionValue


def parse_value(spec: OptionSpec, text: str) -> OptionValue:
    """An option's value as typed by a person. Raises ValueError in words."""
    try:
        match spec.kind:
            case "int":
                return check_value(spec, int(text))
            case "float":
                return check_value(spec, float(text))
            case "bool":
                return check_value(
                    spec,
                    {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}[text.lower()],
                )
            case "choice":
                return check_value(spec, text)
    except (ValueError, KeyError):
        raise ValueError(f"must be {expected(spec)}, not '{text}'") from None


def check_value(spec: OptionSpec, value: OptionValue) -> OptionValue:
    """The value as the option's type. Raises ValueError in words when it does not fit."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    match spec.kind:
        case "int":
            fits = isinstance(value, int) and number and _in_range(spec, value)
        case "float":
            fits = number and _in_range(spec, float(value))
            value = float(value) if fits else value
        case "bool":
            fits = isinstance(value, bool)
        case "choice":
            fits = value in spec.choices
    if not fits:
        raise ValueError(f"must be {expected(spec)}, not {value!r}")
    return value


def _in_range(spec: OptionSpec, value: float) -> bool:
    low = float("-inf") if spec.minimum is None else spec.minimum
    high = float("inf") if spec.maximum is None else spec.maximum
    return low <= value <= high


def expected(spec: OptionSpec) -> str:
    """What an option may be, to follow 'must be'."""
    if spec.kind == "bool":
        return "true or false"
    if spec.kind == "choice":
        return "one of " + ", ".join(spec.choices)
    kind = "a whole number" if spec.kind == "int" else "a number"
    match spec.minimum, spec.maximum:
        case None, None:
            return kind
        case low, None:
            return f"{kind} of at least {low:g}"
        case None, high:
            return f"{kind} of at most {high:g}"
        case low, high:
            return f"{kind} from {low:g} to {high:g}"
