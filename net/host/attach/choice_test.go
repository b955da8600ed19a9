package attach

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

func id(b byte) key.ID { return key.ID{b} }

// seen is what a test shows to a choice: round trips in milliseconds by the first byte of a key, and for how
// long; then the chosen one.
type seen struct {
	rtts  map[byte]int
	span  time.Duration
	avoid byte // fails before that, for half a minute
	want  byte
}

func TestChoice(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []seen
	}{
		{"nobody is there", []seen{{rtts: nil, want: 0}}},
		{"the lowest", []seen{{rtts: map[byte]int{1: 40, 2: 20, 3: 30}, want: 2}}},
		{"a known one before an unknown one", []seen{{rtts: map[byte]int{1: 0, 2: 300}, want: 2}}},
		{"of equals the lower key", []seen{{rtts: map[byte]int{2: 20, 1: 20}, want: 1}}},
		{"a little nearer is not enough, however long", []seen{{rtts: map[byte]int{1: 40}, want: 1}, {rtts: map[byte]int{1: 40, 2: 31}, span: time.Minute, want: 1}}},
		{"ten milliseconds of a hundred are not enough", []seen{{rtts: map[byte]int{1: 100}, want: 1}, {rtts: map[byte]int{1: 100, 2: 85}, span: time.Minute, want: 1}}},
		{"a fifth of little is not enough", []seen{{rtts: map[byte]int{1: 12}, want: 1}, {rtts: map[byte]int{1: 12, 2: 3}, span: time.Minute, want: 1}}},
		{"clearly nearer, not for long", []seen{{rtts: map[byte]int{1: 40}, want: 1}, {rtts: map[byte]int{1: 40, 2: 20}, span: 2900 * time.Millisecond, want: 1}, {rtts: map[byte]int{1: 40, 2: 35}, want: 1},
			{rtts: map[byte]int{1: 40, 2: 20}, span: 2900 * time.Millisecond, want: 1}}},
		{"clearly nearer for long", []seen{{rtts: map[byte]int{1: 40}, want: 1}, {rtts: map[byte]int{1: 40, 2: 20}, span: 3100 * time.Millisecond, want: 2}}},
		{"several that take turns as the nearest", []seen{{rtts: map[byte]int{1: 60}, want: 1}, {rtts: map[byte]int{1: 60, 2: 20, 3: 22}, span: 1600 * time.Millisecond, want: 1},
			{rtts: map[byte]int{1: 60, 2: 22, 3: 20}, span: 1600 * time.Millisecond, want: 3}}},
		{"it is gone", []seen{{rtts: map[byte]int{1: 10, 2: 90, 3: 50}, want: 1}, {rtts: map[byte]int{2: 90, 3: 50}, want: 3}}},
		{"it failed", []seen{{rtts: map[byte]int{1: 10, 2: 90}, want: 1}, {avoid: 1, rtts: map[byte]int{1: 10, 2: 90}, want: 2}, {rtts: map[byte]int{1: 10, 2: 90}, span: 29 * time.Second, want: 2},
			{rtts: map[byte]int{1: 10, 2: 90}, span: 5 * time.Second, want: 1}}},
		{"the only one failed", []seen{{rtts: map[byte]int{1: 10}, want: 1}, {avoid: 1, rtts: map[byte]int{1: 10}, want: 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var choice Choice
			now := time.Unix(1000, 0)
			for i, s := range c.steps {
				if s.avoid != 0 {
					choice.Avoid(id(s.avoid), now.Add(30*time.Second))
				}
				var replicas []Replica
				for b, ms := range s.rtts {
					replicas = append(replicas, Replica{id(b), time.Duration(ms) * time.Millisecond})
				}
				got := choice.Of(now, replicas)
				for end := now.Add(s.span); now.Before(end); {
					now = now.Add(50 * time.Millisecond)
					got = choice.Of(now, replicas)
				}
				if got != id(s.want) {
					t.Fatalf("step %d: %d, want %d", i, got[0], s.want)
				}
			}
		})
	}
}

// TestChoiceRests: whatever the round trips do, a choice changes at most once in betterFor while the chosen
// replica is there, never to one that is not clearly nearer, and in the end no replica is clearly nearer.
func TestChoiceRests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var choice Choice
		now, changed := time.Unix(1000, 0), time.Time{}
		var at key.ID
		rtts := make([]int, rapid.IntRange(1, 6).Draw(t, "replicas"))
		list := func() (all []Replica) {
			for i, ms := range rtts {
				all = append(all, Replica{id(byte(i + 1)), time.Duration(ms) * time.Millisecond})
			}
			return all
		}
		of := func(k key.ID) Replica { return list()[k[0]-1] }
		step := func() {
			got := choice.Of(now, list())
			if got != at && !at.IsZero() {
				if now.Sub(changed) < betterFor {
					t.Fatalf("changed again after %v", now.Sub(changed))
				}
				if !of(got).clearlyNearer(of(at)) {
					t.Fatalf("went from %v to %v", of(at), of(got))
				}
			}
			if got != at {
				at, changed = got, now
			}
			now = now.Add(100 * time.Millisecond)
		}
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "changes") {
				rtts[rapid.IntRange(0, len(rtts)-1).Draw(t, "which")] = rapid.IntRange(0, 300).Draw(t, "round trip")
			}
			step()
		}
		for range 2 * int(betterFor/(100*time.Millisecond)) {
			step()
		}
		for _, r := range list() {
			if r.clearlyNearer(of(at)) {
				t.Fatalf("stays with %v beside %v", of(at), r)
			}
		}
	})
}
