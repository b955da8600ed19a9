// Package lights is the table of the nine lighthouses of a world: which of them burn, since when, who lit
// each first, and when each was tended last. Every island has a copy, and copies only ever grow towards each
// other: what one knows, the others learn by letters, at merges, and when a part is carved off.
//
// A light that burns holds the dark off for good, within Reach of it. When all nine burn there is a festival.
// After it the lights flicker, one after the other: a light that flickers is to be tended with embers. If
// nobody comes for PatienceTime it is dim, and reaches half as far until somebody does.
package lights

import (
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/grid"
)

// Count is the number of lighthouses of a world.
const Count = 9

const (
	// ReachTiles is how far a light holds the dark off, in tiles: two regions. A dim one reaches DimTiles.
	ReachTiles, DimTiles = 2 * grid.RegionSide, grid.RegionSide
	// FestivalTime is how long the festival lasts: five minutes, so that whoever is far away comes in time
	// for its end.
	FestivalTime game.Tick = 5 * 60 * game.TicksPerSecond
	// FlickerEvery is the time from one light that flickers to the next, a day of the world: a world of one
	// player has time for everything else. Each light has its turn once in Count of it.
	FlickerEvery = game.TicksPerDay
	// PatienceTime is how long a light flickers before it is dim.
	PatienceTime = game.TicksPerDay
)

// Entry is what is known of a light that burns.
type Entry struct {
	At     grid.Tile   // its lantern
	Since  game.Tick   // when it was lit
	Seat   entity.Seat // of the player that lit it first
	Name   entity.Name // of that player, as it was then
	Cared  uint32      // how often it was tended
	Tended game.Tick   // when it was tended last
}

// Table holds the lights that are known to burn. The zero value is that of a new world. It is copied by
// assignment.
type Table struct {
	lit   uint16 // bit n: light n
	list  [Count]Entry
	whole game.Tick // 1 + the tick at which all were known to burn, 0 before
	news  bool      // there is something that other islands have not been told
}

// Lit reports whether light n is known to burn.
func (t *Table) Lit(n int) bool { return n >= 0 && n < Count && t.lit>>n&1 != 0 }

// Count returns how many lights are known to burn.
func (t *Table) Count() (sum int) {
	for n := range Count {
		if t.Lit(n) {
			sum++
		}
	}
	return sum
}

// Entry returns what is known of light n; ok is false while it is dark.
func (t *Table) Entry(n int) (e Entry, ok bool) {
	if !t.Lit(n) {
		return e, false
	}
	return t.list[n], true
}

// At returns the number of the burning light whose lantern stands on a tile; ok is false if there is none.
func (t *Table) At(at grid.Tile) (n int, ok bool) {
	for n := range Count {
		if t.Lit(n) && t.list[n].At == at {
			return n, true
		}
	}
	return 0, false
}

// Next returns the nearest to the home of the lights that are dark; ok is false if none is.
func (t *Table) Next() (n int, ok bool) {
	for n := range Count {
		if !t.Lit(n) {
			return n, true
		}
	}
	return 0, false
}

// Reach reports whether a tile is within reach of a burning light at a tick: there the dark does not come.
func (t *Table) Reach(at grid.Tile, now game.Tick) bool {
	for n := range Count {
		if !t.Lit(n) {
			continue
		}
		most := int64(ReachTiles)
		if t.Dim(n, now) {
			most = DimTiles
		}
		dx, dy := int64(at.X)-int64(t.list[n].At.X), int64(at.Y)-int64(t.list[n].At.Y)
		if max(dx, -dx, dy, -dy) <= most && dx*dx+dy*dy <= most*most {
			return true
		}
	}
	return false
}

// Light notes that light n was lit, and reports whether that is new. When it was the last, the festival
// begins.
func (t *Table) Light(n int, e Entry) bool {
	if n < 0 || n >= Count || t.Lit(n) {
		return false
	}
	t.lit |= 1 << n
	t.list[n], t.news = e, true
	t.Complete(e.Since)
	return true
}

// Complete begins the festival if all lights are known to burn for the first time, and reports whether it
// does.
func (t *Table) Complete(now game.Tick) bool {
	if t.lit != 1<<Count-1 || t.whole != 0 {
		return false
	}
	t.whole = now + 1
	return true
}

// Tend notes that light n was tended.
func (t *Table) Tend(n int, now game.Tick) {
	if t.Lit(n) {
		t.list[n].Cared = max(t.list[n].Cared, t.list[n].Cared+1) // whatever others told, it is never 0 again
		t.list[n].Tended, t.news = now, true
	}
}

// Whole returns since when all lights burn; ok is false before.
func (t *Table) Whole() (since game.Tick, ok bool) { return max(t.whole, 1) - 1, t.whole != 0 }

// Festive reports whether it is the time of the festival.
func (t *Table) Festive(now game.Tick) bool {
	return t.whole != 0 && now+1 >= t.whole && now < t.whole-1+FestivalTime
}

// Due returns when light n begins to flicker; ok is false before all burn.
func (t *Table) Due(n int) (at game.Tick, ok bool) {
	if t.whole == 0 || n < 0 || n >= Count {
		return 0, false
	}
	if e := &t.list[n]; e.Cared > 0 {
		return e.Tended + Count*FlickerEvery, true
	}
	return t.whole - 1 + FestivalTime + game.Tick(n+1)*FlickerEvery, true
}

// Flickers reports whether light n is to be tended.
func (t *Table) Flickers(n int, now game.Tick) bool {
	at, ok := t.Due(n)
	return ok && now >= at
}

// Dim reports whether light n has flickered for so long that it is dim.
func (t *Table) Dim(n int, now game.Tick) bool {
	at, ok := t.Due(n)
	return ok && now >= at+PatienceTime
}

// News reports whether there is something that other islands have not been told.
func (t *Table) News() bool { return t.news }

// Told notes that all other islands have been told.
func (t *Table) Told() { t.news = false }

// possible returns how often a light can have been tended at most at a tick: once in FlickerEvery, and once
// more on each side of a fork.
func (e *Entry) possible(now game.Tick) uint32 {
	return uint32(min(2+(now-min(e.Since, now))/FlickerEvery, 1<<31))
}

// later reports whether a light was tended later than another copy knows. The times of two copies differ by
// as long as letters take, but a light is tended at most once in FlickerEvery: so times that are far apart
// decide, and else how often it was tended. No copy hides a later tending by a false number.
func (e *Entry) later(than *Entry, cared uint32) bool {
	const far = FlickerEvery / 2
	switch {
	case cared == 0:
		return false
	case e.Tended >= than.Tended+far:
		return true
	case than.Tended >= e.Tended+far && than.Cared > 0:
		return false
	}
	return cared > min(than.Cared, than.possible(max(e.Tended, than.Tended)))
}

// Join takes over what another copy knows, and returns the lights that are new here, as bits. A light that
// both know stays as it is here, except one that was tended later there. If anything is new, it is news;
// if all burn now, the festival begins at the tick now, or has begun as the other copy says.
func (t *Table) Join(o *Table, now game.Tick) (fresh uint16) {
	fresh = o.lit &^ t.lit
	before := *t
	for n := range Count {
		mine, theirs := &t.list[n], &o.list[n]
		switch {
		case o.lit>>n&1 == 0:
		case t.lit>>n&1 == 0:
			*mine = *theirs
		default:
			if cared := min(theirs.Cared, theirs.possible(now)); theirs.later(mine, cared) {
				mine.Cared, mine.Tended = cared, theirs.Tended
			}
		}
	}
	t.lit |= o.lit
	if t.whole == 0 {
		t.whole = o.whole
	}
	t.Complete(now)
	t.news = t.news || o.news || t.lit != before.lit || t.list != before.list || t.whole != before.whole
	return fresh
}

// Keep forgets the lights for which f does not hold.
func (t *Table) Keep(f func(e Entry) bool) {
	for n := range Count {
		if t.Lit(n) && !f(t.list[n]) {
			t.lit &^= 1 << n
			t.list[n], t.whole = Entry{}, 0
		}
	}
}

// Reseat gives the players who lit lights first the seats that f returns.
func (t *Table) Reseat(f func(entity.Seat) entity.Seat) {
	for n := range Count {
		if t.Lit(n) {
			t.list[n].Seat = f(t.list[n].Seat)
		}
	}
}

// Rebase turns the times of a clock that shows from into those of one that shows to, at the same moment.
func (t *Table) Rebase(from, to game.Tick) {
	t.turn(func(at game.Tick) game.Tick { return at.Rebase(from, to) })
}

// Shift moves all times later by some ticks.
func (t *Table) Shift(by game.Tick) {
	t.turn(func(at game.Tick) game.Tick { return at.Later(by) })
}

// turn changes all times.
func (t *Table) turn(turn func(game.Tick) game.Tick) {
	for n := range Count {
		if e := &t.list[n]; t.Lit(n) {
			e.Since, e.Tended = turn(e.Since), turn(e.Tended)
			if e.Cared == 0 {
				e.Tended = 0
			}
		}
	}
	if t.whole != 0 {
		t.whole = min(turn(t.whole-1)+1, game.MaxTick-1)
	}
}

// Empty reports whether all are dark.
func (t *Table) Empty() bool { return t.lit == 0 }

// Append appends
//
//	u16 the lights that burn, as bits; of each in ascending number: u32 X, u32 Y of its lantern, u64 since,
//	u16 seat, text name, u32 how often it was tended, u64 when last
//	u64 1 + the tick at which all were known to burn, or 0; u8 1 if others are to be told
func (t *Table) Append(dst []byte) []byte {
	dst = codec.U16(dst, t.lit)
	for n := range Count {
		if !t.Lit(n) {
			continue
		}
		e := &t.list[n]
		dst = codec.U64(encoding.AppendTile(dst, e.At), uint64(e.Since))
		dst = codec.Text(codec.U16(dst, uint16(e.Seat)), e.Name.String())
		dst = codec.U64(codec.U32(dst, e.Cared), uint64(e.Tended))
	}
	return codec.U8(codec.U64(dst, uint64(t.whole)), codec.Bit(t.news))
}

// Read reads the bytes of Append, of a table in which a light burns.
func (t *Table) Read(data []byte) error { return codec.Whole(data, t, ReadTable) }

// ReadTable reads the bytes of Append, of a table in which a light burns. Lanterns are anywhere: a caller
// that does not trust the bytes compares them with its land.
func ReadTable(c *codec.Cursor) (t Table) {
	t.lit = c.U16()
	c.Must(t.lit != 0 && t.lit < 1<<Count, "there are nine lights, and one burns at least")
	for n := range Count {
		if c.Err() != nil || !t.Lit(n) {
			continue
		}
		c.Within("light %d", uint64(n))
		e := &t.list[n]
		e.At, e.Since = encoding.ReadTile(c), game.Tick(c.U64())
		e.Seat, e.Name = entity.Seat(c.U16()), encoding.ReadName(c)
		e.Cared, e.Tended = c.U32(), game.Tick(c.U64())
		c.Must(e.Cared > 0 || e.Tended == 0, "it was never tended")
		c.Must(e.Since < game.MaxTick && e.Tended < game.MaxTick, "no world is as old as its tick")
	}
	t.whole, t.news = game.Tick(c.U64()), c.Bit()
	c.Must((t.whole != 0) == (t.lit == 1<<Count-1) && t.whole < game.MaxTick, "its end is not canonical")
	return t
}

// Diff names the first difference of two tables, "" if there is none.
func (t *Table) Diff(o *Table) string {
	for n := range Count {
		if t.Lit(n) != o.Lit(n) || t.list[n] != o.list[n] {
			return fmt.Sprintf("light %d: %v %+v and %v %+v", n, t.Lit(n), t.list[n], o.Lit(n), o.list[n])
		}
	}
	if t.whole != o.whole || t.news != o.news {
		return fmt.Sprintf("all burn since: %d and %d; news: %v and %v", t.whole, o.whole, t.news, o.news)
	}
	return ""
}
