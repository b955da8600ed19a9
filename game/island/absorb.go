package island

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
)

// ErrAbsorb says that another island's state cannot be taken in. It is wrapped with what is wrong.
var ErrAbsorb = errors.New("island: the other island cannot be taken in")

// Absorb takes in all of another island of this world, which has ended: its players with their seats,
// what is on its land, the land itself, what it has counted, and its correspondence. Home takes its land
// back; a child goes on holding it, and tells home that the other has ended. Home itself is never taken in.
//
// The greater tick goes on. On the side that was behind, timers are shifted by the difference (what was to
// happen in a second happens in a second), what grows catches up as it does in a region that wakes, and
// what was dormant keeps the tick at which it fell asleep. What each had sent to the other and was not
// taken in yet is taken in first, by turns, the other island's first.
//
// Every peer does so at the same turn boundary. Events holds what the mail brought about. An error leaves
// the state unchanged.
func Absorb(i *State, snapshot []byte) error {
	o, err := decodeSnapshot(snapshot)
	if err != nil {
		return err
	}
	if err := absorbable(i, o); err != nil {
		return err
	}
	i.events = i.events[:0]
	exhaustMail(i, o)
	i.events = append(i.events, o.events...)
	behind, by := o, i.tick-o.tick
	if o.tick > i.tick {
		behind, by = i, o.tick-i.tick
	}
	shift(behind, by)
	renumber(i, o)
	absorbLand(i, o)
	absorbPlayers(i, o)
	absorbBodies(i, o)
	absorbChat(i, o)
	i.code = later(i.code, o.code)
	for k := range o.created {
		i.created[k] += o.created[k]
		i.destroyed[k] += o.destroyed[k]
	}
	absorbMail(i, o)
	joinSignals(i, o)
	i.contain(o)
	i.sumAway()
	i.moved = true
	i.attend()
	return nil
}

// absorbable refuses what cannot be taken in.
func absorbable(i *State, o *State) error {
	if i.partial || o.genesis != i.genesis {
		return fmt.Errorf("%w: seed %d rules %d", ErrOtherWorld, o.genesis.Seed, o.genesis.Rules)
	}
	if o.self == i.self || o.self == Home {
		return fmt.Errorf("%w: island %x into island %x", ErrAbsorb, o.self, i.self)
	}
	if i.Contains(o.self) || i.since > 0 && o.tick <= i.since {
		return fmt.Errorf("%w: island %x was taken in before", ErrAbsorb, o.self)
	}
	if len(i.players)+len(o.players) > MaxPlayers {
		return fmt.Errorf("%w: more than %d players", ErrAbsorb, MaxPlayers)
	}
	for _, list := range [...][]entity.PlayerState{o.players, o.away} {
		for k := range list {
			if p := &list[k]; i.PlayerByKey(p.Key) != nil || playerBySeat(i, p.Seat) != nil {
				return fmt.Errorf("%w: seat %d is on both", ErrAbsorb, p.Seat)
			}
		}
	}
	for _, at := range o.stored() {
		_, dormant := i.findDormant(at)
		if dormant || i.region(at) != nil {
			return fmt.Errorf("%w: region %d %d is on both", ErrAbsorb, at.X, at.Y)
		}
	}
	return nil
}

// shift lets what is on an island be later by some ticks, for Absorb: the clock itself too.
func shift(i *State, by game.Tick) {
	if by == 0 {
		return
	}
	since := i.tick
	i.tick += by
	for k := range i.space.Bodies() {
		if b := &i.space.Bodies()[k]; b.Born > 0 {
			b.Born += by
		}
	}
	for k := range i.players {
		p := &i.players[k]
		for _, t := range [...]*game.Tick{&p.ActionAt, &p.EmoteAt, &p.SleptAt} {
			if *t > 0 {
				*t += by
			}
		}
	}
	shiftRealm(i, by)
	for _, r := range i.regions {
		catchUp(i, r, since)
	}
}

// shiftRealm lets what is timed between islands be later by some ticks.
func shiftRealm(i *State, by game.Tick) {
	for k := range i.apart {
		i.apart[k].since += by
	}
	for k := range i.outboxes {
		i.outboxes[k].since += by
	}
	for k := range i.near {
		i.near[k].heard += by
		i.near[k].said += by
		i.near[k].lent += by
	}
	for k := range i.ghosts {
		i.ghosts[k].heard += by
		i.ghosts[k].hitAt += by
	}
	for k := range i.asks {
		i.asks[k].since += by
	}
}

// renumber gives bodies of the other island new ids where this island has a body of the same.
func renumber(i *State, o *State) {
	for k := 0; k < len(o.space.Bodies()); k++ {
		b := o.space.Bodies()[k]
		if !i.has(b.ID) {
			continue
		}
		old := b.ID
		for b.ID = i.newID(uint64(old)); o.has(b.ID) || i.has(b.ID); b.ID = i.newID(uint64(b.ID)) {
		}
		o.space.Remove(k)
		o.space.Insert(b)
		if other := o.Body(b.Other); other != nil {
			other.Other = b.ID
		}
		if p := playerBySeat(o, b.Seat); p != nil && p.Body == old {
			p.Body = b.ID
		}
		for n := range o.columns {
			c := &o.columns[n]
			if row, ok := slices.BinarySearch(c.ids, old); ok {
				value := slices.Clone(c.row(row))
				c.remove(old)
				c.set(b.ID, value)
			}
		}
		k = -1 // the table has changed
	}
}

func absorbPlayers(i *State, o *State) {
	for k := range o.players {
		at, _ := findSeat(i.players, o.players[k].Seat)
		i.players = slices.Insert(i.players, at, o.players[k])
		i.comeHome(o.players[k].Seat)
	}
	for k := range o.away {
		at, _ := findSeat(i.away, o.away[k].Seat)
		i.away = slices.Insert(i.away, at, o.away[k])
		i.comeHome(o.away[k].Seat)
	}
	for _, s := range o.apart {
		k, _ := slices.BinarySearchFunc(i.apart, s.seat, compareSolitude)
		i.apart = slices.Insert(i.apart, k, s)
	}
	i.lastSeat = max(i.lastSeat, o.lastSeat)
	i.quiet = 0
}

func absorbBodies(i *State, o *State) {
	for k := range o.space.Bodies() {
		i.space.Append(o.space.Bodies()[k])
	}
	i.space.Order()
	for k := range o.columns {
		c := &o.columns[k]
		if i.Declare(c.name, c.size) != nil {
			continue // declared otherwise here: its rows cannot be kept
		}
		at, _ := i.findColumn(c.name)
		for row, id := range c.ids {
			i.columns[at].set(id, c.row(row))
		}
	}
}

// absorbLand takes the regions over, and the land if this island is a child.
func absorbLand(i *State, o *State) {
	for _, l := range o.leases {
		if i.child() {
			l.to = i.self
			i.setLease(l)
		} else if k, ok := i.findLease(l.at); ok && i.leases[k].number == l.number {
			i.dropLease(l.at)
		}
	}
	if i.self == Home {
		i.addAlias(o.self, Home)
		i.leases = slices.DeleteFunc(i.leases, func(l lease) bool { return l.to == Home })
	}
	i.regions = append(i.regions, o.regions...)
	slices.SortStableFunc(i.regions, func(a, b *region) int { return compareRegions(a.at, b.at) })
	i.reindex()
	for _, c := range o.chests {
		k, _ := i.findChest(c.at)
		i.chests = slices.Insert(i.chests, k, c)
	}
	for _, l := range o.outlines {
		i.addOutline(l)
	}
	for _, w := range o.works {
		k, _ := findWork(i, w.at)
		i.works = slices.Insert(i.works, k, w)
	}
	i.dormant = append(i.dormant, o.dormant...)
	slices.SortStableFunc(i.dormant, func(a, b dormant) int { return compareRegions(a.at, b.at) })
}

// absorbChat lays the lines of both together, in the order of their ticks; those that both have once.
func absorbChat(i *State, o *State) {
	fresh := 0
	for _, l := range o.chat {
		at := len(i.chat)
		for at > 0 && i.chat[at-1].Tick > l.Tick {
			at--
		}
		known := false
		for k := at - 1; k >= 0 && i.chat[k].Tick == l.Tick; k-- {
			known = known || i.chat[k].Seat == l.Seat && i.chat[k].Text == l.Text
		}
		if !known {
			i.chat = slices.Insert(i.chat, at, l)
			fresh++
		}
	}
	if fresh == 0 {
		return
	}
	i.chatSeq += uint64(fresh)
	if n := len(i.chat) - ChatLines; n > 0 {
		i.chat = slices.Delete(i.chat, 0, n)
	}
	for k := range i.chat {
		i.chat[k].Seq = i.chatSeq - uint64(len(i.chat)-1-k)
	}
	i.sumChat()
}

// exhaustMail lets both islands take in what they had sent each other.
func exhaustMail(i *State, o *State) {
	const rounds = 64 // answers to answers: nobody has that much to say
	for range rounds {
		there := deliverAll(i, o)
		if back := deliverAll(o, i); !there && !back {
			return
		}
	}
}

// deliverAll lets an island take in all that another has for it, and reports whether there was anything.
func deliverAll(from, to *State) (any bool) {
	for n := Expect(to, from.self); ; n++ {
		list := Parcels(from, to.self, n, nil)
		if len(list) == 0 {
			return any
		}
		take(to, from.self, to.self, n, list[0])
		if Expect(to, from.self) == n {
			return any // it can take in no more
		}
		any = true
	}
}

// absorbMail takes over what the other island had to say to others and what it knows of theirs.
func absorbMail(i *State, o *State) {
	dropBoxes(i, o.self)
	var know []uint64
	for _, b := range o.inboxes {
		if b.from == i.self {
			continue
		}
		know = append(know, b.from)
		if k, ok := findInbox(i, b.from, b.as); !ok {
			i.inboxes = slices.Insert(i.inboxes, k, b)
		}
	}
	for _, b := range o.outboxes {
		if b.to == i.self {
			continue
		}
		know = append(know, b.to)
		for n, p := range b.list {
			forward(i, b.to, o.self, b.to, b.first+uint64(n), p)
		}
	}
	if i.child() {
		know = append(know, Home)
	}
	slices.Sort(know)
	for _, x := range slices.Compact(know) {
		if x != i.self && x != o.self {
			send(i, x, appendMoved(o.self, i.self))
		}
	}
	forget(i, o.self)
	if i.self != Home {
		return
	}
	for k := len(i.outboxes) - 1; k >= 0; k-- { // what was said to islands that have ended meanwhile
		if to := i.outboxes[min(k, len(i.outboxes)-1)].to; ended(i, to) {
			redirect(i, to, i.resolve(to))
			closeBoxes(i, to)
		}
	}
	i.inboxes = slices.DeleteFunc(i.inboxes, func(b inbox) bool { return i.resolve(b.from) == Home })
}

// dropBoxes forgets the boxes of an island that is here now.
func dropBoxes(i *State, island uint64) {
	if k, ok := findOutbox(i, island); ok {
		i.outboxes = slices.Delete(i.outboxes, k, k+1)
	}
	i.inboxes = slices.DeleteFunc(i.inboxes, func(b inbox) bool { return b.from == island && b.as == i.self })
}
