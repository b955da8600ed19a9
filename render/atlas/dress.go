package atlas

import (
	"manyhold/game/entity"
	"manyhold/game/item"
	. "manyhold/render/palette"
)

// Dress is what is seen of a person: its look, and what it has put on.
type Dress struct {
	Look entity.Look
	Worn [item.PartCount - 1]item.Kind // by item.Part, from OnHead on
}

// DressOf returns what is seen of a player.
func DressOf(p *entity.PlayerState) Dress {
	d := Dress{Look: p.Look}
	if p.Worn == [len(p.Worn)]item.Kind{} {
		return d
	}
	for n := range d.Worn {
		d.Worn[n] = p.Wears(item.Part(n + 1))
	}
	return d
}

// on returns what is worn on a part.
func (d *Dress) on(p item.Part) item.Kind { return d.Worn[p-1] }

// hats names the sprites of what is worn on heads.
var hats = map[item.Kind]string{
	item.StrawHat: "straw_hat", item.FlowerCrown: "flower_crown", item.MinerHelm: "miner_helm", item.SailorCap: "sailor_cap", item.LeafHood: "leaf_hood",
	item.KeeperHat: "keeper_hat", item.MagpieMask: "magpie_mask", item.MothCrown: "moth_crown", item.OldCrown: "old_crown",
}

// cloth is the colour of something, its shade, and its pattern.
type cloth struct{ base, shade, mark Index }

// cloths are the colours of what is worn, launched or played. A dye has that of the shirt which it dyes.
var cloths = map[item.Kind]cloth{
	item.TravelCloak: {Earth2, Earth1, Earth3}, item.LeafCloak: {Green2, Green1, Green3}, item.FeatherCloak: {Ink3, Ink2, Stone3},
	item.MothCloak: {Earth4, Earth3, Fire1}, item.StarCloak: {Water1, Water0, Fire4},
	item.RedDye: {Fire1, Fire0, Fire2}, item.YellowDye: {Fire3, Fire2, Fire4}, item.GreenDye: {Green3, Green2, Green4}, item.VioletDye: {Script, Ink3, Provisional},
	item.RedRocket: {Fire1, Fire0, Fire2}, item.BlueRocket: {Water3, Water1, Water4}, item.GoldRocket: {Fire3, Fire2, Fire4},
	item.ShoreScore: {Water2, Water1, Water3}, item.HearthScore: {Fire1, Fire0, Fire2}, item.NineScore: {Script, Ink3, Fire3},
}

// Glow returns the colour in which something shines: the light of a lantern, the stars of a firework.
func Glow(k item.Kind) Index {
	switch k {
	case item.SeaLantern, item.BlueRocket:
		return Water3
	case item.LeafLantern:
		return Green4
	case item.RoseLantern:
		return Provisional
	case item.RedRocket:
		return Fire2
	}
	return Fire3
}

// dyes returns the dyes with which the sprite of something to show is drawn.
func dyes(k item.Kind) map[rune]Index {
	c := cloths[k]
	return map[rune]Index{'C': c.base, 'D': c.shade, 'K': c.mark, 'G': Glow(k), 'V': Fire4}
}

// finery names the icons of what is worn, launched and played, which are drawn with the dyes of their kind.
var finery = map[item.Kind]string{
	item.TravelCloak: "item_cloak", item.LeafCloak: "item_cloak", item.FeatherCloak: "item_cloak", item.MothCloak: "item_cloak", item.StarCloak: "item_cloak",
	item.AmberLantern: "item_lantern", item.SeaLantern: "item_lantern", item.LeafLantern: "item_lantern", item.RoseLantern: "item_lantern",
	item.RedDye: "item_dye", item.YellowDye: "item_dye", item.GreenDye: "item_dye", item.VioletDye: "item_dye",
	item.RedRocket: "item_rocket", item.BlueRocket: "item_rocket", item.GoldRocket: "item_rocket",
	item.ShoreScore: "item_score", item.HearthScore: "item_score", item.NineScore: "item_score",
	item.Flute: "item_flute", item.Harp: "item_harp", item.Bells: "item_bells", item.MapPiece: "item_map_piece", item.Kite: "item_kite",
	item.SunBanner: "sun_banner", item.SeaBanner: "sea_banner", item.MothBanner: "moth_banner",
}

// fineryIcon draws the icon of something to show; nil for other kinds.
func (a *Atlas) fineryIcon(k item.Kind) *Picture {
	if name, ok := finery[k]; ok {
		_, p := a.texts.picture(name, dyes(k))
		return fit(p)
	}
	if name, ok := hats[k]; ok {
		_, p := a.texts.picture(name, nil)
		p = fit(p)
		p.Outline(Ink0)
		return p
	}
	return nil
}

// cloaked adds the cloak, from behind, from the side, or its edges from before.
func (t *tailor) cloaked(p *Picture, dir string, up int) {
	k := t.worn.on(item.OnBack)
	if k == item.None {
		return
	}
	dye := dyes(k)
	if d := t.worn.on(item.InCloth); d != item.None && k == item.TravelCloak { // plain cloth takes dyes
		c := cloths[d]
		dye['C'], dye['D'], dye['K'] = c.base, c.shade, c.mark
	}
	s, q := t.texts.picture("cloak_"+dir, dye)
	p.Draw(q, s.X, s.Y-up)
}

// belted adds the lantern at the belt.
func (t *tailor) belted(p *Picture, d Direction, up int) {
	k := t.worn.on(item.OnBelt)
	if k == item.None {
		return
	}
	_, q := t.texts.picture("belt_lantern", dyes(k))
	x := [DirectionCount]int{South: 10, East: 8, North: 3}[d]
	p.Draw(q, x, 16-up)
}

// hatted adds what is worn on the head, and reports whether there is anything.
func (t *tailor) hatted(p *Picture, d Direction, up int) bool {
	name, ok := hats[t.worn.on(item.OnHead)]
	if !ok {
		return false
	}
	if _, behind := t.texts[name+"_up"]; behind && d == North {
		name += "_up"
	}
	t.part(p, name, 0, -up)
	return true
}
