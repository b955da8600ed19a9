package render

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/atlas"
)

// adorned lets a player wear kinds of items, which it carries.
func adorned(p *entity.PlayerState, kinds ...item.Kind) {
	for n, k := range kinds {
		p.Inventory[12+n] = item.Stack{Kind: k, Count: 1}
		if on := k.Info().Part; on != item.NoPart {
			p.Worn[on-1] = k
		}
	}
}

// TestPictureFinery draws people in all that can be worn, played and launched, from three sides, and banners.
func TestPictureFinery(t *testing.T) {
	r := newRenderer(t, "full")
	w := newPainted(1, tile.Grass)
	s := &Scene{World: w}
	r.Camera().SetZoom(12)
	hats := []item.Kind{item.StrawHat, item.FlowerCrown, item.MinerHelm, item.SailorCap, item.LeafHood, item.KeeperHat, item.MagpieMask, item.MothCrown, item.OldCrown}
	cloaks := []item.Kind{item.TravelCloak, item.LeafCloak, item.FeatherCloak, item.MothCloak, item.StarCloak}
	lanterns := []item.Kind{item.AmberLantern, item.SeaLantern, item.LeafLantern, item.RoseLantern}
	dyes := []item.Kind{item.RedDye, item.YellowDye, item.GreenDye, item.VioletDye}
	hands := []item.Kind{item.Flute, item.Harp, item.Bells, item.GoldRocket, item.NineScore, item.Kite}
	for row, face := range []entity.Facing{64, 0, 192} {
		for n, h := range hats {
			w.person(s, float64(n)*2-8, float64(row)*2-4, face, entity.Look{Skin: uint8(n), Hair: uint8(n), HairColour: uint8(n), Shirt: uint8(n), Trousers: uint8(n)})
			p := &w.players[len(w.players)-1]
			adorned(p, h, cloaks[n%len(cloaks)], lanterns[n%len(lanterns)])
			if n%3 == 2 {
				adorned(p, h, cloaks[n%len(cloaks)], dyes[n%len(dyes)])
			}
			if row == 1 {
				p.Inventory[0] = item.Stack{Kind: hands[n%len(hands)], Count: 1}
			}
		}
	}
	for n, flags := range []entity.Flags{entity.Asleep, 0} { // one that is knocked out, and a friend, are carried
		w.person(s, float64(n)*4-2, 2.5, 64, entity.Look{Hair: 1, Shirt: 4}).Laden = true
		b := w.person(s, float64(n)*4-2, 2.5, 64, entity.Look{Hair: 3, HairColour: 5, Shirt: 2})
		b.Flags, b.Z = flags, 5*fixed.One/4
	}
	for n, b := range []tile.Block{tile.SunBanner, tile.SeaBanner, tile.MothBanner, tile.Notice} {
		w.block(int32(n)*4-8, 4, b, 0)
	}
	for _, at := range []struct {
		name string
		hour float64
	}{{"day", 12}, {"night", 23}} {
		r.SetHour(at.hour)
		r.Camera().Jump(toVec(0, -1))
		r.Observe([]event.Event{{Kind: event.Launched, A: int32(item.RedRocket), Pos: toVec(-5, 6)}, {Kind: event.Launched, A: int32(item.BlueRocket), Pos: toVec(1, 6)}, {Kind: event.Launched, A: int32(item.GoldRocket), Pos: toVec(7, 6)}})
		write(t, shoot(t, r, s, 1280, 720, 78), "finery-"+at.name)
	}
}

// TestWhatIsWornIsSeen: each thing to wear changes the figure, and no two of a part look alike.
func TestWhatIsWornIsSeen(t *testing.T) {
	r := newRenderer(t, "simple")
	seen := map[atlas.Rect]item.Kind{}
	for k := item.None; k < item.KindCount; k++ {
		if k != item.None && k.Info().Part == item.NoPart {
			continue
		}
		var p entity.PlayerState
		if k != item.None {
			adorned(&p, k)
		}
		rect := r.figure(atlas.DressOf(&p), atlas.Idle, atlas.South)
		if other, twice := seen[rect]; twice {
			t.Errorf("%s and %s are one frame", k, other)
		}
		seen[rect] = k
		p.Inventory = [item.InventorySlots]item.Stack{}
		if rect := r.figure(atlas.DressOf(&p), atlas.Idle, atlas.South); seen[rect] != item.None {
			t.Errorf("%s is seen though it is gone", k)
		}
	}
}

// TestPictureItems draws, close by, what is held, dyed and hung up: a score, a piece of a map, a kite and
// dyes in hand; a cloak without and with each dye; banners by night and day.
func TestPictureItems(t *testing.T) {
	r := newRenderer(t, "full")
	w := newPainted(1, tile.Grass)
	s := &Scene{World: w}
	r.Camera().SetZoom(8)
	held := []item.Kind{item.NineScore, item.MapPiece, item.Kite, item.RedDye, item.YellowDye, item.GreenDye}
	for row, face := range []entity.Facing{64, 0} {
		for n, k := range held {
			w.person(s, float64(n)*2-6, float64(row)*1.7-3.2, face, entity.Look{Skin: 1, Hair: uint8(n), HairColour: uint8(n), Shirt: 2})
			w.players[len(w.players)-1].Inventory[0] = item.Stack{Kind: k, Count: 1}
		}
	}
	for n, dye := range []item.Kind{item.None, item.RedDye, item.YellowDye, item.GreenDye, item.VioletDye} {
		for side, face := range []entity.Facing{64, 192} {
			w.person(s, float64(n)*2-6+float64(side)*0.9, 0.4, face, entity.Look{Skin: 2, Hair: 2, Shirt: 3})
			p := &w.players[len(w.players)-1]
			if adorned(p, item.TravelCloak); dye != item.None {
				p.Inventory[14] = item.Stack{Kind: dye, Count: 1}
				p.Worn[dye.Info().Part-1] = dye
			}
		}
	}
	for n, b := range []tile.Block{tile.SunBanner, tile.SeaBanner, tile.MothBanner} {
		w.block(int32(n)*3-6, 2, b, 0)
		w.block(int32(n)*3-4, 1, tile.StoneWall, 0)
		w.block(int32(n)*3-4, 2, b, 0)
	}
	for _, at := range []struct {
		name string
		hour float64
	}{{"day", 12}, {"night", 23}} {
		r.SetHour(at.hour)
		r.Camera().Jump(toVec(-1, 0))
		write(t, shoot(t, r, s, 1280, 720, 78), "items-"+at.name)
	}
}
