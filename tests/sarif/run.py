#!/usr/bin/env python3
"""`trvm check --format sarif` against the format's schema (schema.json) and against what `--json` says. Prints TAP.

    tests/sarif/run.py TOP TRVM

The validator below knows the words of JSON Schema that schema.json uses and refuses a schema with others. It is itself
tested: logs that were spoilt on purpose must be refused.
"""
import copy
import glob
import json
import os
import re
import subprocess
import sys

TOP, TRVM = (os.path.abspath(path) for path in sys.argv[1:3])
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "number": (int, float)}
KNOWN = {"$schema", "title", "definitions", "type", "required", "additionalProperties", "properties", "items", "enum",
         "minimum", "minItems", "uniqueItems", "$ref", "anyOf", "format", "pattern"}


class Wrong(Exception):
    """Where a value breaks the schema, and how."""


class Schema:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.whole = json.load(file)

    def check(self, value, schema=None, where="log"):
        schema = self.whole if schema is None else schema
        if set(schema) - KNOWN:
            raise Wrong(f"the validator does not know {sorted(set(schema) - KNOWN)}")
        if "$ref" in schema:
            schema = self.whole["definitions"][schema["$ref"].rpartition("/")[2]]
        kind = schema.get("type")
        if kind and (not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool))):
            raise Wrong(f"{where} is no {kind}")
        if "enum" in schema and value not in schema["enum"]:
            raise Wrong(f"{where}: {value!r} is not allowed")
        if "minimum" in schema and value < schema["minimum"]:
            raise Wrong(f"{where}: {value} is below {schema['minimum']}")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            raise Wrong(f"{where}: {value!r} has not the right form")
        if schema.get("format", "").startswith("uri") and not re.fullmatch(r"[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*", value):
            raise Wrong(f"{where}: {value!r} is no URI")
        if isinstance(value, dict):
            self.check_object(value, schema, where)
        if isinstance(value, list):
            self.check_array(value, schema, where)

    def check_object(self, value, schema, where):
        missing = [name for name in schema.get("required", []) if name not in value]
        if missing:
            raise Wrong(f"{where} has no {', '.join(missing)}")
        if "anyOf" in schema and not any(all(name in value for name in one["required"]) for one in schema["anyOf"]):
            raise Wrong(f"{where} has none of what it needs")
        for name, part in value.items():
            if name in schema.get("properties", {}):
                self.check(part, schema["properties"][name], f"{where}.{name}")
            elif schema.get("additionalProperties") is False:
                raise Wrong(f"{where} may not have {name}")

    def check_array(self, value, schema, where):
        if len(value) < schema.get("minItems", 0):
            raise Wrong(f"{where} is too short")
        if schema.get("uniqueItems") and len({json.dumps(one, sort_keys=True) for one in value}) < len(value):
            raise Wrong(f"{where} has the same item twice")
        for i, item in enumerate(value):
            self.check(item, schema.get("items", {}), f"{where}[{i}]")


def run(file, *words):
    done = subprocess.run([TRVM, "check", *words, os.path.basename(file)], cwd=os.path.dirname(file), timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return json.loads(done.stdout)


def compare(log, plain):
    """The log says what `--json` says, in the same order, and every rule is where its number points."""
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    results = log["runs"][0]["results"]
    if len(results) != len(plain["diagnostics"]):
        raise Wrong(f"{len(results)} results for {len(plain['diagnostics'])} diagnostics")
    for result, one in zip(results, plain["diagnostics"]):
        region = result["locations"][0]["physicalLocation"]["region"]
        if rules[result["ruleIndex"]]["id"] != result["ruleId"] or result["ruleId"] != one["code"]:
            raise Wrong(f"{result['ruleId']} is not {one['code']}")
        if (region["startLine"], region["startColumn"]) != (one["line"], one["col"]):
            raise Wrong(f"{result['ruleId']} stands elsewhere")
        if bool(result.get("fixes")) != bool(one["fix"]):
            raise Wrong(f"{result['ruleId']}: one has a correction, the other has none")


def spoilt(log):
    """Copies of a log, each with one thing wrong."""
    changes = [lambda one: one.pop("version"), lambda one: one.update(version="2.0.0"),
               lambda one: one["runs"][0].pop("tool"), lambda one: one["runs"][0].update(surprise=1),
               lambda one: one["runs"][0]["results"][0].update(level="fatal"),
               lambda one: one["runs"][0]["results"][0].pop("message"),
               lambda one: one["runs"][0]["results"][0].update(ruleIndex="0"),
               lambda one: one["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0)]
    for change in changes:
        one = copy.deepcopy(log)
        change(one)
        yield one


def main():
    schema = Schema(os.path.join(TOP, "tests", "sarif", "schema.json"))
    files = sorted(glob.glob(os.path.join(TOP, "tests/golden/diagnostics/*.trv")) +
                   glob.glob(os.path.join(TOP, "games/*.trv")))
    failed = fixes = 0
    example = None
    for file in files:
        name = os.path.relpath(file, TOP)
        try:
            log, plain = run(file, "--format", "sarif"), run(file, "--format", "json")
            schema.check(log)
            compare(log, plain)
            example = example or (log if log["runs"][0]["results"] else None)
            fixes += sum("fixes" in result for result in log["runs"][0]["results"])
            print(f"ok - {name}")
        except (Wrong, ValueError, KeyError, IndexError) as error:
            failed += 1
            print(f"not ok - {name}\n# {error}")
    for i, log in enumerate(spoilt(example), 1):
        try:
            schema.check(log)
            failed += 1
            print(f"not ok - spoilt log {i}\n# it was taken")
        except Wrong:
            print(f"ok - spoilt log {i} is refused")
    print(f"{'ok' if fixes else 'not ok'} - some results carry a correction")
    print(f"1..{len(files) + i + 1}")
    return 1 if failed or not fixes else 0


if __name__ == "__main__":
    sys.exit(main())
