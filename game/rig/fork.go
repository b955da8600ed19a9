package rig

import (
	"bytes"
	"strings"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/island"
)

// Fork is a world with two sides that go on by themselves: here and there.
type Fork struct {
	t           *testing.T
	base        []byte
	Here, There *Stage
	Said        string // the report
}

// ForkOf begins a fork. On each side the others fall asleep: their peers are on the other one.
func ForkOf(s *Stage, here, there []int) *Fork {
	f := &Fork{t: s.T.(*testing.T), base: s.Snapshot(nil)}
	side := func(gone []int) *Stage {
		o := StageOf(s.T, new(island.Island))
		if err := o.Restore(f.base); err != nil {
			s.T.Fatal(err)
		}
		for _, n := range gone {
			o.Building().Depart(Key(n))
		}
		o.Run(3)
		return o
	}
	f.Here, f.There = side(there), side(here)
	return f
}

// Merge takes what happened there in, and checks what must always hold.
func (f *Fork) Merge() *Fork {
	f.t.Helper()
	branch := f.There.Snapshot(nil)
	var again island.Island
	if err := again.Restore(f.Here.Snapshot(nil)); err != nil {
		f.t.Fatal(err)
	}
	report, err := f.Here.Reconcile(f.base, branch)
	if err != nil {
		f.t.Fatal(err)
	}
	other, err := again.Reconcile(f.base, branch)
	if err != nil || !bytes.Equal(report, other) || !bytes.Equal(again.Snapshot(nil), f.Here.Snapshot(nil)) {
		f.t.Fatalf("another peer comes to something else: %v\n%s\n%s", err, report, other)
	}
	Sound(f.t, f.Here.Island)
	f.Said = string(report)
	return f
}

// Says fails unless the report has a line.
func (f *Fork) Says(line string) {
	f.t.Helper()
	if !strings.Contains(f.Said, line+"\n") {
		f.t.Errorf("the report does not say %q:\n%s", line, f.Said)
	}
}

// Pair is a stage on which 1 (Ada) and 2 (Bo) stand on bare ground.
func Pair(t testing.TB) *Stage {
	s := NewStage(t).Enter(2).Clear(10).Put(1, 0, 0).Put(2, 5, 0)
	s.Player(1).Name, s.Player(2).Name = entity.NameOf("Ada"), entity.NameOf("Bo")
	return s
}
