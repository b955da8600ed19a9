package attack_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/script/attack"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

var update = flag.Bool("update", false, "rewrite the verdicts in testdata")

const goldenFile = "testdata/verdicts.txt"

// library is a host with functions of the usual kinds: out is an effect, level has a bound, kind is an
// attribute.
func library() *star.Library {
	return star.NewLibrary([]star.Function{
		{Name: "out", Params: []string{"x"}, Need: 1, Steps: 2, Do: func(c *star.Call) value.Value {
			c.Alloc(64)
			return value.None
		}},
		{Name: "level", Params: []string{"n"}, Need: 1, Do: func(c *star.Call) value.Value { return value.Int(c.Int(0, 0, 15)) }},
	}, []star.Constant{{Name: "SECOND", Value: value.Int(60)}}, star.Attributes{Names: []string{"kind"}, Get: func(c *star.Call, thing uint64, name string) value.Value {
		return c.String("lamp")
	}})
}

// verdict loads and runs a script. The text has all that peers must agree on, and no words.
func verdict(m *star.Machine, l *star.Library, source string) string {
	p, err := star.Load("x", []byte(source), l, star.LoadLimits)
	if err != nil {
		r := err.(*star.Refusal)
		if r.Run != nil {
			return fmt.Sprintf("not loaded: %s at %s", r.Run.Kind, r.At)
		}
		return fmt.Sprintf("refused at %s", r.At)
	}
	steps, bytes := p.Cost()
	out := run(m, p, nil)
	end := "done"
	if out.Fault != nil {
		end = fmt.Sprintf("%s at %s", out.Fault.Kind, out.Fault.At)
	}
	return fmt.Sprintf("%s, %d steps, %d bytes, state %s, top %d %d", end, out.Steps, out.Bytes, digest(out.State), steps, bytes)
}

func run(m *star.Machine, p *star.Program, state []byte) star.Outcome {
	return m.Call(star.Run{Program: p, Handler: "on_use", Self: 7, Args: []value.Value{value.Thing(7), value.Thing(9)},
		State: state, Limits: star.RunLimits})
}

// digest is a short text for bytes.
func digest(b []byte) string {
	if len(b) == 0 {
		return "-"
	}
	return fmt.Sprintf("%x", sha256.Sum256(b))[:12]
}

// TestGoldenVerdicts compares how each attack ends with the file, which is the same for all processors.
func TestGoldenVerdicts(t *testing.T) {
	m, l := star.NewMachine(), library()
	var b strings.Builder
	names := map[string]bool{}
	for _, a := range attack.All() {
		if names[a.Name] {
			t.Errorf("two attacks have the name %q", a.Name)
		}
		names[a.Name] = true
		fmt.Fprintf(&b, "%s: %s\n", a.Name, verdict(m, l, a.Source))
	}
	if len(names) < 100 {
		t.Errorf("only %d attacks", len(names))
	}
	fmt.Fprintf(&b, "mutants: %s\n", mutants(m, l, 6000))
	rig.Golden(t, goldenFile, b.String(), *update)
}

// mutants runs that many changed attacks, the same on each machine, and returns the digest of their verdicts.
func mutants(m *star.Machine, l *star.Library, n uint64) string {
	var all []attack.Attack
	for _, a := range attack.All() {
		if star.Check("x", []byte(a.Source), l) == nil && len(a.Source) < 2000 {
			all = append(all, a)
		}
	}
	h := sha256.New()
	loaded := 0
	for k := range n {
		below := func(i uint64, n int) int { return int(random.Below(random.Hash(15, k, i, 0), uint32(n))) }
		source := []byte(all[below(0, len(all))].Source)
		other := all[below(1, len(all))].Source
		for i := range uint64(1 + below(2, 2)) {
			at := below(10+i, len(source))
			from := below(20+i, len(other))
			size := min(below(30+i, 12)+1, len(other)-from)
			switch below(40+i, 3) {
			case 0: // a piece of another attack
				source = append(source[:at:at], append([]byte(other[from:from+size]), source[at:]...)...)
			case 1: // less
				source = append(source[:at:at], source[min(at+size, len(source)):]...)
			case 2: // another byte
				source[at] = other[from]
			}
			if len(source) == 0 {
				source = []byte("\n")
			}
		}
		v := verdict(m, l, string(source))
		if !strings.HasPrefix(v, "refused") {
			loaded++
		}
		fmt.Fprintln(h, v)
	}
	return fmt.Sprintf("%d loaded, %x", loaded, h.Sum(nil))
}

// TestMemory: no attack allocates more than 8 MB, garbage and compilation included.
func TestMemory(t *testing.T) {
	m, l := star.NewMachine(), library()
	const most = 8 << 20
	worst, name := uint64(0), ""
	for _, a := range attack.All() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		verdict(m, l, a.Source)
		runtime.ReadMemStats(&after)
		n := after.TotalAlloc - before.TotalAlloc
		if n > most {
			t.Errorf("%s: %d bytes", a.Name, n)
		}
		if n > worst {
			worst, name = n, a.Name
		}
	}
	t.Logf("at most %d bytes: %s", worst, name)
}

// TestAgain: an attack ends in the same way when it runs a second time, on the same machine and on a new one.
func TestAgain(t *testing.T) {
	m, l := star.NewMachine(), library()
	for _, a := range attack.All() {
		first := verdict(m, l, a.Source)
		if again, fresh := verdict(m, l, a.Source), verdict(star.NewMachine(), l, a.Source); first != again || first != fresh {
			t.Errorf("%s: %s; then %s; on a new machine %s", a.Name, first, again, fresh)
		}
	}
}
