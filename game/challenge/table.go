package challenge

import (
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
)

// Most bounds a count: it is far above every goal.
const Most = 1 << 20

// Table holds how far the world has come in a week, as far as an island knows. The zero value is that of a
// world in which nothing was done yet. It is copied by assignment.
//
// Each island counts what its own people do, and tells home: fresh is the part of count that home does not
// know yet. Home knows the rest of every island's count; its own fresh only says that there is news for the
// others. So no deed counts twice, wherever islands part and meet.
type Table struct {
	week  uint32
	count [Slots]uint32
	fresh [Slots]uint32
	met   [Slots]game.Tick // 1 + the tick at which this island knew that it was met, 0 before
}

// In brings the table to a week. A table of an earlier one is forgotten; one of a later week stays.
func (t *Table) In(week uint32) {
	if t.week < week {
		*t = Table{week: week}
	}
}

// Ahead reports whether the table is of a later week than that of a tick.
func (t *Table) Ahead(now game.Tick) bool { return t.week > WeekOf(now) }

// Of returns how far the world has come with a challenge of a week.
func (t *Table) Of(week uint32, slot int) uint32 {
	if t.week != week || slot < 0 || slot >= Slots {
		return 0
	}
	return t.count[slot]
}

// Add counts n more for a challenge of a week, up to goal, and reports whether that meets it.
func (t *Table) Add(week uint32, slot int, n, goal uint32) (met bool) {
	t.In(week)
	if t.week != week || t.count[slot] >= goal || n == 0 {
		return false
	}
	n = min(n, goal-t.count[slot])
	t.count[slot] += n
	t.fresh[slot] += n
	return t.count[slot] == goal
}

// News reports whether there is something that other islands have not been told.
func (t *Table) News() bool { return t.fresh != [Slots]uint32{} }

// Told notes that all others have been told.
func (t *Table) Told() { t.fresh = [Slots]uint32{} }

// Join takes in the table of an island that is a part of this one from now on: what it had not told is added.
// home says that this island is home.
func (t *Table) Join(o *Table, home bool) {
	if t.In(o.week); o.week != t.week {
		return
	}
	for n := range Slots {
		mine := t.fresh[n]
		if home {
			mine = 0 // it knows everything that it counts
		}
		known := max(t.count[n]-mine, o.count[n]-o.fresh[n])
		t.count[n] = min(known+mine+o.fresh[n], Most)
		t.fresh[n] = min(t.fresh[n]+o.fresh[n], t.count[n])
	}
}

// Part returns the table of an island that parts from this one: what this one has not told stays its own.
func (t *Table) Part(home bool) Table {
	c := *t
	for n := range Slots {
		if !home {
			c.count[n] -= c.fresh[n]
		}
		c.fresh[n] = 0
	}
	return c
}

// Hear takes in what another island has told: with total, all that home knows, else what its people have done
// since it told last, which is then news here for the others.
func (t *Table) Hear(o *Table, total bool) {
	t.In(o.week)
	if o.week != t.week {
		return
	}
	for n := range Slots {
		if total {
			t.count[n] = max(t.count[n], min(o.count[n]+t.fresh[n], Most))
			continue
		}
		some := min(o.fresh[n], Most-t.count[n])
		t.count[n] += some
		t.fresh[n] += some
	}
}

// Meet notes which challenges of the table's week in a world are met since now.
func (t *Table) Meet(seed uint64, now game.Tick) {
	if t.week == 0 {
		return
	}
	for n, r := range Of(seed, t.week) {
		if t.met[n] == 0 && t.count[n] >= Rows[r].Goal {
			t.met[n] = now + 1
		}
	}
}

// Before reports whether a tick was before a challenge of a week was met.
func (t *Table) Before(week uint32, slot int, at game.Tick) bool {
	return t.week != week || slot < 0 || slot >= Slots || t.met[slot] == 0 || at < t.met[slot]
}

// Clip brings the counts down to the goals of the table's week in a world: nobody can do more.
func (t *Table) Clip(seed uint64) {
	rows := Of(seed, t.week)
	for n := range Slots {
		t.count[n] = min(t.count[n], Rows[rows[n]].Goal)
		t.fresh[n] = min(t.fresh[n], t.count[n])
	}
}

// Since adds what a branch has done since it parted at base.
func (t *Table) Since(base, branch *Table) {
	if branch.week < t.week {
		return
	}
	t.In(branch.week)
	for n := range Slots {
		was := base.Of(branch.week, n)
		some := min(branch.count[n]-min(was, branch.count[n]), Most-t.count[n])
		t.count[n] += some
		t.fresh[n] += some
	}
}

// Empty reports whether nothing was done yet.
func (t *Table) Empty() bool { return *t == Table{} }

// Append appends
//
//	u32 week; of each challenge u32 how far it has come, u32 how much of that others do not know
//	if any is met: of each u64 1 + the tick at which it was, or 0
func (t *Table) Append(dst []byte) []byte {
	dst = codec.U32(dst, t.week)
	for n := range Slots {
		dst = codec.U32(codec.U32(dst, t.count[n]), t.fresh[n])
	}
	if t.met != [Slots]game.Tick{} {
		for _, at := range t.met {
			dst = codec.U64(dst, uint64(at))
		}
	}
	return dst
}

// Read reads the bytes of Append, of a table that is not empty.
func (t *Table) Read(data []byte) error { return codec.Whole(data, t, ReadTable) }

// ReadTable reads the bytes of Append, of a table that is not empty.
func ReadTable(c *codec.Cursor) (t Table) {
	t.week = c.U32()
	for n := range Slots {
		t.count[n], t.fresh[n] = c.U32(), c.U32()
		c.Must(t.count[n] <= Most && t.fresh[n] <= t.count[n], "nobody does that much, or tells more than was done")
	}
	if c.Len() > 0 {
		for n := range Slots {
			t.met[n] = game.Tick(c.U64())
			c.Must(t.met[n] < game.MaxTick, "no world is as old")
		}
		c.Must(t.met != [Slots]game.Tick{}, "if none is met, it is left out")
	}
	c.Must(t.week > 0 && t.week <= 1<<28+1, "there is no such week")
	return t
}

// Diff names the first difference of two tables, "" if there is none.
func (t *Table) Diff(o *Table) string {
	if *t != *o {
		return fmt.Sprintf("challenges: %+v and %+v", *t, *o)
	}
	return ""
}
