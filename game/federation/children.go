package federation

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// MaxChildren is the most children of bodies in a handoff: those of a carrier and of what it carries.
const MaxChildren = 32

func isMounted(b entity.Body) bool { return b.Flags&entity.Mounted != 0 }

func among(list []entity.Body, id game.EntityID) bool {
	return slices.ContainsFunc(list, func(b entity.Body) bool { return b.ID == id })
}

// childrenOf returns the bodies that are parts of some bodies, in ascending ID.
func childrenOf(i *world.State, of []entity.Body) (list []entity.Body) {
	for _, x := range i.Things.Borne() {
		b := i.Space.Body(x.Body)
		if b != nil && isMounted(*b) && among(of, x.Parent) && len(list) < MaxChildren {
			list = append(list, *b)
		}
	}
	return list
}

func appendChildren(m []byte, list []entity.Body) []byte {
	m = codec.Uvarint(m, uint64(len(list)))
	for k := range list {
		m = encoding.AppendBody(m, &list[k])
	}
	return m
}

// crossSize bounds the length of the handoff of a body with all that goes with it, but for components.
func crossSize(i *world.State, id game.EntityID) int {
	b := i.Space.Body(id)
	if loadOf(i, id) != 0 { // neither holds a thing
		return 2*crossBytes + pairBytes
	}
	if b == nil || i.Things.Empty() {
		return crossBytes
	}
	of := []entity.Body{*b}
	if o := i.Space.Body(b.Other); o != nil {
		of = append(of, *o)
	}
	n := crossBytes
	for _, c := range childrenOf(i, of) {
		n += encoding.BodyBytes + encoding.TurningBytes + encoding.MadeBytes + len(thing.Append(nil, i.Things.OfBody(c.ID)))
	}
	return n
}

// inOrder puts things in ascending ID.
func inOrder(list []*thing.Thing) []*thing.Thing {
	slices.SortStableFunc(list, func(a, b *thing.Thing) int { return cmp.Compare(a.ID, b.ID) })
	return list
}
