package world

import (
	"cmp"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

// A block of a maker's is a tile and a thing, and a body of a maker's is a body and a thing. There is a thing
// for every tile.Gadget and a Gadget for every such thing, with the state that the thing has; and a thing for
// every body of the kinds Gizmo and GizmoBox, of the ID and stuff of the thing. So thing, tile and body are
// always of one region.

// BodyOf returns the kind of the body of a form, NoKind for one without.
func BodyOf(f blueprint.Form) entity.Kind {
	switch f {
	case blueprint.Ball:
		return entity.Gizmo
	case blueprint.Box:
		return entity.GizmoBox
	}
	return entity.NoKind
}

// ThingState is the state of the Gadget of a thing.
func ThingState(x *thing.Thing) uint8 { return tile.GadgetState(x.Passable(), x.Light) }

// ThingsIn returns the things in an active region, in ascending ID.
func (i *State) ThingsIn(at grid.Region) []*thing.Thing {
	return i.Things.Within(at, func(id game.EntityID) bool {
		b := i.Space.Body(id)
		return b != nil && InRegion(b, at)
	})
}

// ThingPlace returns the tile of a thing: of a body that on which its middle is.
func (i *State) ThingPlace(x *thing.Thing) grid.Tile {
	if b := i.Space.Body(x.Body); b != nil {
		return grid.TileAt(b.Pos)
	}
	return x.At
}

// NewThingID returns the ID of a new thing, as NewID does for a body; no thing here has it either.
func (i *State) NewThingID(parts ...uint64) game.EntityID {
	id := i.Space.NewID(parts...)
	for i.Things.Find(id) != nil {
		id = i.Space.NewID(uint64(id))
	}
	return id
}

// settleThings takes in the things of a region whose bodies are there, some of them under new IDs. A thing
// whose ID is taken gets a new one, too.
func settleThings(i *State, list []*thing.Thing, renamed map[game.EntityID]game.EntityID) {
	for _, x := range list {
		if _, ok := renamed[x.ID]; !ok && x.Static() && (i.Things.Find(x.ID) != nil || i.Space.Has(x.ID)) {
			renamed[x.ID] = i.NewThingID(uint64(x.ID))
		}
	}
	for _, x := range list {
		i.Things.Put(thing.Renamed(x, renamed))
	}
}

// FitsThing reports whether a body is that of a thing.
func FitsThing(b *entity.Body, x *thing.Thing) bool {
	return b.ID == x.Body && b.Kind == BodyOf(x.Shape.Form) && b.Stuff == entity.StuffOf(x.Shape.Mass, x.Shape.Bounce) && b.Make == x.Shape.Make &&
		(b.Flags&entity.Mounted == 0 || x.Parent != 0)
}

// belongsInThings refuses a region in which a thing lacks its tile or body, or a Gadget or a maker's body its
// thing.
func (p *RegionPart) belongsInThings(at grid.Region) error {
	blocks, areas := map[grid.Index]bool{}, map[grid.Index]bool{}
	bodies := 0
	for _, x := range p.Things {
		if !x.Static() {
			k, ok := slices.BinarySearchFunc(p.Bodies, x.Body, func(b entity.Body, id game.EntityID) int { return cmp.Compare(b.ID, id) })
			if !ok || !FitsThing(&p.Bodies[k], x) {
				return fmt.Errorf("thing %x: it has no body of its own", x.ID)
			}
			bodies++
			continue
		}
		k, taken := x.At.Index(), areas
		if x.Shape.Form == blueprint.Block {
			taken = blocks
			n, ok := FindEdit(p.Edits, k)
			if !ok || p.Edits[n].Block != tile.Gadget || p.Edits[n].State != ThingState(x) {
				return fmt.Errorf("thing %x: it does not stand on tile %s", x.ID, TileName(x.At))
			}
		}
		if x.At.Region() != at || taken[k] {
			return fmt.Errorf("thing %x: it is not in the region, or another one is on tile %s", x.ID, TileName(x.At))
		}
		taken[k] = true
	}
	for _, e := range p.Edits {
		if e.Block == tile.Gadget && !blocks[e.K] {
			return fmt.Errorf("tile %s: a gadget that is no thing", TileName(at.Tile(e.K)))
		}
	}
	for k := range p.Bodies {
		if p.Bodies[k].Kind.Made() {
			bodies--
		}
	}
	if bodies != 0 {
		return fmt.Errorf("%d of a maker's bodies are no things", -bodies)
	}
	return nil
}
