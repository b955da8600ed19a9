package attack_test

import (
	"slices"
	"testing"
	"time"

	"manyhold/game/script/attack"
	"manyhold/game/script/star"
)

// hazards are the ways that are known in which scripts of this language have ended a process, filled its
// memory or ended differently on two machines, in evaluators like this one. Each has its attacks in the
// corpus, whose verdicts are golden on every processor. Functions of the host and chains of messages are in
// TestGoldenHost of package script.
var hazards = []struct {
	name    string
	attacks []string
}{
	{"freezing has no mark: a function that holds itself ends the process", []string{"a function that holds itself", "a list that holds itself at the top", "nested thousands deep at the top"}},
	{"frozen tuples and closures are visited again and again", []string{"tuples that double at the top", "a closure over a closure", "a default that costs"}},
	{"a comparison costs one step, whatever it visits", []string{"equality of tuples that double", "in of tuples that double", "order of tuples that double",
		"equality of lists that hold themselves", "equality of long strings", "order of long tuples"}},
	{"a text or a key costs one step, whatever it visits", []string{"a text of everything", "a text of a list that holds itself", "a key that doubles", "a key of long strings in tuples",
		"a dict with long tuples as keys", "all keys of a small dict are long"}},
	{"an allocation of a given size takes the memory at once", []string{"list of a huge range", "a list times a huge number", "a string times a huge number", "a number times a list", "a wide format", "a precise format"}},
	{"a value doubles with each step", []string{"strings double", "strings double in place", "a list adds itself", "a list extends itself", "powers", "negative powers", "a state that doubles"}},
	{"a builtin makes more than it is given", []string{"join that grows", "replace that grows", "replace of nothing", "a format that grows", "braces that grow", "split into many parts"}},
	{"garbage is not counted", []string{"many long strings", "many long lists", "many closures", "many cells", "slices of a list", "slices of a string keep it", "copies of a large dict"}},
	{"keys have equal hashes", []string{"keys with equal low halves", "keys whose low 32 bits are equal, looked up", "strings with equal FNV-1a", "fractions and things as keys", "a number and a boolean are two keys"}},
	{"a map is visited in its own order", []string{"the order of keys", "the order of mixed keys", "a dict that is filled and emptied", "items of a large dict"}},
	{"an int has 32 bits", []string{"any over a huge range", "a range at the end", "in a huge range", "an index beyond 32 bits", "an index before the beginning", "a slice beyond 32 bits",
		"an insert beyond 32 bits", "a find from beyond", "a split in huge parts", "a shift by a huge number", "host values with 47 bits"}},
	{"a limit follows the capacity of a slice, or a product of lengths overflows", []string{"a product of lengths that overflows 32 bits", "a tuple times a huge number", "insert at the front", "a list of lists of lists"}},
	{"letters follow the tables of the library's version", []string{"letters beyond ASCII", "blanks beyond ASCII", "a broken letter", "a letter beyond ASCII in a name"}},
	{"the algorithm of a sort can be seen", []string{"sort of values without order", "sort of values without order, the other way", "sort of tuples that differ inside", "sort is stable",
		"the key of a sort fails in the middle", "which of several least", "a list is sorted in its own sort"}},
	{"a sort or a search costs more than it is charged", []string{"sort of many", "sort with a heavy key", "sort with tuples as keys", "search for the worst part", "search backwards", "count in a long string"}},
	{"a jump has no position", []string{"nothing, for ever", "while with a costly condition", "loops in loops", "a comprehension for ever"}},
	{"steps and places follow the compiler", []string{"nine hundred elifs", "a chain of conditions", "calls in calls", "ands", "unpack into its own elements", "late binding"}},
	{"the stack of the process, or of a browser, overflows", []string{"recursion", "recursion of two", "recursion by a key", "recursion by a lambda", "recursion by min", "deep expressions in deep calls",
		"deep expressions on the right", "sixty-four variables, sixty-four calls", "thirty thousand brackets", "forty brackets", "a hundred nots", "lambdas in lambdas", "targets in targets"}},
	{"the check or the compiler takes long", []string{"a source of 32 KB of comments", "unknown names beside many known ones", "names of a kilobyte", "a number of 30,000 digits", "two thousand calls", "two hundred functions",
		"a line of 2,001 words", "a comprehension of many clauses"}},
	{"the grammar moves with the parser", []string{"load", "stars in a call", "bytes", "a set comprehension", "a walrus", "chained comparisons", "an f-string", "yield", "nonlocal", "an escape that is no letter", "tabs and blanks"}},
	{"two names of one value outlive a run on some peers only", []string{"names of one list", "a default that is shared", "the state in the state"}},
	{"something outlives a run", []string{"a global list as a memory", "a global dict as a memory", "a global list in a global tuple", "a closure as a memory", "a function in the state"}},
	{"addresses can be seen", []string{"the text of a function", "functions are told apart by identity", "sort of functions"}},
	{"a value changes while a loop visits it", []string{"a list grows while it is visited", "a dict grows while it is visited", "a dict is updated by itself", "a list is cleared in its own sort"}},
	{"a rounding or an overflow follows the processor", []string{"halves", "the smallest fraction", "the least number divided by minus one", "the least number modulo minus one", "a quotient that does not fit",
		"a root of everything", "a sum that overflows", "a shift by 63", "bits of negative numbers", "a float with digits that round up"}},
	{"a host trusts its arguments", []string{"host values beyond their limits", "host values that are fractions", "host values of another kind", "host values too many", "a host function with a long text", "a host function as a key function"}},
	{"the state is larger or deeper than others read it", []string{"a state of 5 KB", "a state of many small values", "a state of 2,000 keys", "a state nested too deeply", "a state that fits exactly", "a list that holds itself in the state"}},
}

// TestHazards: each known hazard has its attacks in the corpus.
func TestHazards(t *testing.T) {
	var names []string
	for _, a := range attack.All() {
		names = append(names, a.Name)
	}
	for _, h := range hazards {
		if len(h.attacks) < 3 {
			t.Errorf("%s: only %d attacks", h.name, len(h.attacks))
		}
		for _, a := range h.attacks {
			if !slices.Contains(names, a) {
				t.Errorf("%s: there is no attack %q", h.name, a)
			}
		}
	}
}

// TestWorstStep: a step of the worst attack takes at most 20 times as long as that of the median attack, so
// that a budget of steps is one of time, and no run goes beyond its budgets. Each attack is measured as the
// least of several runs; those that seem too slow run again, for a busy machine must not be an attack.
func TestWorstStep(t *testing.T) {
	const most = 20
	type cost struct {
		name string
		prog *star.Program
		ns   float64
	}
	m, l := star.NewMachine(), library()
	measure := func(c *cost) (steps int64) {
		begin := time.Now()
		out := run(m, c.prog, nil)
		took := time.Since(begin)
		if out.Steps > star.RunLimits.Steps || out.Bytes > star.RunLimits.Bytes {
			t.Errorf("%s: %d steps, %d bytes", c.name, out.Steps, out.Bytes)
		}
		c.ns = min(c.ns, float64(took.Nanoseconds())/float64(max(out.Steps, 1)))
		return out.Steps
	}
	var all []*cost
	for _, a := range attack.All() {
		if p, err := star.Load("x", []byte(a.Source), l, star.LoadLimits); err == nil {
			if c := (&cost{a.Name, p, 1e9}); measure(c) >= 1000 {
				all = append(all, c)
			}
		}
	}
	for range 5 { // in turn: what disturbs one of them disturbs the others, too
		for _, c := range all {
			measure(c)
		}
	}
	sort := func() { slices.SortFunc(all, func(x, y *cost) int { return int(x.ns*1000) - int(y.ns*1000) }) }
	for range 200 {
		sort()
		if worst := all[len(all)-1]; worst.ns > most*all[len(all)/2].ns {
			measure(worst)
			continue
		}
		break
	}
	sort()
	for _, c := range all {
		t.Logf("%-45s %.1f ns a step", c.name, c.ns)
	}
	median, worst := all[len(all)/2].ns, all[len(all)-1]
	if worst.ns > most*median {
		t.Errorf("a step of %q takes %.1f ns, the median is %.1f ns", worst.name, worst.ns, median)
	}
	if len(all) < 50 {
		t.Errorf("only %d attacks run for a thousand steps", len(all))
	}
}
