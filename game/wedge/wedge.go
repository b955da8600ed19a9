// Package wedge lets nobody be shut in by things that lie about: a player that walks against crates, balls or
// carts for a second and gets nowhere squeezes through them, until it touches none.
//
// It moves nobody, and no thing: while a player squeezes through, physics lets it and the things pass each
// other (entity.Slim). So a pile that somebody has built stays as it is. Nobody squeezes past gates, rotors
// and the things of makers, which may be meant to be in the way.
package wedge

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

const (
	// Time is how long a player has to get nowhere before it squeezes through, in ticks.
	Time game.Tick = game.TicksPerSecond
	// nowhere is how far from where it was a player is still nowhere, in tiles along each axis. Somebody who
	// pushes a crate across a meadow is farther after a third of a second.
	nowhere fixed.Q = 5 * fixed.One / 8
	// touch is how far away, along each axis, the middle of a thing is at most that touches a player: half a
	// figure, and half the diagonal of a crate.
	touch fixed.Q = 15 * fixed.One / 16
	// keepsOff is how far away from gates and makers' things nobody squeezes through, in tiles.
	keepsOff fixed.Q = 5 * fixed.One / 2
	// Column is the component of a player that walks against things: u8, for how many ticks, and two i32,
	// where it was at first, in the unit of places.
	Column = "manyhold:wedge"
	bytes  = 9
)

// Step counts for how long the walker at k has got nowhere among things, and lets it squeeze through. It is
// called in each tick in which the player moves or wants to.
func Step(i *world.State, p *entity.PlayerState, k int) {
	b := &i.Space.Bodies()[k]
	touches, barred := around(i, k)
	if b.Flags&entity.Slim != 0 {
		if !touches || barred {
			b.Flags &^= entity.Slim
		}
		return
	}
	row := i.Components.Get(Column, b.ID)
	if !touches || barred || p.Move == (fixed.SVec{}) || b.Flags&(entity.Asleep|entity.Riding) != 0 || b.Z != 0 {
		if row != nil {
			set(i, b, nil)
		}
		return
	}
	var next [bytes]byte
	if row != nil && gotNowhere(row, b.Pos) {
		copy(next[:], row)
		next[0]++
	} else {
		binary.LittleEndian.PutUint32(next[1:], uint32(b.Pos.X))
		binary.LittleEndian.PutUint32(next[5:], uint32(b.Pos.Y))
	}
	if game.Tick(next[0]) < Time {
		set(i, b, next[:])
		return
	}
	b.Flags |= entity.Slim
	set(i, b, nil)
}

// gotNowhere reports whether a place is near the one of a row.
func gotNowhere(row []byte, at fixed.Vec) bool {
	dx := int32(uint32(at.X) - binary.LittleEndian.Uint32(row[1:]))
	dy := int32(uint32(at.Y) - binary.LittleEndian.Uint32(row[5:]))
	return max(dx, -dx) < int32(nowhere) && max(dy, -dy) < int32(nowhere)
}

// around reports whether a walker touches loose things, and whether it may not squeeze through them.
func around(i *world.State, k int) (touches, barred bool) {
	list := i.Space.Bodies()
	at := list[k].Pos
	for _, j := range i.Space.Around(at, keepsOff) {
		o := &list[j]
		switch {
		case o.Kind.Made() || o.Kind.Pinned():
			barred = true
		case o.Flags&entity.Carried == 0 && (o.Kind == entity.Crate || o.Kind == entity.Ball || o.Kind == entity.Cart):
			touches = touches || max((o.Pos.X-at.X).Abs(), (o.Pos.Y-at.Y).Abs()) <= touch
		}
	}
	return touches, barred
}

func set(i *world.State, b *entity.Body, row []byte) {
	if i.Components.Declare(Column, bytes) != nil {
		return // others have declared all the columns that there can be
	}
	if err := i.SetComponent(Column, b.ID, row); err != nil {
		panic(err) // it was declared, and the body is there
	}
}
