package engine

import (
	"errors"
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// crowd is an engine with bodies of both kinds, some asleep and some on the way, on several sorts of ground.
func crowd(t testing.TB, name string) Engine {
	e := engines[name]()
	for k := range 40 {
		e.Tell([]Act{spawn(game.EntityID(3*k+1), uint16(k%2), float64(k%8)*2.5+2, float64(k/8)*4+2.2, float64(k*7%11)-5, float64(k*5%9)-4)})
	}
	for k := range 12 {
		e.Tell([]Act{{Do: Ground, Kind: uint16(wall + k%2), Pos: place(float64(k*2)+0.5, float64(k*5%side)+0.5)}})
	}
	e.Tell([]Act{{Do: Attach, Joint: rigid.Joint{Number: 5, A: 1, B: 7, Length: 4 * fixed.One}}})
	for range 90 {
		e.Tell([]Act{{Do: Advance}})
	}
	e.Tell([]Act{{Do: Push, ID: 4, Vel: fixed.SVec{X: 5 * fixed.One}}})
	return e
}

// TestSnapshot: who is made what another was is in the same state, says the same of itself, and goes on the same, and so
// does the other one when it goes back.
func TestSnapshot(t *testing.T) {
	for _, name := range all {
		e, other := crowd(t, name), engines[name]()
		e.Tell([]Act{{Do: Remove, ID: 10}})
		data := e.Snapshot([]byte("before"))[len("before"):]
		if err := other.Restore(data); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if other.Digest() != e.Digest() || !slices.Equal(other.Snapshot(nil), data) {
			t.Errorf("%s: it is another state", name)
		}
		course := func(e Engine) (digests []uint64, told []Report) {
			for k := range 200 {
				acts := []Act{{Do: Advance}}
				if k%40 == 20 {
					acts = append(acts, Act{Do: Push, ID: game.EntityID(3*k/5 + 1), Vel: fixed.SVec{Y: -9 * fixed.One}}, spawn(game.EntityID(1000-k), ball, 12, 1.5, 3, 8))
				}
				told = append(told, e.Tell(acts)...)
				digests = append(digests, e.Digest())
			}
			return digests, told
		}
		digests, told := course(e)
		moved := slices.Compact(slices.Clone(digests))
		if len(moved) < 100 {
			t.Errorf("%s: %d different states in 200 steps", name, len(moved))
		}
		if err := e.Restore(data); err != nil {
			t.Fatalf("%s: back: %v", name, err)
		}
		for who, e := range []Engine{other, e} {
			again, heard := course(e)
			if !slices.Equal(digests, again) {
				t.Errorf("%s %d: it goes on otherwise", name, who)
			}
			if !slices.Equal(told, heard) {
				at := 0
				for at < min(len(told), len(heard)) && told[at] == heard[at] {
					at++
				}
				t.Errorf("%s %d: told otherwise from report %d on: %+v, was %+v", name, who, at, heard[at:], told[at:])
			}
		}
	}
}

// TestMalformedSnapshots: each is refused with ErrState, and nothing changes.
func TestMalformedSnapshots(t *testing.T) {
	for _, name := range all {
		e := crowd(t, name)
		data, before := e.Snapshot(nil), e.Digest()
		refused := func(what string, data []byte) {
			if err := e.Restore(data); !errors.Is(err, ErrState) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
			if e.Digest() != before || !slices.Equal(e.Snapshot(nil), e.Snapshot(nil)) {
				t.Fatalf("%s: %s: refused, and changed something", name, what)
			}
		}
		for n := range data {
			refused("cut", data[:n])
		}
		refused("longer", append(slices.Clone(data), 0))
		for at := range 5 {
			other := slices.Clone(data)
			other[at]++
			refused("another beginning", other)
		}
		for _, sort := range all {
			if sort != name {
				refused("of a "+sort, crowd(t, sort).Snapshot(nil))
			}
		}
	}
	p := crowd(t, "plain")
	data := p.Snapshot(nil)
	for what, change := range map[string]func(d []byte){
		"origin":    func(d []byte) { d[5]++ },
		"width":     func(d []byte) { d[13]++ },
		"surface":   func(d []byte) { d[plainHead] = 200 },
		"IDs":       func(d []byte) { d[plainHead+side*side] = 9 },
		"kind":      func(d []byte) { d[len(d)-2] = 200 },
		"its bits":  func(d []byte) { d[len(d)-1] = 4 },
		"the count": func(d []byte) { d[plainHead-1] = 255 },
	} {
		other := slices.Clone(data)
		change(other)
		if err := p.Restore(other); !errors.Is(err, ErrState) {
			t.Errorf("plain: %s: %v", what, err)
		}
	}
}

// TestAskingAllocatesNothing: nor do snapshots, when the memory that is lent is long enough.
func TestAskingAllocatesNothing(t *testing.T) {
	for _, name := range all {
		e := crowd(t, name)
		list, data := make([]game.EntityID, 0, 64), e.Snapshot(nil)
		step := []Act{{Do: Advance}}
		ask := func() {
			e.Raycast(place(1, 1), place(22, 20), 0)
			list = e.OverlapBox(list[:0], place(2, 2), place(4, 5), 0)
			list = e.OverlapBox(list[:0], place(0, 0), place(side, side), 0)
			list = e.OverlapCircle(list[:0], place(9, 9), 3*fixed.One, square)
			data = e.Snapshot(data[:0])
			if err := e.Restore(data); err != nil {
				t.Fatal(err)
			}
			e.Tell(step)
		}
		for range 5 { // the first times it grows
			ask()
		}
		if n := testing.AllocsPerRun(20, ask); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// FuzzRestore: any bytes are refused and change nothing, or are a state, which is written as it was read and goes on.
func FuzzRestore(f *testing.F) {
	for _, name := range all {
		f.Add(engines[name]().Snapshot(nil))
		f.Add(crowd(f, name).Snapshot(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range all {
			e := engines[name]()
			e.Tell([]Act{spawn(1, ball, 5, 5, 1, 0)})
			before := e.Digest()
			if err := e.Restore(data); err != nil {
				if !errors.Is(err, ErrState) || e.Digest() != before {
					t.Fatalf("%s: %v, digest %x, was %x", name, err, e.Digest(), before)
				}
				continue
			}
			if got := e.Snapshot(nil); !slices.Equal(got, data) {
				t.Fatalf("%s: it is written otherwise than it was read", name)
			}
			e.Raycast(place(1, 1), place(22, 20), 0)
			e.OverlapCircle(nil, place(9, 9), 3*fixed.One, 0)
			for range 3 {
				e.Tell([]Act{{Do: Advance}})
			}
		}
	})
}
