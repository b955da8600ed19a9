package atlas

import (
	"manyhold/game/item"
	. "manyhold/render/palette"
)

// iconText names the sprite of an item: its own, or that of the placed block.
var iconText = map[item.Kind]string{
	item.Coal: "item_coal", item.Copper: "item_copper", item.Crystal: "item_crystal", item.Berry: "item_berry",
	item.ShellItem: "item_shell", item.Stick: "item_stick", item.Earth: "item_earth", item.SandPile: "item_sand",
	item.Stone: "item_stone", item.Door: "door", item.Lamp: "lamp", item.Torch: "torch", item.Chest: "chest",
	item.Fence: "fence", item.Sign: "sign", item.Bed: "bed", item.Table: "table", item.Hearth: "hearth_lit",
	item.Sapling: "sapling_2", item.Flower: "flower_1", item.Mushroom: "mushroom_1", item.Crate: "crate", item.Ball: "ball",
	item.Lever: "lever", item.Plate: "plate", item.NotGate: "not_gate", item.AndGate: "and_gate", item.OrGate: "or_gate",
	item.Delay: "delay", item.Piston: "piston", item.WoodKey: "item_wood_key", item.CopperKey: "item_copper_key", item.CrystalKey: "item_crystal_key",
	item.Water: "item_water", item.Seeds: "item_seeds", item.WheatEar: "item_wheat", item.Bread: "item_bread", item.Bandage: "item_bandage",
	item.Hoe: "item_hoe", item.Bucket: "item_bucket", item.WaterBucket: "item_water_bucket", item.Tinder: "item_tinder",
	item.Rail: "item_rail", item.Cart: "cart", item.Hen: "hen_2", item.Sheep: "sheep",
	item.Mud: "item_mud", item.Platform: "platform", item.Pump: "pump", item.Snowball: "item_snowball", item.Shaft: "item_shaft",
	item.SwingGate: "item_swing_gate", item.Rotor: "item_rotor", item.Ladder: "ladder",
	item.RawCopper: "item_raw_copper", item.EmberStone: "item_ember_stone", item.EmberSteel: "item_ember_steel", item.Fibre: "item_fibre",
	item.Cloth: "item_cloth", item.Glowcap: "glowcap", item.Bench: "bench", item.Furnace: "furnace", item.Loom: "loom", item.Anvil: "anvil",
	item.StonePick: "item_stone_pick", item.CopperPick: "item_copper_pick", item.EmberPick: "item_ember_pick",
}

// iconWall and iconFloor name the materials of items without a sprite.
var (
	iconWall  = map[item.Kind]Wall{item.WoodWall: PlankWall, item.StoneWall: BrickWall, item.Glass: GlassWall}
	iconFloor = map[item.Kind]func(int) *Picture{item.WoodFloor: woodFloor, item.StoneFloor: stoneFloor}
)

func (a *Atlas) items() {
	for k := item.None + 1; k < item.KindCount; k++ {
		if p := a.icon(k); p != nil {
			a.Icons[k] = a.add(p, Tile/2, Tile-2)
		}
	}
}

// icon draws an item, 16×16; nil without a picture.
func (a *Atlas) icon(k item.Kind) *Picture {
	if name, ok := iconText[k]; ok {
		_, p := a.texts.picture(name, nil)
		return fit(p)
	}
	if p := a.fineryIcon(k); p != nil {
		return p
	}
	switch k {
	case item.Wire:
		return wire(WireMasks-1, Earth1, Earth3)
	case item.Conveyor:
		return belt(0)
	}
	if w, ok := iconWall[k]; ok {
		p := NewPicture(Tile, Tile)
		for y := 1; y < Tile-1; y++ {
			for x := 1; x < Tile-1; x++ {
				if y < 6 {
					p.Set(x, y, topColour(w, x, y, 1))
				} else {
					p.Set(x, y, faceColour(w, x, y-6, 1))
				}
			}
		}
		p.Rect(1, 1, Tile-2, 1, wallRamps[w].rim)
		p.Rect(1, 1, 1, 5, wallRamps[w].rim)
		p.Rect(1, 6, Tile-2, 1, wallRamps[w].faceLight)
		p.Outline(Ink0)
		return p
	}
	if f, ok := iconFloor[k]; ok { // a laid slab seen from the side
		p := NewPicture(Tile, Tile)
		q := f(1)
		for y := 4; y < 12; y++ {
			for x := 1; x < Tile-1; x++ {
				p.Set(x, y, q.At(x, y-4))
			}
		}
		for x := 1; x < Tile-1; x++ {
			p.Set(x, 12, q.At(x, 6).Step(-1))
			p.Set(x, 13, q.At(x, 6).Step(-2))
		}
		p.Outline(Ink0)
		return p
	}
	return nil
}

// fit crops a picture and centres it in 16×16; a larger one is made smaller by leaving out rows and columns
// evenly.
func fit(p *Picture) *Picture {
	b := p.Bounds()
	w, h := b.Dx(), b.Dy()
	tw, th := min(w, Tile), min(h, Tile)
	q := NewPicture(Tile, Tile)
	for y := range th {
		for x := range tw {
			q.Set((Tile-tw)/2+x, (Tile-th)/2+y, p.At(b.Min.X+x*w/tw, b.Min.Y+y*h/th))
		}
	}
	return q
}
