package federation

import (
	"slices"

	"manyhold/game"
	"manyhold/game/carry/bond"
	"manyhold/game/codec"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// A handoff is a message of the kind cross. A body, the body that it carries and its player leave one
// island's state into its outbox, and enter another's on delivery:
//
//	u64 tick of the sender; u8 bodies, 1 or 2; of each its encoding, the carrier first
//	u8 children; of each its encoding: makers' bodies that are parts of those
//	u8 1 if a player follows; the player
//	the rows of their components, as in the part of a region
//	only if there are any: the things that they are (package thing)
//
// Ticks in it are moved by the difference of the clocks. An island that gets a handoff for land that it does
// not hold forwards it: a child to home, home to the holder, if the player could come.

// crossBytes bounds the length of a handoff, but for components and children.
const crossBytes = thing.MaxBytes + 2 + 8 + 2*(encoding.BodyBytes+encoding.TurningBytes+encoding.MadeBytes) + encoding.PlayerBytes + encoding.AvatarBytes + encoding.PlaceBytes + encoding.GoalBytes + encoding.OutfitBytes + 1 + entity.MostPins*encoding.PinBytes + 2 + component.Max*component.MaxBytes

// handOver sends a body to another island, and the player that it carries with it.
func handOver(i *world.State, id game.EntityID, to uint64) {
	load := loadOf(i, id)
	putInArms(i, load, id)
	m := depart(i, id, to)
	if load == 0 {
		Send(i, to, append([]byte{uint8(CrossLetter)}, m...))
		return
	}
	Send(i, to, codec.Blob(codec.Blob([]byte{uint8(PairLetter)}, m), depart(i, load, to)))
}

// depart removes a body that goes to another island, and returns its handoff.
func depart(i *world.State, id game.EntityID, to uint64) (m []byte) {
	b := *i.Space.Body(id)
	bodies := []entity.Body{b}
	if o := i.Space.Body(b.Other); o != nil {
		bodies = append(bodies, *o)
	}
	m = codec.U64(nil, uint64(i.Clock))
	m = codec.U8(m, uint8(len(bodies)))
	for k := range bodies {
		m = encoding.AppendBody(m, &bodies[k])
	}
	kids := childrenOf(i, bodies)
	m = appendChildren(m, kids)
	var lost world.Counts
	m = codec.U8(m, codec.Bit(b.Kind == entity.Player))
	if b.Kind == entity.Player {
		p := i.Roster.BySeat(b.Seat)
		if p.Action == entity.Digging {
			living.Act(i, p, entity.Idle)
		}
		p.Last = b.Pos
		m = encoding.AppendPlayer(m, p)
		lost.Items(p.Inventory[:])
		dismiss(i, p)
	}
	bodies = append(bodies, kids...)
	m = i.AppendRows(m, func(o *entity.Body) bool { return o != nil && among(bodies, o.ID) })
	m = appendThings(m, i, bodies)
	for k := range bodies {
		lost.Items([]item.Stack{bodies[k].Stack})
		i.RemoveBody(bodies[k].ID)
	}
	for k, n := range lost {
		i.Ledger.Destroyed[k] += n
	}
	if k, ok := i.Border.Find(to); ok && b.Kind == entity.Player {
		i.Border.Islands[k].People++
	}
	return m
}

// dismiss removes a player that is on another island from now on from the tables.
func dismiss(i *world.State, p *entity.PlayerState) {
	seat := p.Seat
	i.Register.NoteAway(p)
	k, _ := world.FindSeat(i.Roster.Here, seat)
	i.Roster.Here = slices.Delete(i.Roster.Here, k, k+1)
	if k, ok := slices.BinarySearchFunc(i.Watch.Apart, seat, compareApart); ok {
		i.Watch.Apart = slices.Delete(i.Watch.Apart, k, k+1)
	}
	i.Moved = true
}

// crossing is a handoff as it was read.
type crossing struct {
	sent   game.Tick
	bodies []entity.Body
	player *entity.PlayerState
	rows   []component.Row
	things []*thing.Thing
	kids   []entity.Body
}

func readCrossing(c *codec.Cursor) (x crossing) {
	x.sent = game.Tick(c.U64())
	n := c.U8()
	c.Require(n >= 1 && n <= 2)
	for range min(n, 2) {
		x.bodies = append(x.bodies, encoding.ReadBody(c))
	}
	for range c.Count(MaxChildren, encoding.BodyBytes) {
		x.kids = append(x.kids, encoding.ReadBody(c))
	}
	if c.Bit() {
		p := encoding.ReadPlayer(c)
		x.player = &p
	}
	x.rows = component.ReadRows(c)
	if c.Err() == nil && c.Len() > 0 {
		x.things = thing.ReadList(c, 2+MaxChildren)
		c.Must(len(x.things) > 0, "no things are left out")
	}
	if c.Done() != nil {
		return x
	}
	c.Must(!slices.ContainsFunc(x.bodies, func(b entity.Body) bool { return b.Kind.Pinned() }), "arms stay in their hinges")
	c.Must(x.belongs(), "a maker's body is a thing")
	c.Must(!slices.ContainsFunc(x.bodies, isMounted), "a part does not come without the whole")
	b := &x.bodies[0]
	c.Require((x.player != nil) == (b.Kind == entity.Player) && b.Flags&entity.Carried == 0)
	if x.player != nil {
		c.Require(x.player.Body == b.ID && x.player.Seat == b.Seat)
	}
	if n == 2 {
		o := &x.bodies[1]
		c.Require(b.Flags&entity.Riding == 0 || o.Kind == entity.Cart)
		c.Require(o.Other == b.ID && b.Other == o.ID && b.ID != o.ID && o.Flags&entity.Carried != 0 && b.Flags&entity.Carrying != 0)
	} else {
		c.Require(b.Other == 0)
	}
	return x
}

// OnCross takes a handoff in, or sends it on.
func OnCross(i *world.State, _ uint64, c *codec.Cursor) {
	data := c.Bytes(c.Len())
	in := codec.Read(data)
	x := readCrossing(&in)
	if in.Err() != nil {
		return
	}
	if to, elsewhere := x.elsewhere(i); elsewhere {
		if x.mayPass(i) {
			Send(i, to, append([]byte{uint8(CrossLetter)}, data...))
		}
		return
	}
	if x.mayCome(i) {
		receive(i, &x)
	}
}

// elsewhere returns the island that holds the land to which a handoff goes, or knows which one does, unless
// it is this one.
func (x *crossing) elsewhere(i *world.State) (to uint64, is bool) {
	at := grid.TileAt(x.bodies[0].Pos).Region()
	switch {
	case i.Register.Owns(at):
		return 0, false
	case i.Register.SelfID == world.Home:
		return i.Register.HeldBy(at), true
	}
	return world.Home, true
}

// mayPass reports whether a handoff may be sent on by this island: by home, if its player could come there. A
// child cannot know, and sends all to home.
func (x *crossing) mayPass(i *world.State) bool { return i.Register.Child() || x.mayCome(i) }

// mayCome reports whether the player of a handoff, if it has one, can come. One that is here already is in a
// false state of the sender; and home, where everybody enters first, knows who is on another island. Else an
// island could bring in anybody, past the rules of entry, or a player under the seat of another one.
func (x *crossing) mayCome(i *world.State) bool {
	p := x.player
	return p == nil || i.Roster.BySeat(p.Seat) == nil && i.Roster.ByKey(p.Key) == nil && (i.Register.Child() || i.Register.IsAwayAs(p.Key, p.Seat))
}

// receive puts the bodies and the player of a handoff into this island. The player is carried by nobody, and
// asked by nobody, whatever the handoff says.
func receive(i *world.State, x *crossing) {
	openFor(i, x)
	if b := &x.bodies[0]; !physics.Free(&i.Land, b.Kind, b.Pos) && b.Z == 0 {
		b.Pos = living.Room(i, b.Kind, living.TileCentre(b.Pos))
	}
	for k := range x.kids {
		x.kids[k].Pos = x.bodies[0].Pos
	}
	x.bodies = append(x.bodies, x.kids...)
	names := map[game.EntityID]game.EntityID{}
	for k := range x.bodies {
		b := &x.bodies[k]
		names[b.ID] = b.ID
		if i.Space.Has(b.ID) || i.Things.Find(b.ID) != nil {
			names[b.ID] = i.NewThingID(uint64(b.ID))
		}
	}
	var got world.Counts
	for _, b := range x.bodies {
		b.ID = names[b.ID]
		if b.Other != 0 {
			b.Other = names[b.Other]
		}
		b.Born = shifted(i, b.Born, x.sent)
		b.Flags &^= entity.Resting
		got.Items([]item.Stack{b.Stack})
		i.Space.Insert(b)
	}
	for _, t := range x.things {
		settleThing(i, t, names, x.sent)
	}
	living.Follow(i)
	if p := x.player; p != nil {
		p.Body = names[p.Body]
		p.ActionAt, p.EmoteAt, p.SleptAt = shifted(i, p.ActionAt, x.sent), shifted(i, p.EmoteAt, x.sent), shifted(i, p.SleptAt, x.sent)
		p.FellAt = shifted(i, p.FellAt, x.sent)
		got.Items(p.Inventory[:])
		welcome(i, p)
	}
	for _, r := range x.rows {
		if id := names[r.Id]; i.Space.Has(id) && i.Components.Declare(r.Name, r.Size) == nil {
			k, _ := i.Components.Find(r.Name)
			i.Components.Columns[k].Set(id, r.Value)
		}
	}
	bond.Cut(i, names[x.bodies[0].ID])
	for k, n := range got {
		i.Ledger.Created[k] += n
	}
}

// welcome puts a player who came over into the tables. Where there are MaxPlayers it waits outside the
// world, as if it had left where it stands, and can come back when there is room.
func welcome(i *world.State, p *entity.PlayerState) {
	i.Roster.LastSeat = max(i.Roster.LastSeat, p.Seat)
	i.Register.ComeHome(p.Seat)
	k, _ := world.FindSeat(i.Roster.Here, p.Seat)
	i.Roster.Here = slices.Insert(i.Roster.Here, k, *p)
	i.Moved = true
	if len(i.Roster.Here) > world.MaxPlayers {
		Leave(i, &i.Roster.Here[k])
	}
}

// openFor makes the region active into which something comes. Where MaxRegions are, things are laid down
// in the middle of the first of them; a player's own region always comes to be active.
func openFor(i *world.State, x *crossing) {
	at := grid.TileAt(x.bodies[0].Pos).Region()
	if i.Land.Active(at) != nil {
		return
	}
	if len(i.Land.Regions) < world.MaxRegions || x.player != nil {
		living.Activate(i, at)
		return
	}
	for k := range x.bodies {
		x.bodies[k].Pos = i.Land.Regions[0].At.Tile(grid.RegionTiles/2 + grid.RegionSide/2).Centre()
	}
}

// shifted moves a tick of another island's clock, which was at sent, to this one's.
func shifted(i *world.State, t, sent game.Tick) game.Tick {
	if t == 0 || t+i.Clock <= sent {
		return 0
	}
	return t + i.Clock - sent
}

// appendThings appends the things that bodies are, nothing if they are none.
func appendThings(m []byte, i *world.State, bodies []entity.Body) []byte {
	var list []*thing.Thing
	for k := range bodies {
		if x := i.Things.OfBody(bodies[k].ID); x != nil {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return m
	}
	return thing.AppendList(m, inOrder(list))
}

// belongs reports whether every maker's body has its thing, and every thing its body.
func (x *crossing) belongs() bool {
	n := 0
	all := slices.Concat(x.bodies, x.kids)
	for k := range all {
		b := &all[k]
		if among(all[:k], b.ID) {
			return false
		}
		if !b.Kind.Made() {
			continue
		}
		n++
		if !slices.ContainsFunc(x.things, func(t *thing.Thing) bool { return world.FitsThing(b, t) }) {
			return false
		}
	}
	for k := range x.kids {
		if !isMounted(x.kids[k]) || x.kids[k].Other != 0 || x.kids[k].Flags&(entity.Carried|entity.Carrying|entity.Riding) != 0 || !slices.ContainsFunc(x.things, func(t *thing.Thing) bool {
			return t.Body == x.kids[k].ID && slices.ContainsFunc(x.bodies, func(b entity.Body) bool { return b.ID == t.Parent && b.Kind.Made() })
		}) {
			return false
		}
	}
	return n == len(x.things)
}

// settleThing takes in the thing of a body that has come over, under the body's ID, with times of this
// island.
func settleThing(i *world.State, x *thing.Thing, names map[game.EntityID]game.EntityID, sent game.Tick) {
	x = thing.Renamed(x, names)
	if i.Clock > sent {
		x = x.Moved(i.Clock - sent)
	}
	next := *x
	if b := i.Space.Body(next.Body); b == nil || b.Flags&entity.Mounted == 0 { // of what stands on a tile elsewhere
		next.Parent, next.Off = 0, thing.Offset{}
	}
	i.Things.Put(&next)
	living.Rebuild(i, i.Things.Find(next.ID))
}
