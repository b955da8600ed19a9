package ui

import "image/color"

// inks are the colours of the small pictures below, by their letters.
var inks = map[rune]color.RGBA{
	'k': inkColour, 'r': hurtColour, 'R': rgb(0x7A2A2F), 'o': badColour, 'y': focusColour, 'Y': paleColour,
	'b': waterColour, 'c': skyColour, 'g': rgb(0x4F8A4B), 'G': goodColour, 'w': textColour, 'd': borderColour,
	'e': rgb(0xBC8757), 'v': rgb(0x9A5BE0), 'p': provisionalColour,
}

// hearts are an empty, a half and a whole one.
var heartCells = [3]cell{{176, 0, 9, 9}, {186, 0, 9, 9}, {196, 0, 9, 9}}

var heartShapes = [3][]string{
	{"..........", ".kkk.kkk.", "kdddkdddk", "kdddddddk", "kdddddddk", ".kdddddk.", "..kdddk..", "...kdk...", "....k...."},
	{"..........", ".kkk.kkk.", "krrrkdddk", "kryrrdddk", "krrrrdddk", ".krrrddk.", "..krrdk..", "...krk...", "....k...."},
	{"..........", ".kkk.kkk.", "krrrkrrrk", "kryrrrrrk", "krrrrrrRk", ".krrrrRk.", "..krrRk..", "...kRk...", "....k...."},
}

// emoteCell returns the place of an emote, numbered from 1, 12 × 12.
func emoteCell(which uint8) cell { return cell{int16(176 + 14*int(which-1)), 12, 12, 12} }

var emoteShapes = [EmoteCount][]string{
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
var sunCell, moonCell = cell{206, 0, 9, 9}, cell{216, 0, 9, 9}

var sunShape = []string{
	"..yyyyy..", ".yyYYYyy.", "yyYYYYYyy", "yYYYYYYYy", "yYYYYYYYy", "yYYYYYYYy", "yyYYYYYyy", ".yyYYYyy.", "..yyyyy..",
}

var moonShape = []string{
	"...www...", ".wwww....", ".www.....", "wwww.....", "wwww.....", "wwwww....", ".wwwwwwww", ".wwwwwww.", "...wwww..",
}

// paintShape paints a small picture into c.
func (a *atlas) paintShape(c cell, shape []string) {
	for y, line := range shape {
		for x, r := range line {
			if col, ok := inks[r]; ok && x < int(c.w) && y < int(c.h) {
				a.set(int(c.x)+x, int(c.y)+y, col)
			}
		}
	}
}

// paintShapes paints the hearts, the emotes, sun and moon.
func (a *atlas) paintShapes() {
	a.paintShape(sunCell, sunShape)
	a.paintShape(moonCell, moonShape)
	for i, s := range heartShapes {
		a.paintShape(heartCells[i], s)
	}
	for i, s := range emoteShapes {
		a.paintShape(emoteCell(uint8(i+1)), s)
	}
}
