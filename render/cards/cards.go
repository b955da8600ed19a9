// Package cards makes the pictures of the journal out of the pictures of the world: a tree, an animal, a
// piece of land, each in a square.
package cards

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/item"
	"manyhold/game/journal"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render"
	"manyhold/render/atlas"
	"manyhold/render/ui/model"
)

// side is the side of a picture, in pixels.
const side = 32

// Art is a renderer that also has the pictures of the journal.
type Art struct {
	*render.Renderer
	made map[model.Subject]*ebiten.Image
}

// New returns the pictures of a renderer.
func New(r *render.Renderer) *Art { return &Art{Renderer: r, made: map[model.Subject]*ebiten.Image{}} }

// Card returns a picture, nil if there is none. It stays as it is.
func (a *Art) Card(s model.Subject) *ebiten.Image {
	if img, ok := a.made[s]; ok {
		return img
	}
	pictures, from := render.Pictures(a.Renderer)
	if pictures == nil || from == nil {
		return nil
	}
	var img *ebiten.Image
	if parts := partsOf(pictures, s); len(parts) > 0 {
		img = ebiten.NewImage(side, side)
		for _, p := range parts {
			p.draw(img, from)
		}
	}
	a.made[s] = img
	return img
}

// part is a picture of the world in a card: with its foot at x, y, and so much larger.
type part struct {
	atlas.Rect
	x, y float64
	grow float64
}

func (p part) draw(dst, from *ebiten.Image) {
	op := &ebiten.DrawImageOptions{}
	op.GeoM.Translate(-float64(p.AX), -float64(p.AY))
	op.GeoM.Scale(p.grow, p.grow)
	op.GeoM.Translate(p.x, p.y)
	dst.DrawImage(from.SubImage(p.Bounds()).(*ebiten.Image), op)
}

// centred puts a picture in the middle of a card, up to three times as large if it fits, half as large if it
// must.
func centred(r atlas.Rect) []part {
	if r.Empty() {
		return nil
	}
	grow := 1.0
	switch w, h := int(r.W), int(r.H); {
	case w <= side/3 && h <= side/3:
		grow = 3
	case w <= side/2 && h <= side/2:
		grow = 2
	case w > side || h > side:
		grow = min(float64(side)/float64(w), float64(side)/float64(h))
	}
	x := (side-float64(r.W)*grow)/2 + float64(r.AX)*grow
	y := (side-float64(r.H)*grow)/2 + float64(r.AY)*grow
	return []part{{r, x, y, grow}}
}

// tree puts trunk and crown of a tree into a card.
func tree(t atlas.Tree) []part {
	whole := t.Trunk.Bounds().Dy()
	top := int(t.Trunk.AY)
	if !t.Crown.Empty() {
		top = max(top, int(t.Crown.AY))
		whole = max(whole, t.Crown.Bounds().Dy())
	}
	grow := min(1, float64(side)/float64(max(top+2, whole)))
	parts := []part{{t.Trunk, side / 2, side - 2, grow}}
	if !t.Crown.Empty() {
		parts = append(parts, part{t.Crown, side / 2, side - 2, grow})
	}
	return parts
}

// icons are the items that stand for blocks without a picture of their own.
var icons = map[tile.Block]item.Kind{
	tile.Cliff: item.Stone, tile.CoalOre: item.Coal, tile.CopperOre: item.RawCopper, tile.CrystalOre: item.Crystal, tile.EmberOre: item.EmberStone, tile.RuinWall: item.StoneWall,
}

// partsOf puts a card together.
func partsOf(a *atlas.Atlas, s model.Subject) []part {
	switch s.Kind {
	case model.BiomeOf:
		return land(a, terrain.Biome(s.Number))
	case model.BlockOf:
		return block(a, tile.Block(s.Number))
	case model.CreatureOf:
		return creature(a, journal.Creature(s.Number))
	case model.PlaceOf:
		return place(a, terrain.LandmarkKind(s.Number))
	case model.LightOf:
		list := a.Blocks.Standing[tile.Beacon]
		if s.Number == 1 {
			list = a.Blocks.Lit[tile.Beacon]
		}
		return centred(list[0])
	case model.ChestOf:
		return centred(a.Blocks.Standing[tile.Chest][0])
	}
	return nil
}

// block is the card of a block.
func block(a *atlas.Atlas, b tile.Block) []part {
	switch b {
	case tile.Oak:
		return tree(a.Trees.Oaks[0])
	case tile.Pine:
		return tree(a.Trees.Pines[0][0])
	case tile.DeadTree:
		return tree(a.Trees.Dead)
	}
	if k, ok := icons[b]; ok {
		return centred(a.Icons[k])
	}
	if b < tile.BlockCount && len(a.Blocks.Standing[b]) > 0 {
		return centred(a.Blocks.Standing[b][0])
	}
	return nil
}

// creature is the card of an animal.
func creature(a *atlas.Atlas, c journal.Creature) []part {
	switch c {
	case journal.Butterfly, journal.Bird, journal.Crab, journal.Fish, journal.Hen:
		return centred(a.Bodies.Critters[c-journal.Butterfly][0])
	case journal.Firefly:
		return []part{{a.Shapes.Halo, side / 2, side / 2, 0.4}, {a.Shapes.Dot[len(a.Shapes.Dot)-1], side / 2, side / 2, 1}}
	case journal.Sheep:
		return centred(a.Bodies.Sheep[0])
	case journal.Magpie:
		return centred(a.Bodies.Magpie[0])
	case journal.Shade:
		return centred(a.Bodies.Shade[0])
	case journal.GreatMoth:
		return centred(a.Bodies.Moth[0])
	}
	return nil
}

// stand is a block that stands in a card.
type stand struct {
	b    tile.Block
	n    int // of its pictures
	x, y float64
}

// scenes are what stands at the places of each kind.
var scenes = [terrain.LandmarkKindCount][]stand{
	terrain.StoneCircle: {{tile.StandingStone, 0, 7, 18}, {tile.StandingStone, 0, 25, 18}, {tile.StandingStone, 0, 16, 30}},
	terrain.HotSpring:   {{tile.Reed, 0, 8, 16}, {tile.Boulder, 0, 23, 18}, {tile.Boulder, 0, 10, 30}},
	terrain.OldHearth:   {{tile.Stump, 0, 8, 16}, {tile.Hearth, 0, 18, 28}},
	terrain.Cairn:       {{tile.Boulder, 0, 16, 16}, {tile.Boulder, 0, 9, 28}, {tile.Boulder, 0, 23, 28}},
	terrain.FairyRing:   {{tile.Mushroom, 0, 16, 12}, {tile.Mushroom, 1, 6, 20}, {tile.Mushroom, 1, 26, 20}, {tile.Mushroom, 0, 11, 30}, {tile.Mushroom, 1, 22, 30}},
	terrain.Campfire:    {{tile.Stump, 0, 8, 18}, {tile.Stump, 0, 25, 18}, {tile.Hearth, 0, 16, 30}},
	terrain.Grave:       {{tile.StandingStone, 0, 16, 22}, {tile.Flower, 0, 8, 28}, {tile.Flower, 2, 24, 28}},
	terrain.Grove:       nil,
}

// place is the card of a kind of places.
func place(a *atlas.Atlas, k terrain.LandmarkKind) (parts []part) {
	switch k {
	case terrain.Grove:
		parts = append(tree(a.Trees.Oaks[0]), tree(a.Trees.Pines[0][0])...)
		for n := range parts {
			parts[n].grow *= 0.75
			if parts[n].x = 10; n >= 2 {
				parts[n].x = 23
			}
		}
		return parts
	case terrain.Ruin:
		return append(centredAt(a.Icons[item.StoneWall], 9, 20), append(centredAt(a.Icons[item.StoneWall], 24, 20), centredAt(a.Icons[item.StoneWall], 9, 30)...)...)
	case terrain.Wreck:
		return append(centredAt(a.Bodies.Log, 12, 16), append(centredAt(a.Bodies.Log, 20, 24), centredAt(a.Blocks.Standing[tile.Shell][0], 9, 28)...)...)
	case terrain.Boat:
		return append(centredAt(a.Bodies.Log, 16, 18), centredAt(a.Bodies.Log, 16, 24)...)
	case terrain.Tower:
		return centred(a.Blocks.Standing[tile.Beacon][0])
	}
	if k >= terrain.LandmarkKindCount {
		return nil
	}
	for _, s := range scenes[k] {
		if list := a.Blocks.Standing[s.b]; len(list) > 0 {
			parts = append(parts, centredAt(list[s.n%len(list)], s.x, s.y)...)
		}
	}
	return parts
}

// centredAt puts a picture into a card with the middle of its lower edge at a place.
func centredAt(r atlas.Rect, x, y float64) []part {
	return []part{{r, x - float64(r.W)/2 + float64(r.AX), y - float64(r.H) + float64(r.AY), 1}}
}

// grounds are the grounds of biomes, and what stands there.
var grounds = [terrain.BiomeCount]struct {
	m     atlas.Material
	stand []stand
}{
	terrain.Ocean:    {atlas.Deep, nil},
	terrain.Beach:    {atlas.SandBed, []stand{{tile.Shell, 0, 9, 14}, {tile.Shell, 1, 22, 27}}},
	terrain.River:    {atlas.Shallow, []stand{{tile.Reed, 0, 8, 18}, {tile.Reed, 0, 25, 30}}},
	terrain.Meadow:   {atlas.Meadow, []stand{{tile.Flower, 0, 8, 14}, {tile.Tuft, 0, 22, 16}, {tile.Flower, 2, 16, 29}}},
	terrain.Forest:   {atlas.Meadow, nil},
	terrain.Heath:    {atlas.Trodden, []stand{{tile.Bush, 0, 10, 18}, {tile.Tuft, 1, 24, 28}}},
	terrain.Swamp:    {atlas.Mire, []stand{{tile.Reed, 0, 8, 18}, {tile.Mushroom, 0, 24, 28}}},
	terrain.Mountain: {atlas.Bedrock, []stand{{tile.Boulder, 0, 10, 18}, {tile.Boulder, 0, 22, 29}}},
	terrain.Cave:     {atlas.BackWall, []stand{{tile.Glowcap, 0, 10, 18}, {tile.Glowcap, 1, 23, 29}}},
	terrain.Tundra:   {atlas.SnowBed, nil},
}

// land is the card of a biome.
func land(a *atlas.Atlas, b terrain.Biome) (parts []part) {
	if b >= terrain.BiomeCount {
		return nil
	}
	g := grounds[b]
	m := g.m
	if m == atlas.Deep {
		m = atlas.Shallow
	}
	for n := range 4 {
		r := a.Land.Ground[m][atlas.Masks-1][(n*3+int(b))%atlas.FullVariants]
		parts = append(parts, part{r, float64(n % 2 * atlas.Tile), float64(n / 2 * atlas.Tile), 1})
	}
	for _, s := range g.stand {
		if list := a.Blocks.Standing[s.b]; len(list) > 0 {
			parts = append(parts, centredAt(list[s.n%len(list)], s.x, s.y)...)
		}
	}
	switch b {
	case terrain.Forest:
		parts = append(parts, small(tree(a.Trees.Oaks[0]), 11)...)
		parts = append(parts, small(tree(a.Trees.Oaks[1%len(a.Trees.Oaks)]), 22)...)
	case terrain.Tundra:
		parts = append(parts, small(tree(a.Trees.Pines[0][1]), 16)...)
	}
	return parts
}

// small makes a tree smaller and puts it at x.
func small(parts []part, x float64) []part {
	for n := range parts {
		parts[n].grow *= 0.8
		parts[n].x = x
	}
	return parts
}
