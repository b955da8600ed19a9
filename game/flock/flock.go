// Package flock is a table of sheep: many animals that are cheap. A match has up to 2,000 of them on one
// field.
//
// An ordinary animal is a body. Physics finds its contacts, so a crowd that is driven into a corner costs as
// much as its contacts: 1,500 ordinary sheep pressed together take 20 ms a tick. The sheep of this table have
// no contacts. They keep apart by what they want, look at a bounded number of neighbours, and know the rest
// of the flock by sums over cells. So a tick costs the same, however they stand.
//
// A sheep decides where it wants to go once in ThinkEvery ticks. Frightened ones run from what frightens
// them, and stay together. Others follow a neighbourhood that runs, go to their kind, or graze. Each tick
// moves a sheep by its speed. Walls stop it along the axis on which they are.
//
// A pen is a rectangle. A sheep in it stays, unless it is frightened.
//
// The table is state: Append writes it, Read reads it, and both are canonical. All results depend on nothing
// but the state, the walls, and where the frightening bodies are.
package flock

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/random"
)

const (
	// MaxSheep is the most sheep of a table, MaxPens the most pens, and MaxFears the most bodies that
	// frighten them. More are refused.
	MaxSheep, MaxPens, MaxFears = 2000, 8, 32
	// MaxFear is the greatest distance, in tiles, from which a body frightens.
	MaxFear fixed.S = 12 * fixed.One
	// Far bounds places along both axes, in tiles.
	Far = 1 << 13
	// streamFlock sets the chance of sheep apart.
	streamFlock = 0x666c6f63
)

// Sheep is one of them.
type Sheep struct {
	Pos  fixed.SVec // in tiles
	Vel  fixed.SVec // in tiles per second
	Want fixed.SVec // the speed that it wants, until it thinks again
	// Pen is the pen in which it is, 0 if it is in none.
	Pen uint8
	// Scared is for how many ticks it is still frightened.
	Scared uint8
}

// Pen is a rectangle of tiles, with its north-west corner at X Y. One without width is none.
type Pen struct{ X, Y, W, H int16 }

// Contains reports whether a place is in a pen.
func (p Pen) Contains(at fixed.SVec) bool {
	x, y := at.X>>fixed.Bits, at.Y>>fixed.Bits
	return x >= fixed.S(p.X) && y >= fixed.S(p.Y) && x < fixed.S(p.X)+fixed.S(p.W) && y < fixed.S(p.Y)+fixed.S(p.H)
}

// Fear is a body that frightens sheep, and from how far.
type Fear struct {
	Body   game.EntityID
	Radius fixed.S // in tiles
}

// Table is the flock of a field. The zero value is empty.
type Table struct {
	sheep  []Sheep // a sheep is its index: none is ever removed
	pens   [MaxPens]Pen
	fears  []Fear // by ascending body
	penned [MaxPens]int

	cells *cells // scratch of a step
	near  []source
}

// Empty reports whether there is nothing in the table.
func (t *Table) Empty() bool {
	return len(t.sheep)+len(t.fears) == 0 && t.pens == [MaxPens]Pen{}
}

// All returns the sheep. They are read-only, and valid until the next step.
func (t *Table) All() []Sheep { return t.sheep }

// Pens returns the pens by their numbers less one.
func (t *Table) Pens() [MaxPens]Pen { return t.pens }

// Add sets n sheep down within a radius of a place, spread evenly. It reports whether there was room for
// all of them; otherwise none is added.
func (t *Table) Add(seed uint64, now game.Tick, n int, at fixed.SVec, radius fixed.S) bool {
	if n < 0 || len(t.sheep)+n > MaxSheep || !inReach(at) {
		return false
	}
	for range n {
		id := uint64(len(t.sheep))
		h := random.Hash(seed^streamFlock, uint64(now), id, 1)
		// The root of a number between 0 and 1 spreads places evenly over a disc.
		out := fixed.Sqrt(fixed.Q(h >> 48)).S().Mul(radius)
		t.sheep = append(t.sheep, Sheep{Pos: at.Add(fixed.Direction(fixed.Angle(h)).Scale(out))})
		t.settle(&t.sheep[id])
	}
	return true
}

func inReach(at fixed.SVec) bool {
	return at.X.Abs() < Far*fixed.One && at.Y.Abs() < Far*fixed.One
}

// SetPen makes a rectangle the pen of a number from 1 to MaxPens. Pens do not overlap: of two that do, the
// lower number has a sheep.
func (t *Table) SetPen(n int, p Pen) {
	t.pens[n-1] = p
	t.penned = [MaxPens]int{}
	for k := range t.sheep {
		t.sheep[k].Pen = 0
		t.settle(&t.sheep[k])
	}
}

// settle notes the pen that a sheep is in.
func (t *Table) settle(s *Sheep) {
	now := uint8(0)
	for n := range t.pens {
		if t.pens[n].Contains(s.Pos) {
			now = uint8(n) + 1
			break
		}
	}
	if s.Pen == now {
		return
	}
	if s.Pen != 0 {
		t.penned[s.Pen-1]--
	}
	if s.Pen = now; now != 0 {
		t.penned[now-1]++
	}
}

// SetFear lets a body frighten sheep from so far from now on; a radius of 0 ends that. It reports whether
// there was room.
func (t *Table) SetFear(id game.EntityID, radius fixed.S) bool {
	k, there := slices.BinarySearchFunc(t.fears, id, func(f Fear, id game.EntityID) int { return cmp.Compare(f.Body, id) })
	radius = min(radius, MaxFear)
	switch {
	case radius <= 0 && there:
		t.fears = slices.Delete(t.fears, k, k+1)
	case radius <= 0:
	case there:
		t.fears[k].Radius = radius
	case len(t.fears) == MaxFears:
		return false
	default:
		t.fears = slices.Insert(t.fears, k, Fear{id, radius})
	}
	return true
}

// Penned returns how many sheep are in the pen of a number from 1 to MaxPens.
func (t *Table) Penned(n int) int { return t.penned[n-1] }

// Count returns how many sheep are in a rectangle of tiles.
func (t *Table) Count(low, high fixed.SVec) (n int) {
	for k := range t.sheep {
		if p := t.sheep[k].Pos; p.X >= low.X && p.Y >= low.Y && p.X < high.X && p.Y < high.Y {
			n++
		}
	}
	return n
}

// Herd returns how many sheep outside of pens are within a radius of a place, and their middle: the place
// itself if there are none.
func (t *Table) Herd(at fixed.SVec, radius fixed.S) (n int, middle fixed.SVec) {
	var sum fixed.Vec
	for k := range t.sheep {
		s := &t.sheep[k]
		if d := s.Pos.Sub(at); s.Pen == 0 && d.Vec().Near(fixed.Q(radius)) {
			sum = sum.Add(d.Vec())
			n++
		}
	}
	if n == 0 {
		return 0, at
	}
	return n, at.Add(fixed.Vec{X: sum.X / fixed.Q(n), Y: sum.Y / fixed.Q(n)}.S())
}

// Copy makes dst a copy of the table. It reuses the memory of dst.
func (t *Table) Copy(dst *Table) {
	dst.sheep = append(dst.sheep[:0], t.sheep...)
	dst.fears = append(dst.fears[:0], t.fears...)
	dst.pens, dst.penned = t.pens, t.penned
}
