// Package annals is the history of a world: what its people did for the first time, who did it, and when. One
// table says what counts. Every island has a copy; what one notes home learns, and home's copy holds
// everywhere. The lights, the festival, arrivals and claims have tables of their own.
package annals

import (
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Any is an A of every value.
const Any = -1

// Row is something that is done for the first time.
type Row struct {
	Name string     // as the tables of words have it
	On   event.Kind // what counts
	A    int32      // with this A, or Any
	B    int32      // and this B, or Any
	At   tile.Block // and this block on its tile, NoBlock for any
	Show tile.Block // the picture in the journal; NoBlock: a player
}

// Rows is the table. Rows are only appended: the state has their numbers.
var Rows = [...]Row{
	{Name: "stone_pick", On: event.Crafted, A: int32(item.StonePick), B: Any, Show: tile.Bench},
	{Name: "copper_pick", On: event.Crafted, A: int32(item.CopperPick), B: Any, Show: tile.Anvil},
	{Name: "ember_pick", On: event.Crafted, A: int32(item.EmberPick), B: Any, Show: tile.Anvil},
	{Name: "copper", On: event.Crafted, A: int32(item.Copper), B: Any, Show: tile.Furnace},
	{Name: "steel", On: event.Crafted, A: int32(item.EmberSteel), B: Any, Show: tile.Furnace},
	{Name: "vault", On: event.Opened, A: int32(tile.Gate), B: Any, Show: tile.Gate},
	{Name: "moth", On: event.MothFled, A: 0, B: Any},
	{Name: "portal", On: event.Travelled, A: Any, B: Any, At: tile.Portal, Show: tile.Portal},
	{Name: "cart", On: event.Rode, A: 1, B: Any, Show: tile.Rail},
	{Name: "revived", On: event.Revived, A: Any, B: Any},
	{Name: "carried", On: event.Hoisted, A: Any, B: Any},
	{Name: "score", On: event.Performed, A: Any, B: 1},
	{Name: "firework", On: event.Launched, A: Any, B: Any},
	{Name: "harvest", On: event.Dug, A: int32(tile.Wheat), B: 0, Show: tile.Wheat},
	{Name: "bread", On: event.Crafted, A: int32(item.Bread), B: Any, Show: tile.Furnace},
	{Name: "lever", On: event.Switched, A: int32(tile.Lever), B: 1, Show: tile.Lever},
	{Name: "thing", On: event.ThingPut, A: Any, B: Any},
	{Name: "challenge", On: event.Achieved, A: Any, B: Any, Show: tile.Notice},
}

// all has a bit for each row.
const all uint32 = 1<<len(Rows) - 1

// Fits reports whether an event is what a row counts, on a tile with a block.
func (r *Row) Fits(e *event.Event, on tile.Block) bool {
	return e.Kind == r.On && (r.A == Any || e.A == r.A) && (r.B == Any || e.B == r.B) && (r.At == tile.NoBlock || on == r.At)
}

// Entry is a deed that was the first of its kind.
type Entry struct {
	Since game.Tick   // of the deed
	Name  entity.Name // of the player that did it, empty if nobody saw it
}

// Table holds the first deeds. The zero value is that of a new world. It is copied by assignment.
type Table struct {
	done uint32 // bit n: row n
	list [len(Rows)]Entry
	news bool // there is something that other islands have not been told
}

// Complete reports whether everything was done.
func (t *Table) Complete() bool { return t.done == all }

// Entry returns when something was done; ok is false if it was not yet.
func (t *Table) Entry(n int) (e Entry, ok bool) {
	if n < 0 || n >= len(Rows) || t.done>>n&1 == 0 {
		return e, false
	}
	return t.list[n], true
}

// Note notes that something was done, and reports whether it was the first time.
func (t *Table) Note(n int, e Entry) bool {
	if n < 0 || n >= len(Rows) || t.done>>n&1 != 0 {
		return false
	}
	t.done |= 1 << n
	t.list[n], t.news = e, true
	return true
}

// Join takes over what another copy knows and this one does not. A copy of home holds: what it has is taken
// over in any case.
func (t *Table) Join(o *Table, home bool) {
	before := *t
	for n := range Rows {
		if o.done>>n&1 != 0 && (home || t.done>>n&1 == 0) {
			t.list[n] = o.list[n]
		}
	}
	t.done |= o.done
	t.news = t.news || !home && (t.done != before.done)
}

// News reports whether there is something that other islands have not been told.
func (t *Table) News() bool { return t.news }

// Told notes that all others have been told.
func (t *Table) Told() { t.news = false }

// Rebase turns the times of a clock that shows from into those of one that shows to, at the same moment.
func (t *Table) Rebase(from, to game.Tick) {
	for n := range Rows {
		if t.done>>n&1 != 0 {
			t.list[n].Since = t.list[n].Since.Rebase(from, to)
		}
	}
}

// Shift moves all times later by some ticks.
func (t *Table) Shift(by game.Tick) {
	for n := range Rows {
		if t.done>>n&1 != 0 {
			t.list[n].Since = t.list[n].Since.Later(by)
		}
	}
}

// Empty reports whether nothing was done.
func (t *Table) Empty() bool { return t.done == 0 }

// Append appends
//
//	u32 what was done, as bits; of each in ascending number: u64 since, text name
//	u8 1 if others are to be told
func (t *Table) Append(dst []byte) []byte {
	dst = codec.U32(dst, t.done)
	for n := range Rows {
		if t.done>>n&1 != 0 {
			dst = codec.Text(codec.U64(dst, uint64(t.list[n].Since)), t.list[n].Name.String())
		}
	}
	return codec.U8(dst, codec.Bit(t.news))
}

// Read reads the bytes of Append, of a table that is not empty.
func (t *Table) Read(data []byte) error { return codec.Whole(data, t, ReadTable) }

// ReadTable reads the bytes of Append, of a table that is not empty.
func ReadTable(c *codec.Cursor) (t Table) {
	t.done = c.U32()
	c.Must(t.done != 0 && t.done <= all, "nobody can have done that")
	for n := range Rows {
		if c.Err() != nil || t.done>>n&1 == 0 {
			continue
		}
		t.list[n] = Entry{Since: game.Tick(c.U64()), Name: encoding.ReadName(c)}
		c.Must(t.list[n].Since < game.MaxTick, "no world is as old")
	}
	t.news = c.Bit()
	return t
}

// Diff names the first difference of two tables, "" if there is none.
func (t *Table) Diff(o *Table) string {
	for n := range Rows {
		if t.done>>n&1 != o.done>>n&1 || t.list[n] != o.list[n] {
			return fmt.Sprintf("annals: %s: %+v and %+v", Rows[n].Name, t.list[n], o.list[n])
		}
	}
	if t.news != o.news {
		return fmt.Sprintf("annals: news: %v and %v", t.news, o.news)
	}
	return ""
}
