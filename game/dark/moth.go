package dark

import (
	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A great moth lives on each dark lighthouse but the first. By day it sleeps on the lantern. At night it
// circles the tower and swoops down on players near it: it puts out the embers that one carries, and hurts.
// Light takes its courage: it bears one light near it, and every further one takes a little each half second.
// Lights are torches in hands, embers, and lit blocks; a thrown ember that comes close takes much at once.
// Without courage it lets spoils fall and is away until the next evening; in a night that people hold out
// before its gate it comes back after a moment, without spoils, until the gate is open. It leaves for good
// when its lighthouse burns.

const (
	// Courage is how much light a moth bears: 24 half seconds of one light more than one.
	Courage = 24
	// emberFear is how near embers take courage, in tiles; torches do from a tile farther.
	emberFear fixed.Q = 5 * fixed.One
	// emberHit is what a thrown ember takes that comes as near as hitReach and is faster than hitSpeed.
	emberHit           = 6
	hitReach fixed.Q   = 3 * fixed.One / 2
	hitSpeed fixed.S   = 3 * fixed.One
	cowEvery game.Tick = 30
	// recoverEvery is how often it regains one, in ticks, without light near.
	recoverEvery game.Tick = 120
	// guardReach is how far from its tower it swoops, in tiles; ring is the radius of its circles.
	guardReach fixed.Q = 13 * fixed.One
	ring       fixed.S = 5 * fixed.One
	// swoopEvery is how often it swoops, in ticks, and swoopFor how long it follows.
	swoopEvery, swoopFor game.Tick = 5 * game.TicksPerSecond, 2 * game.TicksPerSecond
	// strikeReach is from how near it strikes, strikeHurts what that costs: five strikes, within half a
	// minute, knock one down who stays near a dark tower at night alone and without lights. One who leaves is
	// healed of each in eighteen seconds.
	strikeReach fixed.Q = 9 * fixed.One / 10
	strikeHurts         = 6
	circleSpeed fixed.S = 3 * fixed.One
	swoopSpeed  fixed.S = 6 * fixed.One
	// regroup is for how long a moth is away that is driven off in a night that people hold out, in ticks.
	regroup game.Tick = 8 * game.TicksPerSecond
	// The heights of a moth, in tiles: on the lantern, circling, and away, where nobody sees it.
	perchHeight, circleHeight, awayHeight fixed.S = 2 * fixed.One, 2 * fixed.One, 40 * fixed.One
	// towersEvery is how often towers are looked at, in ticks.
	towersEvery = 60

	streamMoth = 0x6d6f7468
)

// towers are the lanterns on which great moths live.
func towers(i *world.State) []grid.Tile { return beacon.Lanterns(i)[1:] }

// mothID is the ID of the moth of a tower.
func mothID(i *world.State, t grid.Tile) game.EntityID {
	return game.EntityID(random.Hash(i.Gen.Seed^streamMoth, uint64(uint32(t.X)), uint64(uint32(t.Y)), 0) | 1)
}

// guard lets great moths come, act and go.
func guard(i *world.State) {
	if !i.Partial && i.Clock%towersEvery == 0 && (i.Space.Count(entity.GreatMoth) > 0 || !i.Code.Laws.Has(world.Peaceful)) {
		for _, t := range towers(i) {
			settle(i, t)
		}
	}
	if i.Space.Count(entity.GreatMoth) == 0 {
		return
	}
	for _, t := range towers(i) {
		if k, ok := i.Space.Find(mothID(i, t)); ok {
			flutter(i, k, t)
		}
	}
}

// settle lets the moth of a tower be there while its lantern is dark.
func settle(i *world.State, t grid.Tile) {
	_, b, state, ok := i.Land.TileAt(t)
	if !ok {
		return
	}
	id := mothID(i, t)
	here, dark := i.Space.Has(id), b == tile.Beacon && state&tile.StateBit0 == 0
	switch {
	case dark && !here:
		i.Space.Insert(entity.Body{ID: id, Kind: entity.GreatMoth, Pos: perch(t), Z: perchHeight, Flags: entity.Resting})
	case !dark && here:
		tell(i, event.MothFled, i.Space.Body(id), event.AwayForGood)
		i.RemoveBody(id)
	}
}

// perch is where a moth sits on a lantern.
func perch(t grid.Tile) fixed.Vec { return t.Centre().Add(fixed.Vec{Y: fixed.One / 2}) }

// flutter lets a moth act for a tick. Its Born is the tick until which it is away, its Seat the player on
// whom it swoops, and its Calm the courage that it has lost.
func flutter(i *world.State, k int, t grid.Tile) {
	b := &i.Space.Bodies()[k]
	switch {
	case i.Clock < b.Born:
		b.Z, b.Vel = awayHeight, fixed.SVec{}
	case gloom.Depth(i.Clock) == 0 || i.Code.Laws.Has(world.Peaceful):
		b.Calm, b.Seat = 0, 0
		sit(i, k, t)
		return
	default:
		if minds(i, b) {
			circle(i, b, t)
		}
		if strike(i, k) {
			return
		}
		if fled := cow(i, b, t); fled {
			return
		}
	}
	home := t.Region()
	k, ok := i.Space.Find(mothID(i, t))
	if !ok {
		return
	}
	drift(i, k, func(p fixed.Vec) bool { return grid.TileAt(p).Region() == home })
}

// sit brings a moth back to its lantern.
func sit(i *world.State, k int, t grid.Tile) {
	b := &i.Space.Bodies()[k]
	d := perch(t).Sub(b.Pos)
	b.Z = perchHeight
	heading(b, fixed.SVec{})
	if !d.Near(fixed.One / 8) {
		heading(b, d.S().Unit().Scale(min(circleSpeed, max(d.Len().S()*4, fixed.One/2))))
	}
	drift(i, k, func(fixed.Vec) bool { return true })
}

// circle decides where a moth flies: after the player on whom it swoops, or round its tower.
func circle(i *world.State, b *entity.Body, t grid.Tile) {
	at := (i.Clock + game.Tick(uint64(b.ID)%uint64(swoopEvery))) % swoopEvery
	if at < mindEvery {
		b.Seat = prey(i, t)
	} else if at >= swoopFor {
		b.Seat = 0
	}
	if p := i.Roster.BySeat(b.Seat); b.Seat != 0 && p != nil {
		if o := i.Space.Body(p.Body); o != nil && o.Pos.Sub(t.Centre()).Near(guardReach) {
			b.Z = max(b.Z-fixed.One/3, fixed.One/4)
			heading(b, o.Pos.Sub(b.Pos).S().Unit().Scale(swoopSpeed))
			return
		}
	}
	b.Z = min(b.Z+fixed.One/3, circleHeight)
	out := b.Pos.Sub(t.Centre()).S()
	if out == (fixed.SVec{}) {
		out.X = 1
	}
	r := out.Unit()
	round := fixed.SVec{X: -r.Y, Y: r.X}
	heading(b, round.Add(r.Scale((ring-out.Len())/2)).Unit().Scale(circleSpeed))
}

// prey returns the player on whom the moth of a tower swoops: of those near the tower one with embers before
// one with a torch before others, and of those the nearest to the tower; 0 if there is none.
func prey(i *world.State, t grid.Tile) (seat entity.Seat) {
	best, least := -1, fixed.Q(0)
	for k := range i.Gloom.People {
		o := &i.Gloom.People[k]
		p := i.Roster.BySeat(entity.Seat(o.Seat))
		d := o.At.Sub(t.Centre())
		if p == nil || !d.Near(guardReach) {
			continue
		}
		rank := 0
		if b := i.Space.Body(p.Body); embersOf(i, b) != 0 {
			rank = 2
		} else if HoldsTorch(p) {
			rank = 1
		}
		if l := d.Len(); rank > best || rank == best && l < least {
			best, least, seat = rank, l, p.Seat
		}
	}
	return seat
}

// embersOf returns the embers that a body carries, 0 for none.
func embersOf(i *world.State, b *entity.Body) game.EntityID {
	if b.Flags&entity.Carrying != 0 {
		if o := i.Space.Body(b.Other); o != nil && o.Kind == entity.Ember {
			return o.ID
		}
	}
	return 0
}

// strike lets the k-th body, a moth, strike the player on whom it swoops, if it has come near; the table of
// bodies may change.
func strike(i *world.State, k int) bool {
	b := &i.Space.Bodies()[k]
	p := i.Roster.BySeat(b.Seat)
	if b.Seat == 0 || p == nil {
		return false
	}
	o := i.Space.Body(p.Body)
	if o == nil || o.Flags&entity.Asleep != 0 || !o.Pos.Sub(b.Pos).Near(strikeReach) {
		return false
	}
	b.Seat = 0
	heading(b, b.Pos.Sub(o.Pos).S().Unit().Scale(circleSpeed))
	embers := embersOf(i, o)
	i.TellBody(event.Swooped, p, b, int32(codec.Bit(embers != 0)), 0)
	mercy := living.Mercy(i, o)
	if embers != 0 {
		o.Flags &^= entity.Carrying
		o.Other = 0
		i.Happened = append(i.Happened, event.Event{Kind: event.Unlit, Tick: i.Clock, Pos: o.Pos, Tile: grid.TileAt(o.Pos), A: int32(tile.Hearth), Entity: embers})
		i.RemoveBody(embers)
	}
	if !mercy {
		living.Hurt(i, p, strikeHurts)
	}
	return embers != 0 || !mercy
}

// cow takes a moth's courage by the lights near it, and reports whether it was driven off.
func cow(i *world.State, b *entity.Body, t grid.Tile) (fled bool) {
	lost := 0
	for _, k := range i.Space.Around(b.Pos, hitReach) {
		o := &i.Space.Bodies()[k]
		if o.Kind == entity.Ember && o.Flags&entity.Carried == 0 && o.Vel.Len() >= hitSpeed {
			lost += emberHit
			o.Vel = fixed.SVec{} // it falls, and hits once
		}
	}
	if i.Clock%cowEvery == 0 {
		lost += max(lightsAt(i, b.Pos)-1, 0)
	}
	switch {
	case lost > 0:
		b.Calm = uint8(min(int(b.Calm)+lost, Courage))
		tell(i, event.Cowed, b, int32(Courage-b.Calm))
	case b.Calm > 0 && i.Clock%recoverEvery == 0:
		b.Calm--
	}
	if b.Calm < Courage || i.Partial {
		return false
	}
	b.Calm, b.Seat, b.Z, b.Born = 0, 0, awayHeight, i.Clock+game.TicksPerDay*3/4
	if beacon.Watched(i, t) {
		b.Born = i.Clock + regroup
		tell(i, event.MothFled, b, event.AwayAWhile)
		return true
	}
	tell(i, event.MothFled, b, event.AwayTonight)
	id := b.ID
	always, rare := item.Treasure(item.MothHaul, random.Hash(i.Gen.Seed, uint64(id), uint64(i.Clock), 0))
	for n, s := range [...]item.Stack{{Kind: item.Crystal, Count: 3}, {Kind: item.Glass, Count: 2}, always, rare} {
		if s.Count == 0 {
			continue
		}
		i.Ledger.Created[s.Kind] += uint64(s.Count)
		living.Spill(i, s, t.Add(0, 2), uint64(id), uint64(n))
	}
	return true
}

// lightsAt returns how many lights are near a place: torches in hands and embers one each, lit blocks one
// together.
func lightsAt(i *world.State, p fixed.Vec) (n int) {
	for k := range i.Gloom.Beams {
		b := &i.Gloom.Beams[k]
		if reach := max(emberFear, b.Reach+fixed.One); b.At.Sub(p).Near(reach) {
			n++
		}
	}
	t := grid.TileAt(p)
	if i.Land.Active(t.Region()) != nil && i.Gloom.Of(&i.Land, t.Region(), i.Clock).Dist(t.Index()) == 0 {
		n++
	}
	return n
}
