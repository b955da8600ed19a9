package kit

import (
	"image/color"

	"manyhold/render/ui/model"
)

// Inks are the colours of the small pictures below, by their letters.
var Inks = map[rune]color.RGBA{
	'k': InkColour, 'r': HurtColour, 'R': Rgb(0x7A2A2F), 'o': BadColour, 'y': FocusColour, 'Y': PaleColour,
	'b': WaterColour, 'c': SkyColour, 'g': Rgb(0x4F8A4B), 'G': GoodColour, 'w': TextColour, 'd': BorderColour,
	'e': Rgb(0xBC8757), 'v': Rgb(0x9A5BE0), 'p': ProvisionalColour,
}

// HeartCells are an empty, a half and a whole one.
var HeartCells = [3]Cell{{176, 0, 9, 9}, {186, 0, 9, 9}, {196, 0, 9, 9}}

var heartShapes = [3][]string{
	{"..........", ".kkk.kkk.", "kdddkdddk", "kdddddddk", "kdddddddk", ".kdddddk.", "..kdddk..", "...kdk...", "....k...."},
	{"..........", ".kkk.kkk.", "krrrkdddk", "kryrrdddk", "krrrrdddk", ".krrrddk.", "..krrdk..", "...krk...", "....k...."},
	{"..........", ".kkk.kkk.", "krrrkrrrk", "kryrrrrrk", "krrrrrrRk", ".krrrrRk.", "..krrRk..", "...kRk...", "....k...."},
}

// EmoteCell returns the place of an emote, numbered from 1, 12 × 12.
func EmoteCell(which uint8) Cell { return Cell{int16(176 + 14*int(which-1)), 12, 12, 12} }

var emoteShapes = [model.EmoteCount][]string{
	{ // wave
		"............", "....k.k.....", "...kekek.k..", "...kekekkek.", "...kekekkek.", ".k.keeeeek..", "kekkeeeeek..", "keekeeeeek..",
		".keeeeeeek..", "..keeeeek...", "...keeek....", "....kkk.....",
	},
	{ // heart
		"............", "..kk...kk...", ".krrk.krrk..", "kryrrkrrrrk.", "kyrrrrrrrrk.", "krrrrrrrrRk.", ".krrrrrrRk..", "..krrrrRk...",
		"...krrRk....", "....kRk.....", ".....k......", "............",
	},
	{ // laugh
		"...kkkkkk...", "..kyyyyyyk..", ".kyyyyyyyyk.", "kyykyyyykyyk", "kykykyykykyk", "kyyyyyyyyyyk", "kykkkkkkkkyk", "kykwwwwwwkyk",
		"kyykrrrrkyyk", ".kyykkkkyyk.", "..kyyyyyyk..", "...kkkkkk...",
	},
	{ // cry
		"...kkkkkk...", "..kyyyyyyk..", ".kyyyyyyyyk.", "kykkyyyykkyk", "kyyyyyyyyyyk", "kyybyyyybyyk", "kyybyyyybyyk", "kyybykkybyyk",
		"kyybkyykbyyk", ".kybyyyybyk.", "..kbyyyybk..", "...kkkkkk...",
	},
	{ // angry
		"...kkkkkk...", "..koooooook.", ".koooooooook", "kokkooookkok", "kookkookkook", "koookookoook", "kooooooooook", "kooooooooook",
		"koookkkkoook", ".kokooookok.", "..koooooook.", "...kkkkkk...",
	},
	{ // wow
		"....kkk.....", "...kyyyk....", "...kyyyk....", "...kyyyk....", "...kyyyk....", "....kyk.....", "....kyk.....", ".....k......",
		"....kkk.....", "...kyyyk....", "....kkk.....", "............",
	},
	{ // sleepy
		"............", ".......kkkk.", ".......kbbk.", "........kbk.", "...kkkkkbkk.", "...kbbbkbbk.", "...kkkbkkkk.", "....kbk.....",
		"...kbkkk....", "...kbbbk....", "...kkkkk....", "............",
	},
	{ // yes
		"............", ".........kk.", "........kGGk", ".......kGGk.", "......kGGgk.", ".kk..kGGgk..", "kGGkkGGgk...", "kgGGGGgk....",
		".kgGGgk.....", "..kggk......", "...kk.......", "............",
	},
}

// sunCell and moonCell go over the sky of the clock.
var SunCell, MoonCell = Cell{206, 0, 9, 9}, Cell{216, 0, 9, 9}

var sunShape = []string{
	"..yyyyy..", ".yyYYYyy.", "yyYYYYYyy", "yYYYYYYYy", "yYYYYYYYy", "yYYYYYYYy", "yyYYYYYyy", ".yyYYYyy.", "..yyyyy..",
}

var moonShape = []string{
	"...www...", ".wwww....", ".www.....", "wwww.....", "wwww.....", "wwwww....", ".wwwwwwww", ".wwwwwww.", "...wwww..",
}

// paintShape paints a small picture into c.
func (a *atlas) paintShape(c Cell, shape []string) {
	for y, line := range shape {
		for x, r := range line {
			if col, ok := Inks[r]; ok && x < int(c.W) && y < int(c.H) {
				a.set(int(c.X)+x, int(c.Y)+y, col)
			}
		}
	}
}

// PaintShape paints a small picture by the letters of Inks into a cell of the topmost band, before the atlas
// is first shown.
func (a *atlas) PaintShape(c Cell, shape []string) { a.paintShape(c, shape) }

// paintShapes paints the hearts, the emotes, sun and moon.
func (a *atlas) paintShapes() {
	a.paintShape(SunCell, sunShape)
	a.paintShape(MoonCell, moonShape)
	for i, s := range heartShapes {
		a.paintShape(HeartCells[i], s)
	}
	for i, s := range emoteShapes {
		a.paintShape(EmoteCell(uint8(i+1)), s)
	}
}
