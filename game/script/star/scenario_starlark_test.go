package star_test

import (
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// expressions mean the same in Starlark and here.
var expressions = []string{
	"1 + 2 * 3 - 4", "7 // 2", "-7 // 2", "7 // -2", "-7 % 3", "7 % -3", "6 & 3 | 8 ^ 1", "~5", "1 << 20 >> 3", "-9 >> 1",
	"1 < 2 and 2 <= 2", "not 0 or 5", "0 or [] or 'x'", "1 if [] else 2", "'a' < 'ab'", "(1, 2) < (1, 3)", "[1, 2] == [1, 2]", "{1: 2} == {1: 2}",
	"1 == True", "None == 0", "'abc'[1]", "'abc'[-1]", "'abcdef'[1:-2]", "'abc'[5:]", "[1, 2, 3][-2]", "[1, 2, 3][1:]", "(1, 2, 3)[:2]", "'ab' * 3", "[0] * 3", "(1,) * 2",
	"'ell' in 'hello'", "2 in [1, 2]", "3 not in (1, 2)", "'k' in {'k': 1}", "len('abc') + len([1]) + len({}) + len(())",
	"[x * x for x in range(5) if x % 2]", "[(x, y) for x in range(2) for y in range(2)]", "{x: x + 1 for x in range(3)}", "[[y for y in range(x)] for x in range(3)]",
	"sorted([3, 1, 2])", "sorted(['b', 'a'], reverse = True)", "sorted([3, 1, 2], key = lambda x: -x)", "sorted([(2, 'a'), (1, 'b')])", "reversed([1, 2])", "list(range(5, 0, -2))",
	"enumerate(['a', 'b'])", "enumerate(['a'], 5)", "zip([1, 2], ['a', 'b', 'c'])", "min(3, 1, 2)", "max([1, 3, 2])", "min(['bb', 'a'], key = len)", "any([0, 1])", "all([])", "abs(-3)",
	"list((1, 2))", "tuple([1])", "dict([(1, 2)])", "bool([])", "str([1, 'a', None, True, (2,), {'k': []}])", "repr('a\"b')", "int('-12')", "range(10)[3]", "len(range(0, 10, 3))",
	"{'a': 1}.get('b', 2)", "{'a': 1, 'b': 2}.keys()", "{'a': 1, 'b': 2}.values()", "{'a': 1}.items()", "{'a': 1}.pop('a')", "{'a': 1}.setdefault('b', 3)",
	"'a,b,c'.split(',')", "'a,b,c'.split(',', 1)", "' a  b '.split()", "'-'.join(['x', 'y'])", "'hello'.replace('l', 'L', 1)", "'hello'.find('l')", "'hello'.rfind('l')", "'hello'.count('l')",
	"'  x '.strip()", "'xxaxx'.lstrip('x')", "'xxaxx'.rstrip('x')", "'Hello'.upper()", "'Hello'.lower()", "'hELLO'.capitalize()", "'hello'.startswith('he')", "'hello'.endswith('x')",
	"'12'.isdigit()", "'a1'.isalpha()", "' '.isspace()", "'%s-%d-%r%%' % ('a', 3, 'b')", "'{} {}'.format(1, 'x')", "'{1}{0}'.format('a', 'b')", "'{{}}'.format()", "[1, 2, 1].index(1)",
	"(lambda x, y = 2: x * y)(3)", "[f(1) for f in [lambda x: x + i for i in range(3)]]",
}

// TestSameAsStarlark compares the values of expressions, and the results of the programs of the benchmarks,
// with those of the library's evaluator.
func TestSameAsStarlark(t *testing.T) {
	l, m := library(), star.NewMachine()
	options := &syntax.FileOptions{While: true}
	compare := func(name, source string, theirs starlark.Tuple) {
		thread := &starlark.Thread{}
		globals, err := starlark.ExecFileOptions(options, thread, name, source, nil)
		if err != nil {
			t.Errorf("%s: the library refuses it: %v", name, err)
			return
		}
		want, err := starlark.Call(thread, globals["on_use"], theirs, nil)
		if err != nil {
			t.Errorf("%s: the library: %v", name, err)
			return
		}
		prog, err := star.Load(name, []byte(source), l, star.LoadLimits)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		out := m.Call(star.Run{Program: prog, Handler: "on_use", Args: []value.Value{value.Thing(1)}, Limits: value.Limits{Steps: 1 << 30, Bytes: 1 << 30}})
		if out.Fault != nil {
			t.Errorf("%s: %v", name, out.Fault)
			return
		}
		var meter value.Meter
		meter.Begin(star.RunLimits)
		if got, _ := value.Str(&meter, out.Result, true).AsText(); got != want.String() {
			t.Errorf("%s is %s, in Starlark %s", name, got, want)
		}
	}
	for _, e := range expressions {
		compare(e, "def on_use(me):\n    return "+e+"\n", starlark.Tuple{starlark.MakeInt(1)})
	}
	for _, p := range programs {
		compare(p.name, p.source, starlark.Tuple{starlark.MakeInt(1)})
	}
}
