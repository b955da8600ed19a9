package counter

import "testing"

// Every counter is told once, under a name of its own.
func TestEveryCounterIsTold(t *testing.T) {
	var v Values
	for c := range v {
		v[c] = uint64(1000 + c)
	}
	told := map[uint64]int{}
	for _, all := range []map[string]uint64{v.Counted(), v.Refused()} {
		for name, n := range all {
			if told[n]++; name == "" {
				t.Errorf("counter %d has no name", n-1000)
			}
		}
	}
	for c, n := range v {
		if told[n] != 1 {
			t.Errorf("%s is told %d times", names[c].text, told[n])
		}
	}
}

// Add adds each counter to its own.
func TestAdd(t *testing.T) {
	a, b := Values{Merges: 2, Garbage: 1}, Values{Merges: 3, RelayLosses: 4}
	a.Add(&b)
	if want := (Values{Merges: 5, Garbage: 1, RelayLosses: 4}); a != want {
		t.Errorf("got %v, want %v", a, want)
	}
	if got, want := a.String(), "garbage 1, merges 5, relay losses 4"; got != want {
		t.Errorf("String is %q, want %q", got, want)
	}
}
