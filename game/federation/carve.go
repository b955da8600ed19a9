package federation

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// ErrPart says that a part cannot be carved off. It is wrapped with the cause.
var ErrPart = errors.New("island: no part that can be carved off")

// Carve cuts a part, as Divide names it, out of this island: its players with their seats, the land within
// their Reserve (except the spawn and the land in the others' reach), and everything on it. child is the
// snapshot of the new island of that id, which holds that land. Items that go count as destroyed here and as
// created there. An error leaves the state unchanged.
//
// Every peer carves at the same turn boundary. The child goes on at this island's tick.
func Carve(i *world.State, part []byte, island uint64) (child []byte, err error) {
	seats, err := ReadSeats(part)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPart, err)
	}
	if island <= world.Home || island == i.SelfID || i.Partial {
		return nil, fmt.Errorf("%w: island %x cannot come of island %x", ErrPart, island, i.SelfID)
	}
	land, err := landOf(i, seats)
	if err != nil {
		return nil, err
	}
	c := &world.State{Gen: i.Gen, SpawnTile: i.SpawnTile, Clock: i.Clock, LastSeat: i.LastSeat, ChatSeq: i.ChatSeq, Code: i.Code}
	c.SelfID = island
	c.ChatLog = slices.Clone(i.ChatLog)
	gone := func(at grid.Region) bool { _, ok := slices.BinarySearchFunc(land, at, world.CompareRegions); return ok }
	carveBodies(i, c, gone)
	carvePlayers(i, c, seats)
	carveLand(i, c, land, gone)
	partSignals(i, c)
	_, _, present := c.Ledger()
	c.Created = present
	for k, n := range present {
		i.Destroyed[k] += n
	}
	c.SumAway()
	c.SumChat()
	i.Moved, c.Moved = true, true
	i.Attend()
	c.Attend()
	return c.Snapshot(nil), nil
}

// landOf returns the land that goes with players, in order.
func landOf(i *world.State, seats []entity.Seat) (land []grid.Region, err error) {
	var stay world.Wanted
	if i.SelfID == world.Home {
		stay.Around(i.SpawnTile.Region())
	}
	var own []grid.Region
	for k := range i.Roster {
		at, _ := i.PlaceOf(&i.Roster[k])
		if _, goes := slices.BinarySearch(seats, i.Roster[k].Seat); goes {
			own = append(own, at)
		} else {
			stay.Around(at)
		}
	}
	if len(own) != len(seats) {
		return nil, fmt.Errorf("%w: not all of its players are here", ErrPart)
	}
	for _, at := range own {
		if stay.Has(at) || !i.Owns(at) {
			return nil, fmt.Errorf("%w: region %d %d stays", ErrPart, at.X, at.Y)
		}
		for dy := -world.Reserve; dy <= world.Reserve; dy++ {
			for dx := -world.Reserve; dx <= world.Reserve; dx++ {
				r := grid.Region{X: at.X + dx, Y: at.Y + dy}
				if k, found := slices.BinarySearchFunc(land, r, world.CompareRegions); !found && i.Owns(r) && !stay.Has(r) {
					land = slices.Insert(land, k, r)
				}
			}
		}
	}
	if i.SelfID == world.Home && len(i.Leases)+len(land) > world.MaxLeases {
		return nil, fmt.Errorf("%w: more than %d regions would be lent", ErrPart, world.MaxLeases)
	}
	return land, nil
}

// carveBodies moves the bodies on the land that goes, and their components. A carried body is where its
// carrier is.
func carveBodies(i *world.State, c *world.State, gone func(grid.Region) bool) {
	goes := func(b *entity.Body) bool { return gone(grid.TileAt(b.Pos).Region()) }
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; goes(b) {
			c.Space.Append(*b)
		}
	}
	c.Space.Rebuild()
	for k := range i.Columns {
		col := &i.Columns[k]
		next := world.Column{Name: col.Name, Size: col.Size}
		for row, id := range col.Ids {
			if c.Has(id) {
				next.Ids = append(next.Ids, id)
				next.Data = append(next.Data, col.Row(row)...)
			}
		}
		c.Columns = append(c.Columns, next)
	}
	i.DropComponents(goes)
	i.Space.RemoveAll(goes)
}

func carvePlayers(i *world.State, c *world.State, seats []entity.Seat) {
	for _, seat := range seats {
		k, _ := world.FindSeat(i.Roster, seat)
		c.Roster = append(c.Roster, i.Roster[k])
		i.NoteAway(&i.Roster[k])
		i.Roster = slices.Delete(i.Roster, k, k+1)
		if k, ok := slices.BinarySearchFunc(i.Apart, seat, compareApart); ok {
			i.Apart = slices.Delete(i.Apart, k, k+1)
		}
	}
}

// carveLand moves the regions and chests, and records their holder.
func carveLand(i *world.State, c *world.State, land []grid.Region, gone func(grid.Region) bool) {
	stay := i.Active[:0:0]
	for _, r := range i.Active {
		if gone(r.At) {
			c.Active = append(c.Active, r)
		} else {
			stay = append(stay, r)
		}
	}
	i.Active = stay
	i.Reindex()
	c.Reindex()
	for _, h := range i.Chests {
		if gone(h.At.Region()) {
			c.Chests = append(c.Chests, h)
		}
	}
	i.Chests = slices.DeleteFunc(i.Chests, func(h world.Chest) bool { return gone(h.At.Region()) })
	for _, o := range i.Traces {
		if gone(o.At.Region()) {
			c.Traces = append(c.Traces, o)
		}
	}
	for _, w := range i.Works {
		if gone(w.At) {
			c.Works = append(c.Works, w)
		}
	}
	i.Works = slices.DeleteFunc(i.Works, func(w world.Work) bool { return gone(w.At) })
	i.Traces = slices.DeleteFunc(i.Traces, func(o world.Outline) bool { return gone(o.At.Region()) })
	for _, d := range i.Dormant {
		if gone(d.At) {
			c.Dormant = append(c.Dormant, d)
		}
	}
	i.Dormant = slices.DeleteFunc(i.Dormant, func(d world.DormantRegion) bool { return gone(d.At) })
	var passed []world.Lease
	for _, at := range land {
		l := world.Lease{At: at, To: c.SelfID}
		if i.SelfID == world.Home {
			i.LastLoan++
			l.Number = i.LastLoan
			i.SetLease(l)
		} else {
			k, _ := i.FindLease(at)
			l.Number = i.Leases[k].Number
			i.DropLease(at)
		}
		c.SetLease(l)
		passed = append(passed, l)
	}
	if i.Child() {
		tellPassed(i, world.Home, passed)
	}
}
