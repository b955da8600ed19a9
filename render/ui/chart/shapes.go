package chart

import (
	"strings"

	"manyhold/game/entity"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// This file holds the pictures of signs, by the letters of kit.Inks, and where they are in the atlas.

// signSide is the side of a sign's cell, and smallSide that of a small map's.
const signSide, smallSide = 13, 7

// signTop and signLeft are where the cells begin in the atlas: to the right of what package kit paints there.
const signTop, signLeft = 0, 404

// cellOf returns the place of the picture of a kind of sign.
func cellOf(k model.SignKind) kit.Cell {
	return kit.Cell{X: int16(signLeft + int(k)*(signSide+2)), Y: signTop, W: signSide, H: signSide}
}

// pinCell returns the place of the picture of a pin of a sign: an own one, or one that is shared.
func pinCell(sign uint8, shared bool) kit.Cell {
	c := kit.Cell{X: int16(signLeft + int(sign)*(signSide+2)), Y: signTop + signSide + 2, W: signSide, H: signSide}
	if shared {
		c.Y += signSide + 2
	}
	return c
}

// smallCell returns the place of the picture of a kind of sign on the small map.
func smallCell(k model.SignKind) kit.Cell {
	return kit.Cell{X: int16(signLeft + int(k)*(smallSide+2)), Y: signTop + 3*(signSide+2), W: smallSide, H: smallSide}
}

// atlasPainter is the atlas of the interface while it is made.
type atlasPainter interface {
	PaintShape(c kit.Cell, shape []string)
}

// Prepare paints the signs into the atlas, before it is first shown.
func Prepare(a atlasPainter) {
	for k, shape := range shapes {
		if shape != nil {
			a.PaintShape(cellOf(model.SignKind(k)), shape)
		}
	}
	for k, shape := range smallShapes {
		if shape != nil {
			a.PaintShape(smallCell(model.SignKind(k)), shape)
		}
	}
	for sign := range uint8(entity.PinSigns) {
		for n, body := range [...]string{"y", "c"} {
			a.PaintShape(pinCell(sign+1, n == 1), pinShape(pinSigns[sign], body))
		}
	}
}

// pinShape puts a sign on the body of a pin, in a colour.
func pinShape(sign []string, body string) []string {
	var shape []string
	for y, line := range pinBody {
		row := []byte(strings.ReplaceAll(line, "x", body))
		if k := y - 2; k >= 0 && k < len(sign) {
			for x := range sign[k] {
				if sign[k][x] != '.' {
					row[x+3] = sign[k][x]
				}
			}
		}
		shape = append(shape, string(row))
	}
	return shape
}

var pinBody = []string{
	"..kkkkkkkkk..", ".kxxxxxxxxxk.", ".kxxxxxxxxxk.", ".kxxxxxxxxxk.", ".kxxxxxxxxxk.", ".kxxxxxxxxxk.", ".kxxxxxxxxxk.", ".kxxxxxxxxxk.",
	"..kxxxxxxxk..", "...kkxxxkk...", ".....kxk.....", "......k......", ".............",
}

// pinSigns are a flag, a pick, a house, a chest, danger and a heart.
var pinSigns = [entity.PinSigns][]string{
	{"kk.....", "krrkk..", "krrrrk.", "krrkk..", "kk.....", "k......"},
	{".kkkkk.", "k..k..k", "...k...", "...k...", "...k...", "...k..."},
	{"...k...", "..kkk..", ".kkkkk.", "..kkk..", "..k.k..", "..k.k.."},
	{".kkkkk.", ".k...k.", ".kkkkk.", ".kkykk.", ".kkkkk.", "......."},
	{"..kkk..", "..kkk..", "..kkk..", "...k...", ".......", "..kkk.."},
	{".rr.rr.", "rrrrrrr", "rrrrrrr", ".rrrrr.", "..rrr..", "...r..."},
}

var shapes = [model.SignKinds][]string{
	model.HoldingSign: {
		".............", "......k......", ".....kek.....", "....keeek....", "...keeeeek...", "..keeeeeeek..", ".kkkkkkkkkkk.", "..kwwwwwwwk..",
		"..kwwkkkwwk..", "..kwwkekwwk..", "..kwwkekwwk..", "..kkkkkkkkk..", ".............",
	},
	model.PlaceSign: {
		".............", ".kkk.kkk.kkk.", ".kwkkkwkkkwk.", ".kwwwwwwwwdk.", ".kwwwwwwwwdk.", "..kwwwwwwdk..", "..kwwkkkwdk..", "..kwkddkwdk..",
		"..kwkddkwdk..", "..kwkddkwdk..", ".kwwkddkwwdk.", ".kkkkkkkkkkk.", ".............",
	},
	model.UnseenSign: {
		".............", "....kkkkk....", "...kyyyyyk...", "..kyykkkyyk..", "..kyk...kyk..", "...k...kyyk..", ".....kkyyk...", ".....kyyk....",
		".....kkk.....", ".....kkk.....", ".....kyk.....", ".....kkk.....", ".............",
	},
	model.HearthSign: {
		"......k......", ".....kok.....", "....koook....", "...kooyok....", "...koyyook...", "..kooyYyook..", "..koyyYYyok..", "..koyYYYyok..",
		"...koyYyok...", ".kkkkkkkkkkk.", "keeReeReeReek", ".kkkkkkkkkkk.", ".............",
	},
	model.PortalSign: {
		"....kkkkk....", "...kvvvvvk...", "..kvvpppvvk..", "..kvppwppvk..", "..kvpwwwpvk..", "..kvpwwwpvk..", "..kvpwwwpvk..", "..kvppwppvk..",
		"..kvvpppvvk..", "..kvvvvvvvk..", ".kkkkkkkkkkk.", "kdddddddddddk", ".kkkkkkkkkkk.",
	},
	model.VaultSign: {
		"..kkkkkkkkk..", ".kdddddddddk.", ".kdwwwkwwwdk.", ".kdwwwkwwwdk.", ".kdwwwkwwwdk.", ".kdwykkkywdk.", ".kdwykykywdk.", ".kdwwkkkwwdk.",
		".kdwwwkwwwdk.", ".kdwwwkwwwdk.", ".kdddddddddk.", "..kkkkkkkkk..", ".............",
	},
	model.HoardSign: {
		".............", "..kkkkkkkkk..", ".keeeeeeeeek.", ".kekkkkkkkek.", ".kkyYyyyYykk.", ".kyyyYyyyyyk.", ".kkkkkkkkkkk.", ".keeekyyeeek.",
		".keeekkkeeek.", ".keeeeeeeeek.", ".kkkkkkkkkkk.", ".............", ".............",
	},
	model.DarkSign: {
		"......k......", ".....kdk.....", "....kdddk....", "....kbkbk....", "....kkkkk....", "....kwwwk....", "....kdddk....", "....kwwwk....",
		"....kdddk....", "...kwwwwwk...", "...kdddddk...", "..kkkkkkkkk..", ".............",
	},
	model.LitSign: {
		"k.....k.....k", "yyk..kyk..kyy", ".yyykyYykyyy.", "...ykyYyky...", ".yykkkkkkkyy.", "yyk.kwwwk.kyy", "k...krrrk...k", "....kwwwk....",
		"....krrrk....", "...kwwwwwk...", "...krrrrrk...", "..kkkkkkkkk..", ".............",
	},
	model.LostSign: {
		".............", ".kkk.....kkk.", ".krrk...krrk.", ".kkrrk.krrkk.", "..kkrrkrrkk..", "...kkrrrkk...", "....krrrk....", "...kkrrrkk...",
		"..kkrrkrrkk..", ".kkrrk.krrkk.", ".krrk...krrk.", ".kkk.....kkk.", ".............",
	},
	model.GoalSign: {
		"......k......", ".....kyk.....", ".....kyk.....", "....kyYyk....", "kkkkkyYykkkkk", "kyyyyYYYyyyyk", ".kyyYYYYYyyk.", "..kyyYYYyyk..",
		"..kyyyYyyyk..", ".kyyyykyyyyk.", ".kyykk.kkyyk.", ".kkk.....kkk.", ".............",
	},
}

var smallShapes = [model.SignKinds][]string{
	model.PlaceSign:  {".kkkkk.", "kwkwkwk", "kwwwwwk", ".kwkwk.", ".kwkwk.", ".kkkkk.", "......."},
	model.UnseenSign: {"..kkk..", ".kyyyk.", "kyykyyk", "kykkkyk", "kyykyyk", ".kyyyk.", "..kkk.."},
	model.HearthSign: {"...k...", "..kok..", ".kooyk.", ".koyok.", ".koYok.", "..kkk..", "......."},
	model.PortalSign: {"..kkk..", ".kvvvk.", ".kvwvk.", ".kvwvk.", ".kvvvk.", "..kkk..", "......."},
	model.VaultSign:  {".......", ".kkkkk.", ".kwkwk.", ".kykyk.", ".kwkwk.", ".kkkkk.", "......."},
	model.DarkSign:   {"...k...", "..kdk..", "..kdk..", "..kwk..", "..kdk..", ".kwwwk.", ".kkkkk."},
	model.LitSign:    {"k..k..k", "yykYkyy", "..yYy..", "ykkwkky", "..krk..", ".kwwwk.", ".kkkkk."},
	model.PinSign:    {".kkkkk.", "kyyyyyk", "kyyyyyk", "kyyyyyk", ".kyyyk.", "..kyk..", "...k..."},
	model.SharedSign: {".kkkkk.", "kccccck", "kccccck", "kccccck", ".kccck.", "..kck..", "...k..."},
	model.LostSign:   {"kk...kk", "krk.krk", ".krkrk.", "..krk..", ".krkrk.", "krk.krk", "kk...kk"},
	model.GoalSign:   {"...k...", "..kyk..", "kkkYkkk", "kyYYYyk", ".kyYyk.", ".kyyyk.", ".kk.kk."},
}
