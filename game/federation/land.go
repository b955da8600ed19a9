package federation

import (
	"slices"

	"manyhold/game/claim"
	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/world"
)

// askForLand asks home for the land around a child's players.
func askForLand(i *world.State) {
	want := ReserveLand(i)
	i.Register.Asks = slices.DeleteFunc(i.Register.Asks, func(a world.Ask) bool {
		_, found := slices.BinarySearchFunc(want, a.At, grid.Region.Compare)
		return !found || i.Register.Owns(a.At)
	})
	var list []grid.Region
	for _, at := range want {
		if i.Register.Owns(at) {
			continue
		}
		k, asked := i.Register.FindAsk(at)
		switch {
		case !asked && len(i.Register.Asks) < world.MaxAsks:
			i.Register.Asks = slices.Insert(i.Register.Asks, k, world.Ask{At: at, Since: i.Clock})
		case asked && (i.Register.Asks[k].Holder != 0 && i.Clock >= i.Register.Asks[k].Since+world.AskAgain || i.Clock >= i.Register.Asks[k].Since+world.AskPatience):
			i.Register.Asks[k].Since = i.Clock
		default:
			continue
		}
		list = append(list, at)
	}
	if len(list) > 0 {
		m := codec.U16([]byte{uint8(AskLetter)}, People(i))
		Send(i, world.Home, AppendPlaces(m, list))
	}
}

// onAsk gives a child land, or names its holder.
func onAsk(i *world.State, from uint64, c *codec.Cursor) {
	people := c.U16()
	list := readPlaces(c, world.MaxAsks)
	if c.Done() != nil || i.Register.SelfID != world.Home || from <= world.Home {
		return
	}
	from = i.Register.Resolve(from)
	if from == world.Home {
		return
	}
	closing := map[uint64][]grid.Region{}
	var holders []uint64
	for _, at := range list {
		switch h := i.Register.HeldBy(at); {
		case h == from: // it is on its way
		case h != world.Home:
			Send(i, from, codec.U64(world.AppendPlace([]byte{uint8(HeldLetter)}, at), h))
			if len(closing[h]) == 0 {
				holders = append(holders, h)
			}
			closing[h] = append(closing[h], at)
		case Needs(i, at, world.Reserve):
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
	if k, ok := i.Dormant.Find(at); ok {
		data = i.Dormant.List[k].Data
	}
	m := codec.Uvarint(world.AppendPlace([]byte{uint8(grantLetter)}, at), i.Register.LastLoan+1)
	m = appendTitles(m, i, at)
	m = append(m, data...)
	if len(i.Register.Leases) >= world.MaxLeases || !RoomToSend(i, to, len(m)) {
		return
	}
	i.Register.LastLoan++
	i.Register.SetLease(world.Lease{At: at, Number: i.Register.LastLoan, To: to})
	dropDormant(i, at)
	Send(i, to, m)
}

// putToSleep makes a region dormant that is active.
func putToSleep(i *world.State, at grid.Region) {
	if k, ok := i.Land.Find(at); ok {
		living.Retire(i, k)
	}
}

// dropDormant forgets a dormant region that another island has from now on.
func dropDormant(i *world.State, at grid.Region) {
	k, ok := i.Dormant.Find(at)
	if !ok {
		return
	}
	n := countPart(i.Dormant.List[k].Data)
	for k := range n {
		i.Ledger.Destroyed[k] += n[k]
	}
	i.Dormant.List = slices.Delete(i.Dormant.List, k, k+1)
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
	if len(data) == 0 || i.Land.Active(at) != nil {
		return
	}
	p, err := world.DecodeRegion(data)
	if err != nil || p.Since == 0 || p.Belongs(at) != nil || p.Planes != world.InPlanes(len(p.Edits)) || len(i.Dormant.List) >= world.MaxDormant {
		return
	}
	if _, spilt := p.Spilt(i.Gen, at); spilt {
		return
	}
	if p.Since > i.Clock+1 { // it fell asleep by a clock that is ahead of this one
		c := codec.Read(data)
		c.Uvarint()
		data = append(codec.Uvarint(nil, uint64(i.Clock+1)), data[len(data)-c.Len():]...)
	}
	k, found := i.Dormant.Find(at)
	if found {
		return
	}
	n := countPart(data)
	for k := range n {
		i.Ledger.Created[k] += n[k]
	}
	data = slices.Clone(data)
	i.Dormant.List = slices.Insert(i.Dormant.List, k, world.NewDormant(at, data, p.Things))
}

// onGrant takes land that home lends.
func onGrant(i *world.State, from uint64, c *codec.Cursor) {
	at, number := world.ReadPos(c), c.Uvarint()
	titles := claim.ReadList(c)
	data := c.Bytes(c.Len())
	if c.Done() != nil || from != world.Home || !i.Register.Child() || len(i.Register.Leases) >= world.MaxLeases || i.Register.Owns(at) {
		return
	}
	takeTitles(i, at, titles)
	i.Register.SetLease(world.Lease{At: at, Number: number, To: i.Register.SelfID})
	settleDormant(i, at, data)
	if k, ok := i.Register.FindAsk(at); ok {
		i.Register.Asks = slices.Delete(i.Register.Asks, k, k+1)
	}
	i.Moved = true
}

// appendTitles appends the claims that lie in a region, or partly.
func appendTitles(dst []byte, i *world.State, at grid.Region) []byte {
	var list []claim.Claim
	for _, c := range i.Claims.List() {
		if slices.Contains(c.Regions(), at) {
			list = append(list, c)
		}
	}
	return claim.AppendList(dst, list)
}

// takeTitles takes over the claims in a region from the island that held it until now. Their times are by a
// clock that may be ahead of this one.
func takeTitles(i *world.State, at grid.Region, list []claim.Claim) {
	list = slices.DeleteFunc(list, func(c claim.Claim) bool { return !slices.Contains(c.Regions(), at) })
	for k := range list {
		list[k].Since, list[k].Visited = min(list[k].Since, i.Clock), min(list[k].Visited, i.Clock)
	}
	i.Claims.Unite(list, i.Register.Owns, func(r grid.Region) bool { return r == at })
}

// onHeld learns that another island has the land.
func onHeld(i *world.State, from uint64, c *codec.Cursor) {
	at, holder := world.ReadPos(c), c.U64()
	k, asked := i.Register.FindAsk(at)
	if c.Done() != nil || from != world.Home || !asked || holder == i.Register.SelfID || holder == 0 {
		return
	}
	i.Register.Asks[k].Holder, i.Register.Asks[k].Since = holder, i.Clock
	NoteNear(i, holder, 0, false)
}

// onClosing learns that another island wants land that this one holds: either it is needed here, then
// they are near, or it goes back.
func onClosing(i *world.State, from uint64, c *codec.Cursor) {
	island, people := c.U64(), c.U16()
	list := readPlaces(c, world.MaxAsks)
	if c.Done() != nil || from != world.Home || !i.Register.Child() || island == i.Register.SelfID || island == 0 {
		return
	}
	for _, at := range list {
		if !i.Register.Owns(at) {
			continue
		}
		if Needs(i, at, world.Reserve) || !giveBack(i, at) {
			NoteNear(i, island, people, true)
		}
	}
}

// giveBack returns a region to home, if there is room in the outbox.
func giveBack(i *world.State, at grid.Region) bool {
	k, ok := i.Register.FindLease(at)
	if !ok {
		return false
	}
	number := i.Register.Leases[k].Number
	putToSleep(i, at)
	m := codec.Uvarint(world.AppendPlace([]byte{uint8(BackLetter)}, at), number)
	m = appendTitles(m, i, at)
	if k, ok := i.Dormant.Find(at); ok {
		m = append(m, i.Dormant.List[k].Data...)
	}
	if !RoomToSend(i, world.Home, len(m)) {
		return false
	}
	tellLights(i) // home believes nobody else about them
	dropDormant(i, at)
	i.Register.DropLease(at)
	Send(i, world.Home, m)
	return true
}

// onBack takes back land that was lent.
func onBack(i *world.State, _ uint64, c *codec.Cursor) {
	at, number := world.ReadPos(c), c.Uvarint()
	titles := claim.ReadList(c)
	data := c.Bytes(c.Len())
	k, ok := i.Register.FindLease(at)
	if c.Done() != nil || i.Register.SelfID != world.Home || !ok || i.Register.Leases[k].Number != number {
		return
	}
	takeTitles(i, at, titles)
	i.Register.DropLease(at)
	settleDormant(i, at, data)
	i.Moved = true
}

// Landless reports whether an island has no land at all, so that no player can come back there.
func Landless(i *world.State) bool { return i.Register.Child() && len(i.Register.Leases) == 0 }

// Ashore returns p, or the middle of this island's nearest region if p is another island's: the player comes
// back to land that was given away meanwhile.
func Ashore(i *world.State, p fixed.Vec) fixed.Vec {
	at := grid.TileAt(p).Region()
	if i.Register.Owns(at) || i.Partial {
		return p
	}
	best := i.SpawnTile.Region()
	for k := range i.Register.Leases {
		if r := i.Register.Leases[k].At; i.Register.Child() && (k == 0 || Spread(r, at) < Spread(best, at)) {
			best = r
		}
	}
	return best.Tile(grid.RegionTiles/2 + grid.RegionSide/2).Centre()
}

// remembers reports whether a player that is away was near a region when it left.
func remembers(i *world.State, at grid.Region) bool {
	for k := range i.Roster.Away {
		if Spread(grid.TileAt(i.Roster.Away[k].Last).Region(), at) <= 1 {
			return true
		}
	}
	return false
}

// giveIdleLand returns land that a child needs no more.
func giveIdleLand(i *world.State) {
	given := 0
	for k := len(i.Register.Leases) - 1; k >= 0 && given < world.GiveMost; k-- {
		at := i.Register.Leases[k].At
		if i.Land.Active(at) == nil && !Needs(i, at, world.Reserve+1) && !remembers(i, at) && giveBack(i, at) {
			given++
		}
	}
}

// claimLand notifies the holders of land that home's players need.
func claimLand(i *world.State) {
	if len(i.Register.Leases) == 0 {
		return
	}
	claims := map[uint64][]grid.Region{}
	var holders []uint64
	for _, at := range ReserveLand(i) {
		if h := i.Register.HeldBy(at); h != world.Home {
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
		sendClosing(i, h, world.Home, People(i), claims[h])
	}
}
