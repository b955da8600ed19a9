package island

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game/entity"
	"manyhold/game/grid"
)

// ErrPart says that a part cannot be carved off. It is wrapped with what is wrong.
var ErrPart = errors.New("island: no part that can be carved off")

// Carve takes a part, as Divide names it, out of this island: its players with their seats, the land
// within the Reserve of them (without what the others' hands and feet need, and the spawn), and all that
// is on it. child is the snapshot of the new island of that id, which holds that land. What goes is
// counted as destroyed here and as created there. An error leaves the state unchanged.
//
// Every peer carves at the same turn boundary. The child goes on at this island's tick.
func Carve(i *State, part []byte, island uint64) (child []byte, err error) {
	seats, err := readSeats(part)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPart, err)
	}
	if island <= Home || island == i.self || i.partial {
		return nil, fmt.Errorf("%w: island %x cannot come of island %x", ErrPart, island, i.self)
	}
	land, err := landOf(i, seats)
	if err != nil {
		return nil, err
	}
	c := &State{genesis: i.genesis, spawn: i.spawn, tick: i.tick, lastSeat: i.lastSeat, chatSeq: i.chatSeq, code: i.code}
	c.self = island
	c.chat = slices.Clone(i.chat)
	gone := func(at grid.Region) bool { _, ok := slices.BinarySearchFunc(land, at, compareRegions); return ok }
	carveBodies(i, c, gone)
	carvePlayers(i, c, seats)
	carveLand(i, c, land, gone)
	partSignals(i, c)
	_, _, present := c.Ledger()
	c.created = present
	for k, n := range present {
		i.destroyed[k] += n
	}
	c.sumAway()
	c.sumChat()
	i.moved, c.moved = true, true
	i.attend()
	c.attend()
	return c.Snapshot(nil), nil
}

// landOf returns the land that goes with players, in order.
func landOf(i *State, seats []entity.Seat) (land []grid.Region, err error) {
	var stay wanted
	if i.self == Home {
		stay.around(i.spawn.Region())
	}
	var own []grid.Region
	for k := range i.players {
		at, _ := i.placeOf(&i.players[k])
		if _, goes := slices.BinarySearch(seats, i.players[k].Seat); goes {
			own = append(own, at)
		} else {
			stay.around(at)
		}
	}
	if len(own) != len(seats) {
		return nil, fmt.Errorf("%w: not all of its players are here", ErrPart)
	}
	for _, at := range own {
		if stay.has(at) || !i.owns(at) {
			return nil, fmt.Errorf("%w: region %d %d stays", ErrPart, at.X, at.Y)
		}
		for dy := -Reserve; dy <= Reserve; dy++ {
			for dx := -Reserve; dx <= Reserve; dx++ {
				r := grid.Region{X: at.X + dx, Y: at.Y + dy}
				if k, found := slices.BinarySearchFunc(land, r, compareRegions); !found && i.owns(r) && !stay.has(r) {
					land = slices.Insert(land, k, r)
				}
			}
		}
	}
	if i.self == Home && len(i.leases)+len(land) > MaxLeases {
		return nil, fmt.Errorf("%w: more than %d regions would be lent", ErrPart, MaxLeases)
	}
	return land, nil
}

// carveBodies moves the bodies on the land that goes, and their components. What somebody carries is where
// its carrier is.
func carveBodies(i *State, c *State, gone func(grid.Region) bool) {
	goes := func(b *entity.Body) bool { return gone(grid.TileAt(b.Pos).Region()) }
	for k := range i.space.Bodies() {
		if b := &i.space.Bodies()[k]; goes(b) {
			c.space.Append(*b)
		}
	}
	c.space.Rebuild()
	for k := range i.columns {
		col := &i.columns[k]
		next := column{name: col.name, size: col.size}
		for row, id := range col.ids {
			if c.has(id) {
				next.ids = append(next.ids, id)
				next.data = append(next.data, col.row(row)...)
			}
		}
		c.columns = append(c.columns, next)
	}
	i.dropComponents(goes)
	i.space.RemoveAll(goes)
}

func carvePlayers(i *State, c *State, seats []entity.Seat) {
	for _, seat := range seats {
		k, _ := findSeat(i.players, seat)
		c.players = append(c.players, i.players[k])
		i.goAbroad(&i.players[k])
		i.players = slices.Delete(i.players, k, k+1)
		if k, ok := slices.BinarySearchFunc(i.apart, seat, compareSolitude); ok {
			i.apart = slices.Delete(i.apart, k, k+1)
		}
	}
}

// carveLand moves the regions and chests, and notes who holds them.
func carveLand(i *State, c *State, land []grid.Region, gone func(grid.Region) bool) {
	stay := i.regions[:0:0]
	for _, r := range i.regions {
		if gone(r.at) {
			c.regions = append(c.regions, r)
		} else {
			stay = append(stay, r)
		}
	}
	i.regions = stay
	i.reindex()
	c.reindex()
	for _, h := range i.chests {
		if gone(h.at.Region()) {
			c.chests = append(c.chests, h)
		}
	}
	i.chests = slices.DeleteFunc(i.chests, func(h chest) bool { return gone(h.at.Region()) })
	for _, o := range i.outlines {
		if gone(o.At.Region()) {
			c.outlines = append(c.outlines, o)
		}
	}
	for _, w := range i.works {
		if gone(w.at) {
			c.works = append(c.works, w)
		}
	}
	i.works = slices.DeleteFunc(i.works, func(w work) bool { return gone(w.at) })
	i.outlines = slices.DeleteFunc(i.outlines, func(o Outline) bool { return gone(o.At.Region()) })
	for _, d := range i.dormant {
		if gone(d.at) {
			c.dormant = append(c.dormant, d)
		}
	}
	i.dormant = slices.DeleteFunc(i.dormant, func(d dormant) bool { return gone(d.at) })
	var passed []lease
	for _, at := range land {
		l := lease{at: at, to: c.self}
		if i.self == Home {
			i.lastLoan++
			l.number = i.lastLoan
			i.setLease(l)
		} else {
			k, _ := i.findLease(at)
			l.number = i.leases[k].number
			i.dropLease(at)
		}
		c.setLease(l)
		passed = append(passed, l)
	}
	if i.child() {
		tellPassed(i, Home, passed)
	}
}
