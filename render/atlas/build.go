package atlas

import (
	"errors"
	"image"
	"io/fs"

	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	. "manyhold/render/palette"
)

// Rect is a picture within the atlas, and where its foot is in it.
type Rect struct{ X, Y, W, H, AX, AY int16 }

// Empty says whether there is no picture.
func (r Rect) Empty() bool { return r.W == 0 }

// Bounds returns the rectangle of r in the atlas.
func (r Rect) Bounds() image.Rectangle {
	return image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H))
}

// Tree is a tree in two pictures with one foot, and the silhouette of its crown for the height mask.
type Tree struct{ Trunk, Crown, Mask Rect }

// Atlas is all pictures in one image, colours multiplied by opacity.
type Atlas struct {
	Image *image.RGBA // the left part of the atlas, as high as it is used

	Land   Land
	Trees  Trees
	Blocks Blocks
	Icons  [item.KindCount]Rect
	Bodies Bodies
	Marks  Marks
	Shapes Shapes
	Air    Air
	// Vistas are empty: render draws the land behind portals into them, by depth and scene.
	Vistas [VistaDepth][VistaScenes]Rect

	shelf  shelf
	texts  texts
	Sheets *Sheets
}

// Land has the pictures of ground, water, walls and floors.
type Land struct {
	Ground                [MaterialCount][Masks][FullVariants]Rect // masks but the full one have EdgeVariants
	Foam                  [Masks][EdgeVariants][2]Rect
	Water                 [WaterFrames]*Picture
	Walls                 [WallCount][Quarters][ShapeCount][WallVariants]Rect
	Veins                 map[tile.Block]*[2][WallVariants]Rect // by whether the face shows
	WoodFloor, StoneFloor [FloorVariants]Rect
	Pit                   [16]Rect
	Cracks                [CrackStages]Rect
	ContactS, ContactE    Rect
	Fillets               [2]Rect // of rock in the south and west, in the south and east
}

// Trees has the trees, each in several forms.
type Trees struct {
	Oaks  [oaks]Tree
	Pines [pines][2]Tree // by whether there is snow
	Dead  Tree
}

// Blocks has the pictures of blocks that stand on the ground.
type Blocks struct {
	Standing [tile.BlockCount][]Rect // the pictures of blocks that are one sprite
	Lit      [tile.BlockCount][]Rect // frames while bit 0 of the state says the other thing
	DoorSide [2]Rect
}

// Bodies has what moves, and what lies around.
type Bodies struct {
	Crate  Rect
	Pick   Rect
	Ball   [2]Rect
	Embers [2]Rect
	Cart   Rect
	Floor  Rect // of a platform that runs on rails
	Arms   [2]Arm
	Sheep  [2]Rect
	// Critters are the frames of butterflies (two colours of two), birds, crabs, fish and hens.
	Critters           [5][]Rect
	Pebble, Bones, Log Rect
	// Those of the dark: two frames of a shade; a magpie that sits, and its wings up and down; a great moth
	// with wide and narrow wings, and asleep.
	Shade  [2]Rect
	Magpie [3]Rect
	Nest   Rect
	Moth   [3]Rect
}

// Shapes has plain forms, from which effects and the height mask are made.
type Shapes struct {
	Dot              [Count]Rect // a square of one colour
	Halo, Ring, Star Rect
	Post             Rect // a disc for the height mask
	Square           Rect // a tile for the height mask
	Blobs            [3]Rect
}

// Marks has signs over the world for its player.
type Marks struct {
	Emotes             [9]Rect // 1 to 8
	Bracket, BracketNo Rect
	Dig                Rect // corners and a pick: what the hand points at can be dug
	Hatch              Rect // outlines: dashes around a tile and stripes across it
}

// Air has what is drawn over the whole view.
type Air struct {
	Scanlines Rect
	Streaks   [2]Rect // of rain
	Fog       Rect
}

// VistaArenas is how many portals to matches there are at most.
const VistaArenas = 3

// VistaDepth is how many views through portals lie in each other, VistaScenes how many scenes portals lead
// to: those of the world, and an arena.
const VistaDepth, VistaScenes = 3, grid.Scenes + 1 + VistaArenas

// vistaW and vistaH are the size of the view through a portal, in pixels.
const vistaW, vistaH = 30, 40

// shelf packs pictures in rows.
type shelf struct{ x, y, h int }

var errFull = errors.New("atlas: the pictures do not fit in 1024×1024")

// add paints p into the atlas with a foot at (ax, ay). One pixel is left free around it.
func (a *Atlas) add(p *Picture, ax, ay int) Rect {
	s := &a.shelf
	if s.x+p.W+1 > Side {
		s.x, s.y, s.h = 0, s.y+s.h+1, 0
	}
	if s.y+p.H+1 > Side {
		panic(errFull)
	}
	p.paint(a.Image, s.x, s.y)
	r := Rect{int16(s.x), int16(s.y), int16(p.W), int16(p.H), int16(ax), int16(ay)}
	s.x += p.W + 1
	s.h = max(s.h, p.H)
	return r
}

// text paints a sprite of the texts.
func (a *Atlas) text(name string) Rect {
	s, p := a.texts.picture(name, nil)
	return a.trimmed(p, s.X, s.Y)
}

// trimmed paints p without its clear borders: every drawn pixel costs time, visible or not.
func (a *Atlas) trimmed(p *Picture, ax, ay int) Rect {
	b := p.Bounds()
	q := NewPicture(b.Dx(), b.Dy())
	q.Draw(p, -b.Min.X, -b.Min.Y)
	return a.add(q, ax-b.Min.X, ay-b.Min.Y)
}

// Build draws the atlas. files holds sprites/*.txt; the error is one of theirs, naming file and line.
func Build(files fs.FS) (*Atlas, error) {
	t, err := readTexts(files)
	if err != nil {
		return nil, err
	}
	a := &Atlas{Image: image.NewRGBA(image.Rect(0, 0, Side, Side)), texts: t}
	a.grounds()
	a.walls()
	a.plants()
	a.props()
	a.effects()
	a.items()
	a.Sheets = newSheets(a)
	used := a.shelf.y + a.shelf.h + 1
	a.Image = &image.RGBA{Pix: a.Image.Pix[:used*a.Image.Stride], Stride: a.Image.Stride, Rect: image.Rect(0, 0, Side, used)}
	return a, nil
}

func (a *Atlas) grounds() {
	for m := Shallow; m < MaterialCount; m++ {
		for mask := 1; mask < Masks; mask++ {
			variants := EdgeVariants
			if mask == Masks-1 {
				variants = FullVariants
			}
			for v := range variants {
				a.Land.Ground[m][mask][v] = a.add(groundCell(m, mask, v), 0, 0)
			}
		}
	}
	for mask := 1; mask < Masks-1; mask++ {
		for v := range EdgeVariants {
			for f := range 2 {
				a.Land.Foam[mask][v][f] = a.add(foamCell(mask, v, f), 0, 0)
			}
		}
	}
	a.Land.Water = waterPatterns()
	for v := range FloorVariants {
		a.Land.WoodFloor[v] = a.add(woodFloor(v), 0, 0)
		a.Land.StoneFloor[v] = a.add(stoneFloor(v), 0, 0)
	}
	for m := range a.Land.Pit {
		a.Land.Pit[m] = a.add(pit(m), 0, 0)
	}
}

func (a *Atlas) walls() {
	for w := range WallCount {
		for q := range Quarters {
			for s := range ShapeCount {
				for v := range WallVariants {
					a.Land.Walls[w][q][s][v] = a.add(wallQuarter(w, q, s, v), 0, 0)
				}
			}
		}
	}
	a.Land.Veins = map[tile.Block]*[2][WallVariants]Rect{}
	for _, o := range []struct {
		b           tile.Block
		body, light Index
	}{{tile.CoalOre, Ink0, Ink3}, {tile.CopperOre, Fire1, Fire3}, {tile.CrystalOre, Water2, Water4}, {tile.EmberOre, Fire1, Fire4}} {
		set := new([2][WallVariants]Rect)
		for v := range WallVariants {
			set[0][v] = a.add(vein(o.body, o.light, v, false), 0, WallRise)
			set[1][v] = a.add(vein(o.body, o.light, v, true), 0, WallRise)
		}
		a.Land.Veins[o.b] = set
	}
	a.Land.Fillets = [2]Rect{a.add(fillet(false), 0, FilletSide), a.add(fillet(true), FilletSide, FilletSide)}
	a.Blocks.DoorSide = [2]Rect{a.text("door_side"), a.text("door_side_open")}
}

func (a *Atlas) tree(trunk, crown *Picture) Tree {
	mask := crown.Copy()
	mask.Fill(Stone3)
	return Tree{a.trimmed(trunk, treeX, treeY), a.trimmed(crown, treeX, treeY), a.trimmed(mask, treeX, treeY)}
}

func (a *Atlas) plants() {
	for v := range oaks {
		a.Trees.Oaks[v] = a.tree(oakTrunk(v), oakCrown(v))
	}
	for v := range pines {
		for snow := range 2 {
			a.Trees.Pines[v][snow] = a.tree(pineTrunk(), pineCrown(v, snow == 1))
		}
	}
	s, p := a.texts.picture("dead_tree", nil)
	mask := p.Copy()
	mask.Fill(Stone3)
	a.Trees.Dead = Tree{Trunk: a.trimmed(p, s.X, s.Y), Mask: a.trimmed(mask, s.X, s.Y)}
}

// standing names the sprites of the blocks that are one sprite, in variants.
var standing = map[tile.Block][]string{
	tile.Bush: {"bush"}, tile.BerryBush: {"berry_bush"}, tile.Boulder: {"boulder"}, tile.Stump: {"stump"},
	tile.Tuft:   {"tuft", "tuft_2", "tuft_3"},
	tile.Flower: {"flower_1", "flower_2", "flower_3", "flower_4", "flower_5"}, tile.Mushroom: {"mushroom_1", "mushroom_2"},
	tile.Reed: {"reed"}, tile.Shell: {"shell_1", "shell_2"}, tile.Sapling: {"sapling", "sapling_2"},
	tile.StandingStone: {"standing_stone"}, tile.Hearth: {"hearth"}, tile.Door: {"door"},
	tile.Lamp: {"lamp"}, tile.Torch: {"torch", "torch_2"}, tile.Chest: {"chest"}, tile.Fence: {"fence"}, tile.Sign: {"sign"},
	tile.Beacon: {"lighthouse"}, tile.Bed: {"bed"}, tile.Table: {"table"},
	tile.Gate: {"gate"}, tile.Handle: {"handle"}, tile.Portal: {"portal", "portal_2", "portal_3", "portal_4", "portal_5", "portal_6"},
	tile.Lever: {"lever"}, tile.Plate: {"plate"}, tile.Furrow: {"furrow"}, tile.Fire: {"fire", "fire_2", "fire_3"},
	tile.Wheat: {"wheat_1", "wheat_2", "wheat_3", "wheat_4"}, tile.Ladder: {"ladder"},
	tile.MatchBoard: {"match_board"}, tile.Flax: {"flax", "flax_2"}, tile.Glowcap: {"glowcap", "glowcap_2"},
	tile.Ash: {"ash", "ash_2"}, tile.Snag: {"snag"},
	tile.Bench: {"bench"}, tile.Furnace: {"furnace", "furnace_2"}, tile.Loom: {"loom"}, tile.Anvil: {"anvil"},
	tile.SunBanner: {"sun_banner"}, tile.SeaBanner: {"sea_banner"}, tile.MothBanner: {"moth_banner"}, tile.Notice: {"notice_board"},
	tile.Rotor: {"rotor", "rotor_back"}, // by the way in which it is turned
}

// switched names the sprites of blocks with bit 0 of the state set.
var switched = map[tile.Block][]string{
	tile.Beacon: {"lighthouse_lit"}, tile.Hearth: {"hearth_lit", "hearth_lit_2"}, tile.Door: {"door_open"}, tile.Lamp: {"lamp_unlit"}, tile.Torch: {"torch_unlit"},
	tile.Gate: {"gate_open"}, tile.Handle: {"handle_held"}, // while a player holds it
	tile.Lever: {"lever_on"}, tile.Plate: {"plate_on"}, tile.Rotor: {"rotor_on", "rotor_back_on"},
}

// critters names the frames of small animals.
var critters = [5][]string{
	{"butterfly", "butterfly_2", "butterfly_b", "butterfly_b_2"}, {"bird", "bird_2", "bird_3"}, {"crab", "crab_2", "crab_3", "crab_4"},
	// hens stand, peck, and walk in two steps
	{"fish", "fish_2", "fish_3", "fish_4"}, {"hen", "hen_2", "hen_3", "hen_4"},
}

func (a *Atlas) props() {
	for b := range tile.BlockCount { // in the order of blocks, so that the atlas is the same every time
		for _, name := range standing[b] {
			a.Blocks.Standing[b] = append(a.Blocks.Standing[b], a.text(name))
		}
		for _, name := range switched[b] {
			a.Blocks.Lit[b] = append(a.Blocks.Lit[b], a.text(name))
		}
	}
	a.machinery()
	a.Bodies.Crate, a.Bodies.Pick = a.text("crate"), a.text("pick")
	a.Bodies.Cart, a.Bodies.Sheep = a.text("cart"), [2]Rect{a.text("sheep"), a.text("sheep_2")}
	a.Bodies.Floor = a.text("platform")
	a.arms()
	a.Bodies.Embers = [2]Rect{a.text("embers"), a.text("embers_2")}
	a.Bodies.Ball = [2]Rect{a.text("ball"), a.text("ball_2")}
	for n, names := range critters {
		for _, name := range names {
			a.Bodies.Critters[n] = append(a.Bodies.Critters[n], a.text(name))
		}
	}
	a.Bodies.Shade, a.Bodies.Nest = [2]Rect{a.text("shade"), a.text("shade_2")}, a.text("nest")
	a.Bodies.Magpie = [3]Rect{a.text("magpie"), a.text("magpie_2"), a.text("magpie_3")}
	a.Bodies.Moth = [3]Rect{a.text("great_moth"), a.text("great_moth_2"), a.text("great_moth_3")}
	a.Bodies.Pebble, a.Bodies.Bones, a.Bodies.Log = a.text("pebble"), a.text("bones"), a.text("log")
	for n := 1; n <= 8; n++ {
		_, sign := a.texts.picture("emote_"+string(rune('0'+n)), nil)
		a.Marks.Emotes[n] = a.add(bubble(sign), 7, 16)
	}
}

func (a *Atlas) effects() {
	for c := Index(1); c < Count; c++ {
		p := NewPicture(4, 4)
		p.Rect(0, 0, 4, 4, c)
		a.Shapes.Dot[c] = a.add(p, 2, 2)
	}
	a.Shapes.Halo = a.add(halo(), HaloSide/2, HaloSide/2)
	r, s := ring(6), star()
	a.Shapes.Ring, a.Shapes.Star = a.add(r, r.W/2, r.H/2), a.add(s, 3, 3)
	post := NewPicture(12, 10)
	post.Ellipse(6, 5, 6, 5, Stone3)
	a.Shapes.Post = a.add(post, 6, 7)
	square := NewPicture(Tile, Tile)
	square.Rect(0, 0, Tile, Tile, Stone3)
	a.Shapes.Square = a.add(square, 0, 0)
	for n, w := range []int{10, 14, 28} {
		b := blob(w, w*2/5)
		a.Shapes.Blobs[n] = a.add(b, b.W/2, b.H/2)
	}
	a.Marks.Bracket, a.Marks.BracketNo = a.add(bracket(Fire4), 1, 1), a.add(bracket(Fire1), 1, 1)
	a.Marks.Dig = a.add(digMark(), 1, 1)
	a.Air.Scanlines = a.add(scanlines(), 0, WallRise)
	a.Marks.Hatch = a.add(hatch(), 0, 0)
	a.Air.Streaks = [2]Rect{a.add(streak(9), 0, 9), a.add(streak(13), 0, 13)}
	a.Air.Fog = a.add(fogBank(), 0, 0)
	for d := range a.Vistas {
		for n := range a.Vistas[d] {
			a.Vistas[d][n] = a.add(NewPicture(vistaW, vistaH), vistaW/2, vistaH-1)
		}
	}
	a.Land.ContactS, a.Land.ContactE = a.add(contact(true), 0, 0), a.add(contact(false), 0, 0)
	for n := range CrackStages {
		a.Land.Cracks[n] = a.add(crack(n), 0, 0)
	}
}
