// Package attack is a corpus of scripts that try to stall, to escape, to fill the memory or to end
// differently on two machines. Its test pins how each of them ends: refused or not, the kind of its fault,
// steps, bytes, line and column. The same text must come out on every processor. Packages that add functions
// for scripts run the corpus too, and add attacks on these functions.
package attack

import (
	"strconv"
	"strings"
)

// Attack is one script. Its handler is on_use(me, who), if it gets that far.
type Attack struct {
	Name   string
	Source string
}

// All returns the corpus.
func All() []Attack {
	var all []Attack
	for _, text := range []string{loops, memory, order, hashes, numbers, calls, outside, sources} {
		all = append(all, parse(text)...)
	}
	return append(all, generated()...)
}

// parse divides a text into scripts: each begins with a line of == and its name.
func parse(text string) []Attack {
	var all []Attack
	for part := range strings.SplitSeq(text, "\n== ") {
		name, source, ok := strings.Cut(part, "\n")
		if ok && strings.TrimSpace(part) != "" {
			all = append(all, Attack{name, source + "\n"})
		}
	}
	return all
}

// generated returns the attacks that are too long or too regular to be written out.
func generated() []Attack {
	use := func(lines ...string) string {
		return "def on_use(me, who):\n    " + strings.Join(lines, "\n    ") + "\n"
	}
	times := strings.Repeat
	chain := "if who == 1:\n        pass\n"
	for range 900 {
		chain += "    elif who == 2:\n        pass\n"
	}
	indented := ""
	for i := range 30 {
		indented += times("    ", i+1) + "if True:\n"
	}
	nestedDefs := ""
	for i := range 45 {
		nestedDefs += times(" ", i) + "def f():\n"
	}
	loops := ""
	for i := range 15 {
		loops += times(" ", i+1) + "for x in range(9):\n"
	}
	return []Attack{
		{"a source of 33 KB", times("# 32 bytes are in each such line\n", 1024)},
		{"a source of 32 KB of comments", times("#\n", 16<<10)},
		{"forty-one brackets", use("x = " + times("[", 41) + times("]", 41))},
		{"forty brackets", use("x = "+times("(", 40)+"1"+times(")", 40), "return x")},
		{"thirty thousand brackets", times("(", 30000)},
		{"brackets in what looks like a string", "x = for\"" + times("(", 3000)},
		{"a line of 2,001 words", use("x = 1" + times(" + 1", 1000))},
		{"a sum of 99", use("x = 1"+times(" + 1", 98), "return x")},
		{"a sum of 101", use("x = 1" + times(" + 1", 101))},
		{"a hundred nots", use("x = " + times("not ", 101) + "1")},
		{"a hundred minuses", use("x = " + times("-", 101) + "1")},
		{"a chain of conditions", use("x = " + times("1 if who else ", 101) + "1")},
		{"lambdas in lambdas", use("x = " + times("lambda: ", 60) + "1")},
		{"nine hundred elifs", "def on_use(me, who):\n    " + chain},
		{"nine hundred elifs, recursively", "def on_use(me, who, n=1):\n    " + chain + "    else:\n        on_use(me, who)\n"},
		{"thirty blocks", "def on_use(me, who):\n" + indented + times("    ", 31) + "pass\n"},
		{"forty-five functions in functions", nestedDefs + times(" ", 45) + "pass\n"},
		{"fifteen loops", "def on_use(me, who):\n" + loops + times(" ", 16) + "pass\n"},
		{"an indent of two hundred", "def on_use(me, who):\n" + times(" ", 200) + "pass\n"},
		{"sixty-five variables", use(variables(65)...)},
		{"sixty-four variables, sixty-four calls", "def on_use(me, who):\n    f(1)\ndef f(n):\n    " + strings.Join(variables(63), "\n    ") + "\n    f(n)\n"},
		{"seventeen parameters", "def on_use(" + strings.TrimSuffix(times("a, ", 17), ", ") + "):\n    pass\n"},
		{"a list of 3,000 in one line", use("x = ["+times("1,", 990)+"]", "for i in range(100):", "    y = ["+times("1,", 900)+"]")},
		{"a list of 5,000", use("x = [" + times("1,\n", 5000) + "]")},
		{"twenty thousand parts", use("x = ["+times("[],", 5000)+"]", times("x\n    ", 9000))},
		{"a string of 20 KB", use("x = \"" + times("x", 20000) + "\"")},
		{"deep expressions in deep calls", "def on_use(me, who):\n    return 1" + times(" + 1", 90) + " + on_use(me, who)\n"},
		{"deep expressions on the right", "def f(n):\n    return " + times("1 + (", 38) + "f(n)" + times(")", 38) + "\ndef on_use(me, who):\n    f(1)\n"},
		{"all keys of a small dict are long", use("a = \""+times("x", 4000)+"\" * 4", "d = {a + str(i): i for i in range(8)}", "k = a + \"9\"", "while True:", "    d.get(k)")},
		{"a default that costs", use("while True:", "    f = lambda a = ["+times("1,", 400)+"]: 0")},
		{"a comment that never ends", "#" + times("x", 30000)},
		{"tabs", times("\t", 161) + "pass"},
		{"calls in calls", use("x = " + times("str(", 39) + "1" + times(")", 39))},
		{"calls in calls, too many", use("x = " + times("str(", 41) + "1" + times(")", 41))},
		{"indices of indices", use("x = [0]", "return x"+times("[0]", 101))},
		{"attributes of attributes", use("return me" + times(".id", 101))},
		{"ands", use("return " + times("1 and ", 101) + "1")},
		{"a comprehension of many clauses", use("return [1 " + times("for x in range(2) ", 60) + "]")},
		{"unknown names beside many known ones", numbered("abcdef%d = 1\n", 1500) + "def f():\n" + numbered("    abcxyz%d\n", 600)},
		{"names of a kilobyte", times("abcdefgh", 128) + " = 1\n"},
		{"a number of 30,000 digits", "x = " + times("9", 30000)},
		{"a fraction of 30,000 digits", "x = 1." + times("9", 30000)},
		{"two hundred arguments by name", "def on_use(me, who):\n    on_use(" + numbered("a%d=1,", 200) + ")\n"},
		{"two thousand calls", "def on_use(me, who):\n" + times("    len(\"x\")\n", 2000)},
		{"two hundred functions", numbered("def f%d(x):\n    return [x for x in range(9)]\n", 200)},
		{"targets in targets", use(times("(", 38) + "a" + times(",)", 38) + " = 1")},
	}
}

// numbered returns a line n times, each with its number.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", strconv.Itoa(i)))
	}
	return b.String()
}

// variables returns n assignments to different variables.
func variables(n int) []string {
	var out []string
	for i := range n {
		out = append(out, "v"+string(rune('a'+i%26))+string(rune('a'+i/26))+" = 1")
	}
	return out
}
