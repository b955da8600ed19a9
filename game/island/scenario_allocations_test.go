package island_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	exhibitpkg "manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/rig"
)

// TestSteadyScenesDoNotAllocate lets scenes pass twice from one state, under the newest rules: whatever they
// need they have the second time. A tick that makes garbage does so again.
func TestSteadyScenesDoNotAllocate(t *testing.T) {
	const ticks = 600
	type scene struct {
		name string
		open func() *island.Island
		step func(i *island.Island, n int) // before tick n; nil: nothing
	}
	exhibit := func(name string) func() *island.Island {
		return func() *island.Island {
			for k := range exhibitpkg.Exhibits {
				if exhibitpkg.Exhibits[k].Name == name {
					return exhibitpkg.Exhibits[k].Open().World
				}
			}
			t.Fatal("there is no", name)
			return nil
		}
	}
	each := func(period int) func(i *island.Island, n int) {
		return func(i *island.Island, n int) {
			if n%period == 0 {
				exhibitpkg.Stir(i, n)
			}
		}
	}
	scenes := []scene{
		{"bodies that never rest", func() *island.Island { return exhibitpkg.Crowded(1, 200) }, each(30)},
		{"sleep and wake", func() *island.Island { return exhibitpkg.Crowded(1, 60) }, each(ticks / 2)},
		{"a crowd that is shared out", func() *island.Island {
			i := exhibitpkg.Crowded(5, 200)
			i.Motion.ShareOut(func(n int, f func(k int)) {
				for k := range n {
					f(k)
				}
			})
			return i
		}, func(i *island.Island, n int) {
			if n%30 == 0 && n < 90 {
				exhibitpkg.Stir(i, n)
			}
		}},
		{"people who push crates", func() *island.Island {
			s := rig.NewStage(t).Enter(3).Clear(12)
			for n := range int32(3) {
				s.Put(int(n)+1, 0, n*3-3)
				for k := range int32(6) {
					s.Crate(k+1, n*3-3)
				}
				s.Ask(int(n)+1, rig.Moving(fixed.One, 0))
			}
			return s.Run(60).Island // they count by now for how long they get nowhere
		}, func(i *island.Island, n int) {
			if n%100 == 0 {
				for k := range i.Roster.Here {
					i.Roster.Here[k].Move.X *= -1
				}
			}
		}},
		{"crates on ropes", func() *island.Island {
			s := rig.NewStage(t).Enter(2).Clear(16)
			var list []entity.Body
			for k := range int32(12) {
				list = append(list, *s.Crate(k-6, 2))
			}
			tie(s.Island, list, 8)
			return s.Island
		}, each(60)},
		{"machine", exhibit("machine"), nil},
		{"fire", exhibit("fire"), nil},
		{"water", exhibit("water"), nil},
		{"farm", exhibit("farm"), nil},
		{"carts", exhibit("carts"), nil},
		{"herd", exhibit("herd"), nil},
	}
	tiles := func(i *island.Island) (sum uint64) {
		for _, r := range i.Land.Regions {
			sum += r.Sum
		}
		return sum
	}
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			start, i := s.open(), new(island.Island)
			i.Motion.Do = start.Motion.Do
			busy := 0
			pass := func() {
				start.Copy(i)
				busy = 0
				for n := range ticks {
					if s.step != nil {
						s.step(i, n)
					}
					before := tiles(i)
					i.StepTick(nil)
					i.Digest()
					if i.Space.Awake() > 0 || tiles(i) != before {
						busy++
					}
				}
			}
			pass()
			if n := testing.AllocsPerRun(1, pass); n > 0 {
				t.Errorf("%v allocations in %d ticks", n, ticks)
			}
			if busy < ticks/20 {
				t.Errorf("something goes on in %d of %d ticks", busy, ticks)
			}
		})
	}
}

// TestCrowdsAreWarmAtOnce: one more body does not make the buffers of the bodies grow in every tick.
func TestCrowdsAreWarmAtOnce(t *testing.T) {
	i := exhibitpkg.Crowded(1, 200)
	tick := func() {
		exhibitpkg.Stir(i, int(i.Clock))
		i.StepTick(nil)
	}
	for range 10 {
		tick()
	}
	if n := testing.AllocsPerRun(30*game.TicksPerTurn, tick); n > 0 {
		t.Errorf("%v allocations in a tick", n)
	}
}
