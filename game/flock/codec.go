package flock

import (
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/fixed"
)

// Append appends the table: u8 number of fears; of each, by ascending body, u64 body and u32 radius; the
// pens, four u16 each; u16 number of sheep; of each three pairs of u32 (place, speed, wanted speed) and u8
// Scared. The pen of a sheep follows from its place.
func (t *Table) Append(dst []byte) []byte {
	dst = codec.U8(dst, uint8(len(t.fears)))
	for _, f := range t.fears {
		dst = codec.U32(codec.U64(dst, uint64(f.Body)), uint32(f.Radius))
	}
	for _, p := range t.pens {
		for _, v := range [...]int16{p.X, p.Y, p.W, p.H} {
			dst = codec.U16(dst, uint16(v))
		}
	}
	dst = codec.U16(dst, uint16(len(t.sheep)))
	for k := range t.sheep {
		s := &t.sheep[k]
		for _, v := range [...]fixed.SVec{s.Pos, s.Vel, s.Want} {
			dst = codec.U32(codec.U32(dst, uint32(v.X)), uint32(v.Y))
		}
		dst = codec.U8(dst, s.Scared)
	}
	return dst
}

// sheepBytes is the length of an encoded sheep, fearBytes that of a fear.
const sheepBytes, fearBytes = 25, 12

// MaxBytes is the most bytes of an encoded table.
const MaxBytes = 1 + MaxFears*fearBytes + MaxPens*8 + 2 + MaxSheep*sheepBytes

// Read reads a table.
func Read(c *codec.Cursor) (t Table) {
	c.Within("what frightens the flock", 0)
	last := game.EntityID(0)
	for range few(c, int(c.U8()), MaxFears, fearBytes) {
		f := Fear{game.EntityID(c.U64()), fixed.S(c.U32())}
		c.Must(f.Body > last && f.Radius > 0 && f.Radius <= MaxFear, "bodies must be in ascending order, and frighten from 12 tiles at most")
		last = f.Body
		t.fears = append(t.fears, f)
	}
	c.Within("the pens", 0)
	for n := range t.pens {
		p := &t.pens[n]
		for _, v := range [...]*int16{&p.X, &p.Y, &p.W, &p.H} {
			*v = int16(c.U16())
		}
		c.Must(p.W >= 0 && p.H >= 0, "no side of a pen is negative")
	}
	empty := len(t.fears) == 0 && t.pens == [MaxPens]Pen{}
	c.Within("the sheep", 0)
	for range few(c, int(c.U16()), MaxSheep, sheepBytes) {
		s := Sheep{Pos: readVec(c), Vel: readVec(c), Want: readVec(c), Scared: c.U8()}
		c.Must(inReach(s.Pos) && slow(s.Vel) && slow(s.Want) && s.Scared <= fright, "a sheep is too far off, too fast, or frightened for too long")
		t.sheep = append(t.sheep, s)
		t.settle(&t.sheep[len(t.sheep)-1])
	}
	c.Must(!empty || len(t.sheep) > 0, "an empty flock has no part")
	return t
}

// few checks the length of a list, as codec.Cursor.Count does: at most most elements of least bytes.
func few(c *codec.Cursor, n, most, least int) int {
	if c.Must(n <= most && n*least <= c.Len(), "there are too many"); c.Err() != nil {
		return 0
	}
	return n
}

func readVec(c *codec.Cursor) fixed.SVec { return fixed.SVec{X: fixed.S(c.U32()), Y: fixed.S(c.U32())} }

// slow reports whether a speed is one that a sheep can have.
func slow(v fixed.SVec) bool { return v.X.Abs() <= mostSpeed && v.Y.Abs() <= mostSpeed }

// Diff names the first difference of two tables, "" if there is none.
func Diff(a, b *Table) string {
	if len(a.fears) != len(b.fears) || len(a.sheep) != len(b.sheep) {
		return fmt.Sprintf("flocks of %d and %d sheep, %d and %d fears", len(a.sheep), len(b.sheep), len(a.fears), len(b.fears))
	}
	for k := range a.fears {
		if a.fears[k] != b.fears[k] {
			return fmt.Sprintf("fear %d: %v, %v", k, a.fears[k], b.fears[k])
		}
	}
	if a.pens != b.pens {
		return fmt.Sprintf("pens: %v, %v", a.pens, b.pens)
	}
	for k := range a.sheep {
		if a.sheep[k] != b.sheep[k] {
			return fmt.Sprintf("sheep %d: %+v, %+v", k, a.sheep[k], b.sheep[k])
		}
	}
	return ""
}
