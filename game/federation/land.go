package federation

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/world"
)

// askForLand asks home for the land around a child's players.
func askForLand(i *world.State) {
	want := world.ReserveLand(i)
	i.Asks = slices.DeleteFunc(i.Asks, func(a world.Ask) bool {
		_, found := slices.BinarySearchFunc(want, a.At, world.CompareRegions)
		return !found || i.Owns(a.At)
	})
	var list []grid.Region
	for _, at := range want {
		if i.Owns(at) {
			continue
		}
		k, asked := world.FindAsk(i, at)
		switch {
		case !asked && len(i.Asks) < world.MaxAsks:
			i.Asks = slices.Insert(i.Asks, k, world.Ask{At: at, Since: i.Clock})
		case asked && (i.Asks[k].Holder != 0 && i.Clock >= i.Asks[k].Since+world.AskAgain || i.Clock >= i.Asks[k].Since+world.AskPatience):
			i.Asks[k].Since = i.Clock
		default:
			continue
		}
		list = append(list, at)
	}
	if len(list) > 0 {
		m := codec.U16([]byte{uint8(AskLetter)}, i.People())
		Send(i, world.Home, AppendPlaces(m, list))
	}
}

// onAsk gives a child land, or names its holder.
func onAsk(i *world.State, from uint64, c *codec.Cursor) {
	people := c.U16()
	list := readPlaces(c, world.MaxAsks)
	if c.Done() != nil || i.SelfID != world.Home || from <= world.Home {
		return
	}
	from = i.Resolve(from)
	if from == world.Home {
		return
	}
	closing := map[uint64][]grid.Region{}
	var holders []uint64
	for _, at := range list {
		switch h := i.HeldBy(at); {
		case h == from: // it is on its way
		case h != world.Home:
			Send(i, from, codec.U64(world.AppendPlace([]byte{uint8(HeldLetter)}, at), h))
			if len(closing[h]) == 0 {
				holders = append(holders, h)
			}
			closing[h] = append(closing[h], at)
		case i.Needs(at, world.Reserve):
			Send(i, from, codec.U64(world.AppendPlace([]byte{uint8(HeldLetter)}, at), world.Home))
			NoteNear(i, from, people, true)
		default:
			Grant(i, from, at)
		}
	}
	for _, h := range holders {
		sendClosing(i, h, from, people, closing[h])
	}
}

func sendClosing(i *world.State, to, island uint64, people uint16, list []grid.Region) {
	m := codec.U16(codec.U64([]byte{uint8(closingLetter)}, island), people)
	Send(i, to, AppendPlaces(m, list))
}

// Grant lends a region to a child, if there is room in its outbox.
func Grant(i *world.State, to uint64, at grid.Region) {
	putToSleep(i, at)
	var data []byte
	if k, ok := i.FindDormant(at); ok {
		data = i.Dormant[k].Data
	}
	m := codec.Uvarint(world.AppendPlace([]byte{uint8(grantLetter)}, at), i.LastLoan+1)
	m = append(m, data...)
	if len(i.Leases) >= world.MaxLeases || !RoomToSend(i, to, len(m)) {
		return
	}
	i.LastLoan++
	i.SetLease(world.Lease{At: at, Number: i.LastLoan, To: to})
	dropDormant(i, at)
	Send(i, to, m)
}

// putToSleep makes a region dormant that is active.
func putToSleep(i *world.State, at grid.Region) {
	if k, ok := i.FindRegion(at); ok {
		i.Retire(k)
	}
}

// dropDormant forgets a dormant region that another island has from now on.
func dropDormant(i *world.State, at grid.Region) {
	k, ok := i.FindDormant(at)
	if !ok {
		return
	}
	n := countPart(i.Dormant[k].Data)
	for k := range n {
		i.Destroyed[k] += n[k]
	}
	i.Dormant = slices.Delete(i.Dormant, k, k+1)
}

// countPart counts the items in the part of a region.
func countPart(data []byte) (n world.Counts) {
	p, err := world.DecodeRegion(data)
	if err != nil {
		panic("island: a dormant region does not decode: " + err.Error())
	}
	for k := range p.Chests {
		n.Items(p.Chests[k].Slots[:])
	}
	n[item.Water] += world.Floods(p.Edits)
	for k := range p.Bodies {
		n[p.Bodies[k].Stack.Kind] += uint64(p.Bodies[k].Stack.Count)
	}
	return n
}

// settleDormant takes in a region that another island kept. A malformed region counts as untouched.
func settleDormant(i *world.State, at grid.Region, data []byte) {
	if len(data) == 0 || i.ActiveRegion(at) != nil {
		return
	}
	p, err := world.DecodeRegion(data)
	if err != nil || p.Since == 0 || p.Belongs(at) != nil || p.Planes != world.InPlanes(len(p.Edits)) || len(i.Dormant) >= world.MaxDormant {
		return
	}
	if _, spilt := i.Spilt(at, &p); spilt {
		return
	}
	if p.Since > i.Clock+1 { // it fell asleep by a clock that is ahead of this one
		c := codec.Read(data)
		c.Uvarint()
		data = append(codec.Uvarint(nil, uint64(i.Clock+1)), data[len(data)-c.Len():]...)
	}
	k, found := i.FindDormant(at)
	if found {
		return
	}
	n := countPart(data)
	for k := range n {
		i.Created[k] += n[k]
	}
	data = slices.Clone(data)
	i.Dormant = slices.Insert(i.Dormant, k, world.DormantRegion{At: at, Data: data, Sum: world.DormantSum(at, data)})
}

// onGrant takes land that home lends.
func onGrant(i *world.State, from uint64, c *codec.Cursor) {
	at, number := world.ReadPos(c), c.Uvarint()
	data := c.Bytes(c.Len())
	if c.Done() != nil || from != world.Home || !i.Child() || len(i.Leases) >= world.MaxLeases || i.Owns(at) {
		return
	}
	i.SetLease(world.Lease{At: at, Number: number, To: i.SelfID})
	settleDormant(i, at, data)
	if k, ok := world.FindAsk(i, at); ok {
		i.Asks = slices.Delete(i.Asks, k, k+1)
	}
	i.Moved = true
}

// onHeld learns that another island has the land.
func onHeld(i *world.State, from uint64, c *codec.Cursor) {
	at, holder := world.ReadPos(c), c.U64()
	k, asked := world.FindAsk(i, at)
	if c.Done() != nil || from != world.Home || !asked || holder == i.SelfID || holder == 0 {
		return
	}
	i.Asks[k].Holder, i.Asks[k].Since = holder, i.Clock
	NoteNear(i, holder, 0, false)
}

// onClosing learns that another island wants land that this one holds: either it is needed here, then
// they are near, or it goes back.
func onClosing(i *world.State, from uint64, c *codec.Cursor) {
	island, people := c.U64(), c.U16()
	list := readPlaces(c, world.MaxAsks)
	if c.Done() != nil || from != world.Home || !i.Child() || island == i.SelfID || island == 0 {
		return
	}
	for _, at := range list {
		if !i.Owns(at) {
			continue
		}
		if i.Needs(at, world.Reserve) || !giveBack(i, at) {
			NoteNear(i, island, people, true)
		}
	}
}

// giveBack returns a region to home, if there is room in the outbox.
func giveBack(i *world.State, at grid.Region) bool {
	k, ok := i.FindLease(at)
	if !ok {
		return false
	}
	number := i.Leases[k].Number
	putToSleep(i, at)
	m := codec.Uvarint(world.AppendPlace([]byte{uint8(BackLetter)}, at), number)
	if k, ok := i.FindDormant(at); ok {
		m = append(m, i.Dormant[k].Data...)
	}
	if !RoomToSend(i, world.Home, len(m)) {
		return false
	}
	dropDormant(i, at)
	i.DropLease(at)
	Send(i, world.Home, m)
	return true
}

// onBack takes back land that was lent.
func onBack(i *world.State, _ uint64, c *codec.Cursor) {
	at, number := world.ReadPos(c), c.Uvarint()
	data := c.Bytes(c.Len())
	k, ok := i.FindLease(at)
	if c.Done() != nil || i.SelfID != world.Home || !ok || i.Leases[k].Number != number {
		return
	}
	i.DropLease(at)
	settleDormant(i, at, data)
	i.Moved = true
}

// Landless reports whether an island has no land at all, so that no player can come back there.
func Landless(i *world.State) bool { return i.Child() && len(i.Leases) == 0 }

// Ashore returns p, or the middle of this island's nearest region if p is another island's: the player comes
// back to land that was given away meanwhile.
func Ashore(i *world.State, p fixed.Vec) fixed.Vec {
	at := grid.TileAt(p).Region()
	if i.Owns(at) || i.Partial {
		return p
	}
	best := i.SpawnTile.Region()
	for k := range i.Leases {
		if r := i.Leases[k].At; i.Child() && (k == 0 || world.Spread(r, at) < world.Spread(best, at)) {
			best = r
		}
	}
	return best.Tile(grid.RegionTiles/2 + grid.RegionSide/2).Centre()
}

// remembers reports whether a player that is away was near a region when it left.
func remembers(i *world.State, at grid.Region) bool {
	for k := range i.Away {
		if world.Spread(grid.TileAt(i.Away[k].Last).Region(), at) <= 1 {
			return true
		}
	}
	return false
}

// giveIdleLand returns land that a child needs no more.
func giveIdleLand(i *world.State) {
	given := 0
	for k := len(i.Leases) - 1; k >= 0 && given < world.GiveMost; k-- {
		at := i.Leases[k].At
		if i.ActiveRegion(at) == nil && !i.Needs(at, world.Reserve+1) && !remembers(i, at) && giveBack(i, at) {
			given++
		}
	}
}

// claimLand notifies the holders of land that home's players need.
func claimLand(i *world.State) {
	if len(i.Leases) == 0 {
		return
	}
	claims := map[uint64][]grid.Region{}
	var holders []uint64
	for _, at := range world.ReserveLand(i) {
		if h := i.HeldBy(at); h != world.Home {
			if len(claims[h]) == 0 {
				holders = append(holders, h)
			}
			if len(claims[h]) < world.MaxAsks {
				claims[h] = append(claims[h], at)
			}
		}
	}
	for _, h := range holders {
		NoteNear(i, h, 0, false)
		sendClosing(i, h, world.Home, i.People(), claims[h])
	}
}
