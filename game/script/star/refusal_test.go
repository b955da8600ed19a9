package star_test

import (
	"strings"
	"testing"

	"manyhold/game/script/star"
)

// TestRefusals: a refusal names the place, the reason and the remedy.
func TestRefusals(t *testing.T) {
	for source, want := range map[string]string{
		"X = float(1)":                            "door.star:1:5: float does not exist here; a number may have a fraction already, and str makes it a string",
		"def f():\n    retrun\n":                  "door.star:2:5: nothing has the name retrun; define it, or check its spelling",
		"def f(x):\n    return lenn(x)\n":         "door.star:2:12: nothing has the name lenn; did you mean len?",
		"COUNT = 1\ndef f():\n    return CUONT\n": "door.star:3:12: nothing has the name CUONT; did you mean COUNT?",
		"def f():\n    return levl(3)\n":          "door.star:2:12: nothing has the name levl; did you mean level?",
		"def f(me):\n    me.x = 1\n":              "door.star:2:7: the attributes of things cannot be assigned to; keep values in me.state[name]",
		"def f(me):\n    return me.colour\n":      "door.star:2:15: things have no .colour; the documentation lists their attributes",
		"def f(l):\n    g = l.append\n":           "door.star:2:11: the method append must be called; write append(...)",
		"def f(l):\n    l.push(1)\n":              "door.star:2:7: there is no method push; the documentation lists all",
		"X = {1, 2}":                              "door.star:1:8: got ',', want ':'; a block begins with a colon, and a dict needs key: value; sets do not exist",
		"X = {x for x in [1]}":                    "door.star:1:11: got for, want ':'; a block begins with a colon, and a dict needs key: value; sets do not exist",
		"load(\"x\", \"y\")":                      "door.star:1:1: load does not exist here; a script is one file",
		"def f(*a):\n    pass\n":                  "door.star:1:7: * and ** do not exist here; name each parameter",
		"def f(a):\n    f(*a)\n":                  "door.star:2:7: * and ** do not exist here; name each value",
		"X = 1e5":                                 "door.star:1:5: write the number with up to 15 digits before the point and up to 12 after it, without an exponent",
		"X = b\"a\"":                              "door.star:1:5: bytes do not exist here; a string holds any bytes",
		"X = 140737488355328":                     "door.star:1:5: the number is too large; 140737488355327 is the greatest",
		"X = 1\nX = 2\n":                          "door.star:2:1: cannot reassign global X declared at door.star:1:1; choose another name, or keep the value in me.state",
		"if True:\n    pass\n":                    "door.star:1:1: if statement not within a function; put it into a function",
		"für = 1":                                 "door.star:1:2: only strings and comments may have letters other than a to z; rename it",
		"X = \"a":                                 "door.star:1:5: the string does not end; close it with \"",
		"X = " + strings.Repeat("(", 41):          "door.star:1:45: more than 40 brackets are open; give the inner part a name",
		"X = 1" + strings.Repeat("+1", 100):       "door.star:1:5: the expression is nested more than 100 deep; give a part of it a name",
		"X = " + strings.Repeat("a", 65):          "door.star:1:5: a name or a number has more than 64 letters; shorten it",
		"X = 1 // 0":                              "door.star:1:7: a division by zero",
		"class Door:\n    pass\n":                 "door.star:1:1: class does not exist here; keep values in a dict",
		"import os":                               "door.star:1:1: import does not exist here; a script is one file",
		"def f(x):\n    return 1 < x < 3\n":       "door.star:2:19: < does not associate with < (use parens); write x < y and y < z",
		"def f(x):\n    return x is None\n":       "door.star:2:16: is does not exist here; use ==",
		"def f(x)\n    return 1\n":                "door.star:2:1: got newline, want ':'; a block begins with a colon, and a dict needs key: value; sets do not exist",
		"def f(x):\n    if x:\n        return 1\n      return 2\n": "door.star:4:7: unindent does not match any outer indentation level; use the same indent for all lines of a block",
		"def f():\n    break\n":                          "door.star:2:5: break not in a loop; delete it",
		"def f(a, a):\n    pass\n":                       "door.star:1:10: duplicate parameter: a; rename one of them",
		"def f(a = 1, b):\n    pass\n":                   "door.star:1:14: required parameter may not follow optional; change their order",
		"def f():\n    f() = 1\n":                        "door.star:2:5: can't assign to callexpr; only names and elements can be assigned to",
		"X = \"\\q\"":                                    "door.star:1:5: invalid escape sequence \\q; write a backslash as \\\\",
		"def on_use():\n    light(4\n\nX = 1\n":          "door.star:4:2: got identifier, want ','; a bracket or a comma is missing before this place",
		"X = [1, 2":                                      "door.star:1:10: got end of file, want ']'; check the brackets, colons, quotes and indents up to here",
		"def f():\n    try:\n        pass\n":             "door.star:2:5: try does not exist here; check values before they are used",
		"out(1)":                                         "door.star:1:1: out acts on the world; only a handler can call it",
		"def f():\n    while True:\n        pass\nf()\n": "door.star:2:5: the run needs more than 20000 steps",
	} {
		_, err := star.Load("door.star", []byte(source), library(), star.LoadLimits)
		if err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", source, err, want)
		}
	}
}
