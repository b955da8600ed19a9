package island

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
)

const (
	// MaxAsks is the most regions that a child is waiting for; more are asked for when these are answered.
	MaxAsks = 256
	// askAgain is how long an answer that somebody else holds a region is believed, in ticks.
	askAgain game.Tick = 2 * game.TicksPerSecond
	// askPatience is how long an answer is waited for before it is asked again, in ticks: home does not
	// answer when its outbox has no room for the land.
	askPatience game.Tick = 5 * game.TicksPerSecond
	// giveMost is how many regions a child gives back at a time.
	giveMost = 8
)

// ask is a region that a child wants.
type ask struct {
	at     grid.Region
	since  game.Tick // when it was asked for, or answered
	holder uint64    // who has it; 0 while there is no answer
}

func findAsk(i *State, at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.asks, at, func(a ask, at grid.Region) int { return compareRegions(a.at, at) })
}

// askForLand asks home for the land around a child's players.
func askForLand(i *State) {
	want := reserve(i)
	i.asks = slices.DeleteFunc(i.asks, func(a ask) bool {
		_, found := slices.BinarySearchFunc(want, a.at, compareRegions)
		return !found || i.owns(a.at)
	})
	var list []grid.Region
	for _, at := range want {
		if i.owns(at) {
			continue
		}
		k, asked := findAsk(i, at)
		switch {
		case !asked && len(i.asks) < MaxAsks:
			i.asks = slices.Insert(i.asks, k, ask{at: at, since: i.tick})
		case asked && (i.asks[k].holder != 0 && i.tick >= i.asks[k].since+askAgain || i.tick >= i.asks[k].since+askPatience):
			i.asks[k].since = i.tick
		default:
			continue
		}
		list = append(list, at)
	}
	if len(list) > 0 {
		m := codec.U16([]byte{uint8(askLetter)}, i.People())
		send(i, Home, appendPlaces(m, list))
	}
}

// reserve returns the land around all players, in order.
func reserve(i *State) (list []grid.Region) {
	add := func(mid grid.Region, reach int32) {
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				at := grid.Region{X: mid.X + dx, Y: mid.Y + dy}
				if k, found := slices.BinarySearchFunc(list, at, compareRegions); !found {
					list = slices.Insert(list, k, at)
				}
			}
		}
	}
	for k := range i.players {
		if at, ok := i.placeOf(&i.players[k]); ok {
			add(at, Reserve)
		}
	}
	return list
}

// heedAsk gives a child land, or says who has it.
func heedAsk(i *State, from uint64, c *codec.Cursor) {
	people := c.U16()
	list := readPlaces(c, MaxAsks)
	if c.Done() != nil || i.self != Home || from <= Home {
		return
	}
	from = i.resolve(from)
	if from == Home {
		return
	}
	closing := map[uint64][]grid.Region{}
	var holders []uint64
	for _, at := range list {
		switch h := i.heldBy(at); {
		case h == from: // it is on its way
		case h != Home:
			send(i, from, codec.U64(appendPlace([]byte{uint8(heldLetter)}, at), h))
			if len(closing[h]) == 0 {
				holders = append(holders, h)
			}
			closing[h] = append(closing[h], at)
		case i.needs(at, Reserve):
			send(i, from, codec.U64(appendPlace([]byte{uint8(heldLetter)}, at), Home))
			noteNear(i, from, people, true)
		default:
			grant(i, from, at)
		}
	}
	for _, h := range holders {
		sendClosing(i, h, from, people, closing[h])
	}
}

func sendClosing(i *State, to, island uint64, people uint16, list []grid.Region) {
	m := codec.U16(codec.U64([]byte{uint8(closingLetter)}, island), people)
	send(i, to, appendPlaces(m, list))
}

// grant lends a region to a child, if there is room in its outbox.
func grant(i *State, to uint64, at grid.Region) {
	putToSleep(i, at)
	var data []byte
	if k, ok := i.findDormant(at); ok {
		data = i.dormant[k].data
	}
	m := codec.Uvarint(appendPlace([]byte{uint8(grantLetter)}, at), i.lastLoan+1)
	m = append(m, data...)
	if len(i.leases) >= MaxLeases || !roomToSend(i, to, len(m)) {
		return
	}
	i.lastLoan++
	i.setLease(lease{at: at, number: i.lastLoan, to: to})
	dropDormant(i, at)
	send(i, to, m)
}

// putToSleep makes a region dormant that is active.
func putToSleep(i *State, at grid.Region) {
	if k, ok := i.findRegion(at); ok {
		i.retire(k)
	}
}

// dropDormant forgets a dormant region that another island has from now on.
func dropDormant(i *State, at grid.Region) {
	k, ok := i.findDormant(at)
	if !ok {
		return
	}
	n := countPart(i.dormant[k].data)
	for k := range n {
		i.destroyed[k] += n[k]
	}
	i.dormant = slices.Delete(i.dormant, k, k+1)
}

// countPart counts the items in the part of a region.
func countPart(data []byte) (n Counts) {
	p, err := decodeRegion(data)
	if err != nil {
		panic("island: a dormant region does not decode: " + err.Error())
	}
	for k := range p.chests {
		n.items(p.chests[k].slots[:])
	}
	n[item.Water] += floods(p.edits)
	for k := range p.bodies {
		n[p.bodies[k].Stack.Kind] += uint64(p.bodies[k].Stack.Count)
	}
	return n
}

// settleDormant takes in a region that another island kept. What is malformed counts as untouched.
func settleDormant(i *State, at grid.Region, data []byte) {
	if len(data) == 0 || i.region(at) != nil {
		return
	}
	p, err := decodeRegion(data)
	if err != nil || p.since == 0 || p.belongs(at) != nil || p.planes != inPlanes(len(p.edits)) || len(i.dormant) >= MaxDormant {
		return
	}
	if _, spilt := i.spilt(at, &p); spilt {
		return
	}
	if p.since > i.tick+1 { // it fell asleep by a clock that is ahead of this one
		c := codec.Read(data)
		c.Uvarint()
		data = append(codec.Uvarint(nil, uint64(i.tick+1)), data[len(data)-c.Len():]...)
	}
	k, found := i.findDormant(at)
	if found {
		return
	}
	n := countPart(data)
	for k := range n {
		i.created[k] += n[k]
	}
	data = slices.Clone(data)
	i.dormant = slices.Insert(i.dormant, k, dormant{at: at, data: data, sum: dormantSum(at, data)})
}

// heedGrant takes land that home lends.
func heedGrant(i *State, from uint64, c *codec.Cursor) {
	at, number := readPlace(c), c.Uvarint()
	data := c.Bytes(c.Len())
	if c.Done() != nil || from != Home || !i.child() || len(i.leases) >= MaxLeases || i.owns(at) {
		return
	}
	i.setLease(lease{at: at, number: number, to: i.self})
	settleDormant(i, at, data)
	if k, ok := findAsk(i, at); ok {
		i.asks = slices.Delete(i.asks, k, k+1)
	}
	i.moved = true
}

// heedHeld learns that somebody else has the land.
func heedHeld(i *State, from uint64, c *codec.Cursor) {
	at, holder := readPlace(c), c.U64()
	k, asked := findAsk(i, at)
	if c.Done() != nil || from != Home || !asked || holder == i.self || holder == 0 {
		return
	}
	i.asks[k].holder, i.asks[k].since = holder, i.tick
	noteNear(i, holder, 0, false)
}

// heedClosing learns that another island wants land that this one holds: either it is needed here, then
// they are near, or it goes back.
func heedClosing(i *State, from uint64, c *codec.Cursor) {
	island, people := c.U64(), c.U16()
	list := readPlaces(c, MaxAsks)
	if c.Done() != nil || from != Home || !i.child() || island == i.self || island == 0 {
		return
	}
	for _, at := range list {
		if !i.owns(at) {
			continue
		}
		if i.needs(at, Reserve) || !giveBack(i, at) {
			noteNear(i, island, people, true)
		}
	}
}

// giveBack returns a region to home, if there is room in the outbox.
func giveBack(i *State, at grid.Region) bool {
	k, ok := i.findLease(at)
	if !ok {
		return false
	}
	number := i.leases[k].number
	putToSleep(i, at)
	m := codec.Uvarint(appendPlace([]byte{uint8(backLetter)}, at), number)
	if k, ok := i.findDormant(at); ok {
		m = append(m, i.dormant[k].data...)
	}
	if !roomToSend(i, Home, len(m)) {
		return false
	}
	dropDormant(i, at)
	i.dropLease(at)
	send(i, Home, m)
	return true
}

// heedBack takes back land that was lent.
func heedBack(i *State, _ uint64, c *codec.Cursor) {
	at, number := readPlace(c), c.Uvarint()
	data := c.Bytes(c.Len())
	k, ok := i.findLease(at)
	if c.Done() != nil || i.self != Home || !ok || i.leases[k].number != number {
		return
	}
	i.dropLease(at)
	settleDormant(i, at, data)
	i.moved = true
}

// landless reports whether an island has no land at all, so that nobody can come back there.
func landless(i *State) bool { return i.child() && len(i.leases) == 0 }

// ashore returns p, or the middle of the nearest region that this island has where p is another's: somebody
// comes back to land that was given away meanwhile.
func ashore(i *State, p fixed.Vec) fixed.Vec {
	at := grid.TileAt(p).Region()
	if i.owns(at) || i.partial {
		return p
	}
	best := i.spawn.Region()
	for k := range i.leases {
		if r := i.leases[k].at; i.child() && (k == 0 || spread(r, at) < spread(best, at)) {
			best = r
		}
	}
	return best.Tile(grid.RegionTiles/2 + grid.RegionSide/2).Centre()
}

// remembers reports whether somebody who is away was near a region when it left.
func remembers(i *State, at grid.Region) bool {
	for k := range i.away {
		if spread(grid.TileAt(i.away[k].Last).Region(), at) <= 1 {
			return true
		}
	}
	return false
}

// giveIdleLand returns what a child does not need any more.
func giveIdleLand(i *State) {
	given := 0
	for k := len(i.leases) - 1; k >= 0 && given < giveMost; k-- {
		at := i.leases[k].at
		if i.region(at) == nil && !i.needs(at, Reserve+1) && !remembers(i, at) && giveBack(i, at) {
			given++
		}
	}
}

// claimLand tells those who hold land that home's players need.
func claimLand(i *State) {
	if len(i.leases) == 0 {
		return
	}
	claims := map[uint64][]grid.Region{}
	var holders []uint64
	for _, at := range reserve(i) {
		if h := i.heldBy(at); h != Home {
			if len(claims[h]) == 0 {
				holders = append(holders, h)
			}
			if len(claims[h]) < MaxAsks {
				claims[h] = append(claims[h], at)
			}
		}
	}
	for _, h := range holders {
		noteNear(i, h, 0, false)
		sendClosing(i, h, Home, i.People(), claims[h])
	}
}
