package federation

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/thing"
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
	if island <= world.Home || island == i.Register.SelfID || i.Partial {
		return nil, fmt.Errorf("%w: island %x cannot come of island %x", ErrPart, island, i.Register.SelfID)
	}
	land, err := landOf(i, seats)
	if err != nil {
		return nil, err
	}
	c := &world.State{Gen: i.Gen, SpawnTile: i.SpawnTile, Clock: i.Clock, Government: world.Government{Code: i.Code, Claims: i.Claims}}
	c.Blueprints, c.Stores, c.Lights, c.Annals, c.Challenges = i.Blueprints, i.Stores, i.Lights, i.Annals, i.Challenges.Part(!i.Register.Child())
	goes := func(p game.PlayerID) bool {
		k := slices.IndexFunc(i.Roster.Here, func(s entity.PlayerState) bool { return s.Key == p })
		return k >= 0 && slices.Contains(seats, i.Roster.Here[k].Seat)
	}
	c.Blueprints.KeepLosses(goes)
	i.Blueprints.KeepLosses(func(p game.PlayerID) bool { return !goes(p) })
	c.Roster.LastSeat, c.Register.SelfID = i.Roster.LastSeat, island
	c.Chat.Log, c.Chat.Seq = slices.Clone(i.Chat.Log), i.Chat.Seq
	gone := func(at grid.Region) bool { _, ok := slices.BinarySearchFunc(land, at, grid.Region.Compare); return ok }
	living.Gather(i, func(_, _ fixed.Vec) bool { return true })
	carveBodies(i, c, gone)
	carvePlayers(i, c, seats)
	carveLand(i, c, land, gone)
	partSignals(i, c)
	_, _, present := world.Audit(c)
	c.Ledger.Created = present
	for k, n := range present {
		i.Ledger.Destroyed[k] += n
	}
	c.Roster.SumAway()
	c.Chat.Sum()
	i.Moved, c.Moved = true, true
	living.Attend(i)
	living.Attend(c)
	return c.Snapshot(nil), nil
}

// landOf returns the land that goes with players, in order.
func landOf(i *world.State, seats []entity.Seat) (land []grid.Region, err error) {
	var stay living.Wanted
	if i.Register.SelfID == world.Home {
		stay.Around(i.SpawnTile.Region())
	}
	var own []grid.Region
	for k := range i.Roster.Here {
		at, _ := PlaceOf(i, &i.Roster.Here[k])
		if _, goes := slices.BinarySearch(seats, i.Roster.Here[k].Seat); goes {
			own = append(own, at)
		} else {
			stay.Around(at)
		}
	}
	if len(own) != len(seats) {
		return nil, fmt.Errorf("%w: not all of its players are here", ErrPart)
	}
	for _, at := range own {
		if stay.Has(at) || !i.Register.Owns(at) {
			return nil, fmt.Errorf("%w: region %d %d stays", ErrPart, at.X, at.Y)
		}
		for dy := -world.Reserve; dy <= world.Reserve; dy++ {
			for dx := -world.Reserve; dx <= world.Reserve; dx++ {
				r := grid.Region{X: at.X + dx, Y: at.Y + dy}
				if k, found := slices.BinarySearchFunc(land, r, grid.Region.Compare); !found && i.Register.Owns(r) && !stay.Has(r) {
					land = slices.Insert(land, k, r)
				}
			}
		}
	}
	if i.Register.SelfID == world.Home && len(i.Register.Leases)+len(land) > world.MaxLeases {
		return nil, fmt.Errorf("%w: more than %d regions would be lent", ErrPart, world.MaxLeases)
	}
	return land, nil
}

// carveBodies moves the bodies and things on the land that goes, and their components. A carried body is
// where its carrier is.
func carveBodies(i *world.State, c *world.State, gone func(grid.Region) bool) {
	i.Things.Drop(func(x *thing.Thing) bool {
		if gone(i.ThingPlace(x).Region()) {
			c.Things.Put(x)
			return true
		}
		return false
	})
	goes := func(b *entity.Body) bool { return gone(grid.TileAt(b.Pos).Region()) }
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; goes(b) {
			c.Space.Append(*b)
		}
	}
	c.Space.Rebuild()
	for k := range i.Components.Columns {
		col := &i.Components.Columns[k]
		next := component.Column{Name: col.Name, Size: col.Size}
		for row, id := range col.Ids {
			if c.Space.Has(id) {
				next.Ids = append(next.Ids, id)
				next.Data = append(next.Data, col.Row(row)...)
			}
		}
		c.Components.Columns = append(c.Components.Columns, next)
	}
	i.DropComponents(goes)
	i.Space.RemoveAll(goes)
}

func carvePlayers(i *world.State, c *world.State, seats []entity.Seat) {
	for _, seat := range seats {
		k, _ := world.FindSeat(i.Roster.Here, seat)
		c.Roster.Here = append(c.Roster.Here, i.Roster.Here[k])
		i.Register.NoteAway(&i.Roster.Here[k])
		i.Roster.Here = slices.Delete(i.Roster.Here, k, k+1)
		if k, ok := slices.BinarySearchFunc(i.Watch.Apart, seat, compareApart); ok {
			i.Watch.Apart = slices.Delete(i.Watch.Apart, k, k+1)
		}
	}
}

// carveLand moves the regions and chests, and records their holder.
func carveLand(i *world.State, c *world.State, land []grid.Region, gone func(grid.Region) bool) {
	stay := i.Land.Regions[:0:0]
	for _, r := range i.Land.Regions {
		if gone(r.At) {
			c.Land.Regions = append(c.Land.Regions, r)
		} else {
			stay = append(stay, r)
		}
	}
	i.Land.Regions = stay
	i.Land.Reindex()
	c.Land.Reindex()
	for _, h := range i.Chests.List {
		if gone(h.At.Region()) {
			c.Chests.List = append(c.Chests.List, h)
		}
	}
	i.Chests.List = slices.DeleteFunc(i.Chests.List, func(h world.Chest) bool { return gone(h.At.Region()) })
	for _, o := range i.Outlines.List {
		if gone(o.At.Region()) {
			c.Outlines.List = append(c.Outlines.List, o)
		}
	}
	for _, w := range i.Works.List {
		if gone(w.At) {
			c.Works.List = append(c.Works.List, w)
		}
	}
	i.Works.List = slices.DeleteFunc(i.Works.List, func(w world.Work) bool { return gone(w.At) })
	i.Outlines.List = slices.DeleteFunc(i.Outlines.List, func(o world.Outline) bool { return gone(o.At.Region()) })
	i.Diary.Split(&c.Diary, gone)
	for _, d := range i.Dormant.List {
		if gone(d.At) {
			c.Dormant.List = append(c.Dormant.List, d)
		}
	}
	i.Dormant.List = slices.DeleteFunc(i.Dormant.List, func(d world.DormantRegion) bool { return gone(d.At) })
	var passed []world.Lease
	for _, at := range land {
		l := world.Lease{At: at, To: c.Register.SelfID}
		if i.Register.SelfID == world.Home {
			i.Register.LastLoan++
			l.Number = i.Register.LastLoan
			i.Register.SetLease(l)
		} else {
			k, _ := i.Register.FindLease(at)
			l.Number = i.Register.Leases[k].Number
			i.Register.DropLease(at)
		}
		c.Register.SetLease(l)
		passed = append(passed, l)
	}
	if i.Register.Child() {
		tellPassed(i, world.Home, passed)
	}
}
