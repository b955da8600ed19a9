package world

import (
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/grid"
)

// Roster are the players that the island knows. A player has one seat for good, on all islands of its world.
type Roster struct {
	Here     []entity.PlayerState // in the world, in ascending seat
	Away     []entity.PlayerState // known and not in it, in ascending seat
	LastSeat entity.Seat          // the greatest seat given
	awaySum  uint64               // hash of Away
}

// append appends both tables.
func (r *Roster) append(dst []byte) []byte {
	dst = appendPlayers(codec.Uvarint(dst, uint64(len(r.Here))), r.Here)
	return appendPlayers(codec.Uvarint(dst, uint64(len(r.Away))), r.Away)
}

// read reads the bytes of append.
func (r *Roster) read(c *codec.Cursor) {
	r.Here = readPlayers(c, MaxPlayers)
	r.Away = readPlayers(c, MaxKnown)
}

// copyFrom takes over another roster, into memory that is there.
func (r *Roster) copyFrom(from *Roster) {
	r.Here, r.LastSeat = append(r.Here[:0], from.Here...), from.LastSeat
	if r.awaySum != from.awaySum || len(r.Away) != len(from.Away) {
		r.Away, r.awaySum = append(r.Away[:0], from.Away...), from.awaySum
	}
}

// consistent refuses seats and keys that are there twice, and bodies of players that are away.
func (r *Roster) consistent() error {
	keys := map[game.PlayerID]bool{}
	seats := map[entity.Seat]bool{}
	for _, list := range [...][]entity.PlayerState{r.Here, r.Away} {
		for k := range list {
			p := &list[k]
			if keys[p.Key] || seats[p.Seat] || p.Seat > r.LastSeat {
				return fmt.Errorf("seat %d: not the only one of its seat and key", p.Seat)
			}
			keys[p.Key], seats[p.Seat] = true, true
		}
	}
	for k := range r.Away {
		if r.Away[k].Body != 0 {
			return fmt.Errorf("seat %d is away and has a body", r.Away[k].Seat)
		}
	}
	return nil
}

// ByKey returns a player that has ever entered the world, in it or away, else nil. It is read-only, and valid
// until the next step.
func (r *Roster) ByKey(key game.PlayerID) *entity.PlayerState {
	for k := range r.Here {
		if r.Here[k].Key == key {
			return &r.Here[k]
		}
	}
	for k := range r.Away {
		if r.Away[k].Key == key {
			return &r.Away[k]
		}
	}
	return nil
}

// BySeat returns a player in the world or away.
func (r *Roster) BySeat(seat entity.Seat) *entity.PlayerState {
	if k, ok := FindSeat(r.Here, seat); ok {
		return &r.Here[k]
	}
	if k, ok := FindSeat(r.Away, seat); ok {
		return &r.Away[k]
	}
	return nil
}

// Everybody returns copies of all players that an island knows, in ascending seat.
func (r *Roster) Everybody() (list []*entity.PlayerState) {
	for _, known := range [...][]entity.PlayerState{r.Here, r.Away} {
		for k := range known {
			p := known[k]
			list = append(list, &p)
		}
	}
	slices.SortStableFunc(list, func(a, b *entity.PlayerState) int { return int(a.Seat) - int(b.Seat) })
	return list
}

// FindSeat is a binary search that copies no player: they are many words.
func FindSeat(list []entity.PlayerState, seat entity.Seat) (int, bool) {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid].Seat < seat {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(list) && list[lo].Seat == seat
}

// SumAway brings awaySum up to date; every change of Away must call it.
func (r *Roster) SumAway() {
	r.awaySum = xxh3.Hash(appendPlayers(make([]byte, 0, len(r.Away)*encoding.PlayerBytes), r.Away))
}

func appendPlayers(dst []byte, list []entity.PlayerState) []byte {
	for k := range list {
		dst = encoding.AppendPlayer(dst, &list[k])
	}
	return dst
}

func readPlayers(c *codec.Cursor, most int) (list []entity.PlayerState) {
	c.Within("its players", 0)
	last := entity.Seat(0)
	for range c.Count(most, encoding.PlayerBytes) {
		p := encoding.ReadPlayer(c)
		c.Must(p.Seat > last, "seats must be in ascending order")
		last = p.Seat
		list = append(list, p)
		if c.Err() != nil {
			return nil
		}
	}
	return list
}

// diffPlayers names the first difference of two tables of players; bodies are those of the first.
func diffPlayers(table string, bodies *Bodies, a, b []entity.PlayerState) string {
	for k := range min(len(a), len(b)) {
		p, q := &a[k], &b[k]
		s := first("", unlike("Seat", p.Seat, q.Seat), unlike("Key", p.Key, q.Key), unlike("Body", p.Body, q.Body),
			unlike("FirstSeen", p.FirstSeen, q.FirstSeen), unlike("LastSeen", p.LastSeen, q.LastSeen), unlike("LastSeq", p.LastSeq, q.LastSeq),
			unlike("Move", p.Move, q.Move), unlike("Slot", p.Slot, q.Slot), unlike("Health", p.Health, q.Health),
			unlike("Action", p.Action, q.Action), unlike("ActionAt", p.ActionAt, q.ActionAt), unlike("DigTile", p.DigTile, q.DigTile),
			unlike("DigTicks", p.DigTicks, q.DigTicks), unlike("DigSeq", p.DigSeq, q.DigSeq), unlike("Emote", p.Emote, q.Emote),
			unlike("EmoteAt", p.EmoteAt, q.EmoteAt), unlike("SleptAt", p.SleptAt, q.SleptAt), unlike("Last", p.Last, q.Last),
			unlike("Name", p.Name, q.Name), unlike("Look", p.Look, q.Look), unlike("Avatar", p.Avatar, q.Avatar),
			unlike("Hearth", p.Hearth, q.Hearth), unlike("Fell", p.Fell, q.Fell), unlike("FellAt", p.FellAt, q.FellAt), unlike("Goals", p.Goals, q.Goals), unlike("Outfit", p.Outfit, q.Outfit), unlike("Pins", p.Pins, q.Pins))
		for n := range p.Inventory {
			s = first("", s, unlike(fmt.Sprintf("Inventory[%d]", n), p.Inventory[n], q.Inventory[n]))
		}
		if s != "" {
			at := grid.TileAt(p.Last).Region()
			if body := bodies.Body(p.Body); body != nil {
				at = grid.TileAt(body.Pos).Region()
			}
			return fmt.Sprintf("region %d %d, %s[%d], seat %d: %s", at.X, at.Y, table, k, p.Seat, s)
		}
	}
	return unlike("number of "+table, len(a), len(b))
}
