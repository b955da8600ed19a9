package reconcile_test

import (
	"testing"

	"manyhold/game/beacon"
	"manyhold/game/event"
	"manyhold/game/lights"
	"manyhold/game/rig"
	"manyhold/game/terrain"
)

func kindle(s *rig.Stage, who, light int) {
	beacon.Kindle(&s.State, s.Player(who), terrain.Lights(s.Gen.Seed)[light])
}

// TestMergedLights: all that burn on either side burn afterwards. Of one that both sides lit, the first on
// the firm side stays the first; of one that both tended, the side counts that did so more often. Times of
// the side behind are as long ago as they were there.
func TestMergedLights(t *testing.T) {
	s := rig.Pair(t)
	kindle(s, 1, 0)
	f := rig.ForkOf(s, []int{1}, []int{2})
	f.Here.Run(600)
	f.There.Run(300)
	kindle(f.Here, 1, 1)
	kindle(f.Here, 1, 3)
	kindle(f.There, 2, 2)
	kindle(f.There, 2, 3)
	f.There.Lights.Tend(0, f.There.Clock)
	f.There.Lights.Tend(0, f.There.Clock)
	f.Here.Lights.Tend(0, f.Here.Clock-100)
	f.Here.Run(3)
	f.There.Run(3)
	f.Merge()
	l := &f.Here.Lights
	if l.Count() != 4 {
		t.Fatalf("%d lights burn", l.Count())
	}
	for n, who := range []int{1, 1, 2, 1} {
		if e, _ := l.Entry(n); e.Name != s.Player(who).Name {
			t.Errorf("light %d was lit by %s", n, e.Name)
		}
	}
	e0, _ := l.Entry(0)
	e2, _ := l.Entry(2)
	if e0.Cared != 2 || e0.Tended != f.Here.Clock-3 || e2.Since != f.Here.Clock-3 {
		t.Errorf("at tick %d: %+v, %+v", f.Here.Clock, e0, e2)
	}
}

// TestTheFestivalOfAMerge: if all nine burn only together, the festival begins with the merge.
func TestTheFestivalOfAMerge(t *testing.T) {
	s := rig.Pair(t)
	f := rig.ForkOf(s, []int{1}, []int{2})
	for n := range lights.Count {
		if n%2 == 0 {
			kindle(f.Here, 1, n)
		} else {
			kindle(f.There, 2, n)
		}
	}
	f.Here.Run(90)
	f.There.Run(30)
	f.Merge()
	if since, whole := f.Here.Lights.Whole(); !whole || since != f.Here.Clock || !f.Here.Lights.Festive(f.Here.Clock) {
		t.Errorf("all burn since %d, %v; it is %d", since, whole, f.Here.Clock)
	}
	if f.Here.Run(3).Saw(event.Feasted) == nil {
		t.Error("nobody is told")
	}
}
