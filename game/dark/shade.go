package dark

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/world"
)

// Shades rise in thick gloom around a player, hunt players that stand in gloom, cling to them, slow them and
// drain their health. They do not enter light. One that is in light recoils, and fades after fadeAfter. Walls
// and deep water keep them out.

const (
	// riseEvery is how often the gloom around a player may bring forth a shade, in ticks; it does once in
	// riseChance times, and twice as often from Deep on.
	riseEvery, riseChance = 60, 4
	// Deep is the gloom in which shades are more, and rise sooner.
	Deep = 11
	// fewShades and manyShades are how many shades are around a player at most, in thick and in deep gloom:
	// one is a warning, four cling to death in six seconds.
	fewShades, manyShades = 2, 4
	// MaxShades bounds the shades of a region, whatever number of players is in it.
	MaxShades = 200
	// riseNear and riseFar are how far from the player a shade rises, in tiles: at the edge of the screen.
	riseNear, riseFar = 8, 12
	// crowdReach is from how near shades count as being around a player.
	crowdReach fixed.Q = 24 * fixed.One
	// sight is from how far a shade sees a player in gloom. Players are lost to it beyond lostReach, and then
	// it fades.
	sight     fixed.Q = 14 * fixed.One
	lostReach fixed.Q = 30 * fixed.One
	// ClingReach is from how near a shade clings.
	ClingReach fixed.Q = 9 * fixed.One / 10
	// The speeds of a shade, in tiles per second. A player walks at 4.5, and at 2.5 in its cling: one can be
	// outrun before it has caught up, and not afterwards.
	huntSpeed   fixed.S = 5 * fixed.One / 2
	recoilSpeed fixed.S = 5 * fixed.One
	roamSpeed   fixed.S = fixed.One
	// clingPace is the remaining part of a player's speed.
	clingPace fixed.S = 11 * fixed.One / 20
	// drainEvery is how often shades take health, in ticks: drainEach by each one, but drainMost together.
	// Health comes back at one in 180 ticks, so a single shade takes all in twenty seconds, and those of deep
	// gloom in six: one who walks there at night without a light falls, and a torch taken in hand in time
	// saves.
	drainEvery, drainEach, drainMost = 90, 2, 6
	// fadeAfter is for how many decisions a shade bears light: three seconds.
	fadeAfter = 18
	// lookOut is how far a recoiling shade looks for darkness, in tiles.
	lookOut fixed.S = 3 * fixed.One

	streamShade = 0x7368616465
)

// rise lets shades be born.
func rise(i *world.State) {
	for k := range i.Gloom.People {
		p := &i.Gloom.People[k]
		if p.Level < gloom.Thick || (uint64(i.Clock)+uint64(p.Seat)*11)%riseEvery != 0 {
			continue
		}
		h := random.Hash(i.Gen.Seed^streamShade, uint64(i.Clock), uint64(p.Seat), 0)
		chance, most := uint32(riseChance), fewShades
		if p.Level >= Deep {
			chance, most = riseChance/2, manyShades
		}
		if !random.Chance(h, chance) || around(i, p.At) >= most {
			continue
		}
		h = random.Mix(h)
		far := riseNear*fixed.One + fixed.S(h&0xffff)*(riseFar-riseNear)
		at := p.At.Add(fixed.Direction(fixed.Angle(h >> 16)).Scale(far).Vec())
		at = grid.TileAt(at).Centre()
		if Level(i, at) < gloom.Thick || !open(i, at) || shadesIn(i, grid.TileAt(at).Region()) >= MaxShades {
			continue
		}
		b := entity.Body{Kind: entity.Shade, Pos: at, Born: i.Clock, Flags: entity.Resting}
		b.ID = i.Space.NewID(i.Gen.Seed^streamShade, uint64(i.Clock), uint64(p.Seat))
		i.Space.Insert(b)
		tell(i, event.ShadeRose, &b, 0)
	}
}

// around counts the shades around a place.
func around(i *world.State, p fixed.Vec) (n int) {
	if i.Space.Count(entity.Shade) == 0 {
		return 0
	}
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; b.Kind == entity.Shade && b.Pos.Sub(p).Near(crowdReach) {
			n++
		}
	}
	return n
}

func shadesIn(i *world.State, at grid.Region) (n int) {
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; b.Kind == entity.Shade && world.InRegion(b, at) {
			n++
		}
	}
	return n
}

// haunt lets the shades move and cling.
func haunt(i *world.State) {
	if i.Space.Count(entity.Shade) == 0 {
		return
	}
	faded := false
	free := func(p fixed.Vec) bool { return open(i, p) }
	for k := range i.Space.Bodies() {
		b := &i.Space.Bodies()[k]
		if b.Kind != entity.Shade {
			continue
		}
		if minds(i, b) {
			way, gone := hunt(i, b)
			heading(b, way)
			if gone && !i.Partial {
				b.Calm, faded = faint, true
				continue
			}
		}
		drift(i, k, free)
	}
	if faded {
		fade(i, func(b *entity.Body) bool { return b.Calm == faint })
	}
	drain(i)
}

// faint marks a shade that fades in this tick.
const faint = 255

// hunt returns where a shade goes, in tiles per second; gone says that it fades.
func hunt(i *world.State, b *entity.Body) (way fixed.SVec, gone bool) {
	h := random.Hash(i.Gen.Seed^streamShade, uint64(i.Clock), uint64(b.ID), 1)
	if Level(i, b.Pos) == 0 {
		b.Calm++
		return darkest(i, b, h).Scale(recoilSpeed), b.Calm >= fadeAfter
	}
	b.Calm = 0
	who, far := nearest(i.Gloom.People, b.Pos, sight, inGloom)
	if who == nil {
		if o, _ := nearest(i.Gloom.People, b.Pos, lostReach, anybody); o == nil && random.Chance(h, 8) {
			return way, true
		}
		return wander(i, b, h), false
	}
	if far < ClingReach/2 {
		return way, false
	}
	way = who.At.Sub(b.Pos).S().Unit()
	if Level(i, b.Pos.Add(way.Vec())) == 0 { // it waits at the rim of the light
		return way, false
	}
	return way.Scale(huntSpeed), false
}

// wander returns the slow way of a shade that sees nobody: straight on, and now and then another way; never
// into light.
func wander(i *world.State, b *entity.Body, h uint64) fixed.SVec {
	way := b.Vel.Unit().Scale(roamSpeed)
	if b.Vel == (fixed.SVec{}) || random.Chance(h>>8, 6) {
		way = fixed.Direction(fixed.Angle(h >> 16)).Scale(roamSpeed)
	}
	if Level(i, b.Pos.Add(way.Vec())) == 0 {
		return fixed.SVec{}
	}
	return way
}

// darkest returns the direction in which it is darkest; away from the nearest person where it is light
// everywhere.
func darkest(i *world.State, b *entity.Body, h uint64) (way fixed.SVec) {
	best := uint8(0)
	for n := range uint64(8) {
		d := fixed.Direction(fixed.Angle((h + n) & 7 << 13))
		p := b.Pos.Add(d.Scale(lookOut).Vec())
		if l := Level(i, p); l > best && open(i, p) {
			best, way = l, d
		}
	}
	if best > 0 {
		return way
	}
	if who, far := nearest(i.Gloom.People, b.Pos, sight, anybody); who != nil && far > 0 {
		return b.Pos.Sub(who.At).S().Unit()
	}
	return fixed.Direction(fixed.Angle(h >> 16))
}

// Clinging returns how many shades cling to a body.
func Clinging(i *world.State, b *entity.Body) (n int) {
	if i.Space.Count(entity.Shade) == 0 || i.Code.Laws.Has(world.Peaceful) {
		return 0
	}
	for _, k := range i.Space.Around(b.Pos, ClingReach) {
		if o := &i.Space.Bodies()[k]; o.Kind == entity.Shade && o.Calm == 0 && o.Pos.Sub(b.Pos).Near(ClingReach) {
			n++
		}
	}
	return n
}

// Pace returns the part of its speed at which a player walks in the cling of shades.
func Pace(i *world.State, b *entity.Body) fixed.S {
	if Clinging(i, b) > 0 {
		return clingPace
	}
	return fixed.One
}

// drain lets shades take health.
func drain(i *world.State) {
	for k := range i.Gloom.People {
		o := &i.Gloom.People[k]
		if o.Level == 0 || (uint64(i.Clock)+uint64(o.Seat))%drainEvery != 0 {
			continue
		}
		p := i.Roster.BySeat(entity.Seat(o.Seat))
		if p == nil {
			continue
		}
		b := i.Space.Body(p.Body)
		n := Clinging(i, b)
		if n == 0 {
			continue
		}
		i.TellBody(event.Clung, p, b, int32(n), 0)
		if !living.Mercy(i, b) {
			living.Hurt(i, p, uint8(min(n*drainEach, drainMost)))
		}
	}
}

// fade removes shades, and tells it.
func fade(i *world.State, gone func(*entity.Body) bool) {
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; b.Kind == entity.Shade && gone(b) {
			tell(i, event.ShadeFaded, b, 0)
		}
	}
	i.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind == entity.Shade && gone(b) })
}

// fadeAll removes all shades.
func fadeAll(i *world.State) {
	if !i.Partial {
		fade(i, func(*entity.Body) bool { return true })
	}
}

// tell records an event of a body that is nobody's.
func tell(i *world.State, k event.Kind, b *entity.Body, a int32) {
	i.Happened = append(i.Happened, event.Event{Kind: k, Tick: i.Clock, Pos: b.Pos, Tile: grid.TileAt(b.Pos), Entity: b.ID, A: a})
}

// NewShade puts a shade at a place, for tests and pictures.
func NewShade(i *world.State, p fixed.Vec, n uint64) game.EntityID {
	b := entity.Body{Kind: entity.Shade, Pos: p, Born: i.Clock, Flags: entity.Resting}
	b.ID = i.Space.NewID(i.Gen.Seed^streamShade, uint64(i.Clock), n, 7)
	i.Space.Insert(b)
	return b.ID
}
