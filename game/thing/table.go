package thing

import (
	"cmp"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/grid"
)

// Table holds the things of the active regions: blocks and areas by region, and those that are bodies. The
// region of a body is that of its place, as for all bodies. Things that nothing happens to cost nothing: the
// hash of a table follows its changes.
//
// A Table is not safe for concurrent use.
type Table struct {
	rooms []room   // in the order of the regions
	loose []*Thing // bodies, in ascending ID
	sum   uint64   // of the hashes of all things
	cast  uint64   // the same of what a run of a script does not change
	// derived from the others, in ascending ID
	busy  []*Thing // those with timers or waiting events
	idle  int      // how many of busy are not busy any more
	borne []*Thing // bodies with a parent
}

// room holds the blocks and areas of one region, in ascending ID.
type room struct {
	at   grid.Region
	list []*Thing
}

// Empty reports whether there are no things.
func (t *Table) Empty() bool { return len(t.rooms)+len(t.loose) == 0 }

// Sum is a hash of the table.
func (t *Table) Sum() uint64 { return t.sum }

// Cast is a hash of the things without their scripts' data: it covers the place, owner, parent, blueprint and
// shape of each, and whether its script is stopped. The writes of a script leave it alone.
func (t *Table) Cast() uint64 { return t.cast }

// Count returns how many things there are.
func (t *Table) Count() (n int) {
	for k := range t.rooms {
		n += len(t.rooms[k].list)
	}
	return n + len(t.loose)
}

func (t *Table) room(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(t.rooms, at, func(r room, at grid.Region) int { return r.at.Compare(at) })
}

func search(list []*Thing, id game.EntityID) (int, bool) {
	return slices.BinarySearchFunc(list, id, func(t *Thing, id game.EntityID) int { return cmp.Compare(t.ID, id) })
}

// Find returns the thing of an ID, nil if there is none. It is read-only, for ever.
func (t *Table) Find(id game.EntityID) *Thing {
	if k, ok := search(t.loose, id); ok {
		return t.loose[k]
	}
	for r := range t.rooms {
		if k, ok := search(t.rooms[r].list, id); ok {
			return t.rooms[r].list[k]
		}
	}
	return nil
}

// OfBody returns the thing whose body has an ID, nil if there is none.
func (t *Table) OfBody(id game.EntityID) *Thing {
	if k, ok := search(t.loose, id); ok {
		return t.loose[k]
	}
	return nil
}

// Block returns the block thing on a tile, nil if there is none.
func (t *Table) Block(at grid.Tile) *Thing { return t.on(at, true) }

// Area returns the area whose north-west tile is at, nil if there is none.
func (t *Table) Area(at grid.Tile) *Thing { return t.on(at, false) }

func (t *Table) on(at grid.Tile, block bool) *Thing {
	for _, x := range t.In(at.Region()) {
		if x.At == at && (x.Shape.Width == 0) == block {
			return x
		}
	}
	return nil
}

// In returns the blocks and areas of a region, in ascending ID. The list is not to be changed, and valid
// until the next change.
func (t *Table) In(at grid.Region) []*Thing {
	if k, ok := t.room(at); ok {
		return t.rooms[k].list
	}
	return nil
}

// Loose returns the things that are bodies, in ascending ID; as In.
func (t *Table) Loose() []*Thing { return t.loose }

// All calls f for all things in ascending order of the regions of blocks and areas, and of their IDs; then
// for those that are bodies. It must not change the table.
func (t *Table) All(f func(*Thing)) {
	for k := range t.rooms {
		for _, x := range t.rooms[k].list {
			f(x)
		}
	}
	for _, x := range t.loose {
		f(x)
	}
}

// List returns all things in ascending ID, in a slice of the caller's.
func (t *Table) List() []*Thing {
	list := make([]*Thing, 0, t.Count())
	t.All(func(x *Thing) { list = append(list, x) })
	slices.SortStableFunc(list, func(a, b *Thing) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Areas calls f for the areas that contain a tile, in ascending order of region and ID.
func (t *Table) Areas(at grid.Tile, f func(*Thing)) {
	const back = 15 // the longest side of an area, less one
	first, last := at.Add(-back, -back).Region(), at.Region()
	for y := first.Y; y <= last.Y; y++ {
		for x := first.X; x <= last.X; x++ {
			for _, a := range t.In(grid.Region{X: x, Y: y}) {
				if a.Shape.Width > 0 && a.Contains(at) {
					f(a)
				}
			}
		}
	}
}

// Children returns the things whose parent a thing is, in ascending ID.
func (t *Table) Children(of game.EntityID) (list []*Thing) {
	t.All(func(x *Thing) {
		if x.Parent == of {
			list = append(list, x)
		}
	})
	slices.SortStableFunc(list, func(a, b *Thing) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Of counts the things of an owner.
func (t *Table) Of(owner game.PlayerID) (n int) {
	t.All(func(x *Thing) {
		if x.Owner == owner {
			n++
		}
	})
	return n
}

// shelf returns the list to which a thing belongs.
func (t *Table) shelf(x *Thing) *[]*Thing {
	if !x.Static() {
		return &t.loose
	}
	k, ok := t.room(x.At.Region())
	if !ok {
		t.rooms = slices.Insert(t.rooms, k, room{at: x.At.Region()})
	}
	return &t.rooms[k].list
}

// Put puts a thing into the table, in place of the one of its ID if there is one. From now on the thing is
// the table's, and is changed no more. A thing never moves from one region to another, and stays what it is.
func (t *Table) Put(x *Thing) {
	list := t.shelf(x)
	k, ok := search(*list, x.ID)
	if ok {
		t.replace(&(*list)[k], Seal((*list)[k], x))
		return
	}
	x = Seal(nil, x).x
	*list = slices.Insert(*list, k, x)
	t.sum += x.sum
	t.cast += x.cast
	if x.Busy() || x.Borne() {
		t.note(x)
	}
}

// replace puts a thing in the place of what it was before.
func (t *Table) replace(place **Thing, s Sealed) {
	old, x := *place, s.x
	*place = x
	t.sum += x.sum - old.sum
	t.cast += x.cast - old.cast
	if old.Busy() || x.Busy() || old.Borne() || x.Borne() {
		t.note(x)
	}
}

// Remove takes a thing out of the table.
func (t *Table) Remove(x *Thing) {
	list := t.shelf(x)
	if k, ok := search(*list, x.ID); ok {
		t.sum -= (*list)[k].sum
		t.cast -= (*list)[k].cast
		*list = slices.Delete(*list, k, k+1)
		t.lose(x)
	}
	t.prune()
}

// prune forgets rooms without things.
func (t *Table) prune() {
	t.rooms = slices.DeleteFunc(t.rooms, func(r room) bool { return len(r.list) == 0 })
}

// Change replaces the thing of an ID by a changed copy. It reports whether there is such a thing.
func (t *Table) Change(id game.EntityID, f func(*Thing)) bool {
	x := t.Find(id)
	if x == nil {
		return false
	}
	next := *x
	f(&next)
	t.Put(&next)
	return true
}

// Within returns the things in a region in ascending ID: its blocks and areas, and the bodies for which here
// returns true.
func (t *Table) Within(at grid.Region, here func(body game.EntityID) bool) (list []*Thing) {
	list = append(list, t.In(at)...)
	for _, x := range t.loose {
		if here(x.Body) {
			list = append(list, x)
		}
	}
	if len(list) > 0 {
		slices.SortStableFunc(list, func(a, b *Thing) int { return cmp.Compare(a.ID, b.ID) })
	}
	return list
}

// Drop takes all things out for which gone returns true, without a trace: they are somewhere else now.
func (t *Table) Drop(gone func(*Thing) bool) {
	for k := range t.rooms {
		t.rooms[k].list = t.without(t.rooms[k].list, gone)
	}
	t.loose = t.without(t.loose, gone)
	t.prune()
}

func (t *Table) without(list []*Thing, gone func(*Thing) bool) []*Thing {
	return slices.DeleteFunc(list, func(x *Thing) bool {
		if !gone(x) {
			return false
		}
		t.sum -= x.sum
		t.cast -= x.cast
		t.lose(x)
		return true
	})
}

// Shift moves the times of all things later.
func (t *Table) Shift(by game.Tick) {
	if by == 0 {
		return
	}
	for _, x := range t.List() {
		t.Put(x.Moved(by))
	}
}

// CopyFrom takes over the things of the regions that are near, and those whose bodies are here.
func (t *Table) CopyFrom(from *Table, near func(grid.Region) bool, here func(game.EntityID) bool) {
	n := 0
	t.sum, t.cast, t.busy, t.idle, t.borne = 0, 0, t.busy[:0], 0, t.borne[:0]
	copied := func(x *Thing) {
		t.sum += x.sum
		t.cast += x.cast
		if x.Busy() {
			t.busy = append(t.busy, x)
		}
		if x.Borne() {
			t.borne = append(t.borne, x)
		}
	}
	for k := range from.rooms {
		r := &from.rooms[k]
		if !near(r.at) {
			continue
		}
		if n == len(t.rooms) {
			t.rooms = append(t.rooms, room{})
		}
		t.rooms[n].at, t.rooms[n].list = r.at, append(t.rooms[n].list[:0], r.list...)
		for _, x := range r.list {
			copied(x)
		}
		n++
	}
	t.rooms = t.rooms[:n]
	t.loose = t.loose[:0]
	for _, x := range from.loose {
		if here(x.Body) {
			t.loose = append(t.loose, x)
			copied(x)
		}
	}
	slices.SortStableFunc(t.busy, func(a, b *Thing) int { return cmp.Compare(a.ID, b.ID) })
}

// Diff names the first difference of two tables, "" if there is none.
func Diff(a, b *Table) string {
	x, y := a.List(), b.List()
	for k := range min(len(x), len(y)) {
		if x[k].ID != y[k].ID {
			return fmt.Sprintf("things[%d]: %x and %x", k, x[k].ID, y[k].ID)
		}
		if x[k].sum != y[k].sum {
			return fmt.Sprintf("thing %x at %v: %s", x[k].ID, x[k].At, x[k].diff(y[k]))
		}
	}
	if len(x) != len(y) {
		return fmt.Sprintf("number of things: %d and %d", len(x), len(y))
	}
	return ""
}

// diff names the first field in which two things differ, with both values.
func (t *Thing) diff(o *Thing) string {
	for _, f := range []struct {
		name string
		a, b any
	}{{"At", t.At, o.At}, {"Body", t.Body, o.Body}, {"Parent", t.Parent, o.Parent}, {"Off", t.Off, o.Off}, {"Of", t.Of, o.Of}, {"Made", t.Made, o.Made},
		{"Owner", t.Owner, o.Owner}, {"Shape", t.Shape, o.Shape}, {"Locked", t.Locked, o.Locked}, {"Settings", t.Settings, o.Settings},
		{"Version", t.Version, o.Version}, {"State", t.State, o.State}, {"Label", t.Label, o.Label}, {"Light", t.Light, o.Light}, {"Open", t.Open, o.Open},
		{"Frame", t.Frame, o.Frame}, {"Timers", t.Timers, o.Timers}, {"Inbox", t.Inbox, o.Inbox}, {"Lost", t.Lost, o.Lost}, {"Health", t.Health, o.Health}} {
		if x, y := fmt.Sprintf("%v", f.a), fmt.Sprintf("%v", f.b); x != y {
			return fmt.Sprintf("%s: %s and %s", f.name, x, y)
		}
	}
	return "unknown"
}

// Tally is how many things an owner has in a region that is asleep.
type Tally struct {
	Owner game.PlayerID
	N     int
}

// TallyOf counts the things of a list by owner.
func TallyOf(list []*Thing) (tallies []Tally) {
	for _, x := range list {
		k := slices.IndexFunc(tallies, func(t Tally) bool { return t.Owner == x.Owner })
		if k < 0 {
			k = len(tallies)
			tallies = append(tallies, Tally{Owner: x.Owner})
		}
		tallies[k].N++
	}
	return tallies
}
