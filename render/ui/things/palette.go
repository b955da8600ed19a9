package things

import (
	"slices"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Screens are the screens of this package.
type Screens struct {
	Palette  Palette
	Thing    Inspector
	Question Question
	Passage  Passage
}

// OverWorld reports whether a screen is one of these over which one goes on looking at the world.
func (s *Screens) OverWorld(x kit.Screen) bool {
	return x == kit.Screen(&s.Thing) || x == kit.Screen(&s.Thing.source) || x == kit.Screen(&s.Question) || x == kit.Screen(&s.Passage)
}

// Init makes the screens ready for use.
func (s *Screens) Init() {
	s.Palette.search = kit.NewField(maxSearch)
	s.Thing.source.of = &s.Thing
}

const (
	maxSearch    = 64 // bytes
	paletteWidth = 436
	cardSide     = 48
	cardStep     = cardSide + 4
	aboutHeight  = 3 * kit.LineHeight
)

// Palette is the state of the palette between ticks.
type Palette struct {
	search kit.Field
	shape  int          // which of paletteShapes are shown
	from   int          // the first row that is seen
	last   blueprint.ID // the blueprint that was looked at last
	asked  uint64       // the tick of the first press on withdrawing it
	shown  []*model.Blueprint
}

// paletteShapes are the categories: all, then those of a form.
var paletteShapes = [...]string{"palette.all", "palette.blocks", "palette.areas", "palette.balls", "palette.boxes"}

// Open opens the palette. Letters search at once; a pad begins with the pictures.
func (p *Palette) Open(u *kit.Context) {
	p.search.SelectAll()
	p.from = 0
	if u.In.Device == input.Pad || u.In.Touching() {
		u.Open(p)
		u.Prefer = kit.Ident("palette.card", 0)
		return
	}
	u.Write(p, "palette.search")
}

// find lists the blueprints of the category that have all the searched words in name or description.
func (p *Palette) find(u *kit.Context) {
	p.shown = p.shown[:0]
	words := strings.Fields(strings.ToLower(p.search.String()))
	for k := range u.Model.Things.Palette {
		b := &u.Model.Things.Palette[k]
		if p.shape > 0 && b.Form != blueprint.Form(p.shape-1) {
			continue
		}
		text, all := "", true
		if len(words) > 0 {
			text = strings.ToLower(b.Name + " " + b.About)
		}
		for _, w := range words {
			all = all && strings.Contains(text, w)
		}
		if all {
			p.shown = append(p.shown, b)
		}
	}
}

// Show lays out the search, the categories, the pictures, and what is known of the chosen one.
func (p *Palette) Show(u *kit.Context) {
	u.Veil()
	p.find(u)
	w := min(paletteWidth, u.W-16)
	columns := max(1, (w-2*kit.Padding+4)/cardStep)
	fixed := 24 + kit.RowHeight + 4 + aboutHeight + 8 + kit.ButtonHeight + 2*kit.Padding
	rows := max(1, min(4, (u.Tallest()-fixed)/cardStep))
	panel := u.Centred(w, fixed+rows*cardStep)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say1("palette.title", "n", kit.Itoa(len(u.Model.Things.Palette))))
	entered := p.top(u, r.Cut(kit.RowHeight))
	r.Cut(4)
	area := r.Cut(rows * cardStep)
	scroll(u, &p.from, list{"palette.card", len(p.shown), columns, rows}, area)
	var about *model.Blueprint
	take := func(b *model.Blueprint) {
		u.Do(model.TakeThing{ID: b.ID})
		u.CloseAll()
		u.Sound(kit.SoundPick)
	}
	for k := p.from * columns; k < len(p.shown) && k < (p.from+rows)*columns; k++ {
		at := k - p.from*columns
		c := kit.R(area.X+at%columns*cardStep, area.Y+at/columns*cardStep, cardSide, cardSide)
		focused, chosen := card(u, c, k, p.shown[k])
		if focused {
			about = p.shown[k]
		}
		if chosen {
			take(p.shown[k])
			return
		}
	}
	kit.More(u, kit.R(area.X, area.Y+area.H, area.W, 0), (p.from+rows)*columns < len(p.shown))
	if entered && len(p.shown) > 0 {
		take(p.shown[0])
		return
	}
	if about == nil && len(p.shown) > 0 && u.Focused == kit.Ident("palette.search", 0) {
		about = p.shown[0]
	}
	p.about(u, r.Cut(aboutHeight), about)
	r.Cut(8)
	if about != nil && about.ID != p.last {
		p.last, p.asked = about.ID, 0
	}
	p.withdrawal(u, kit.R(r.X, r.Y, 160, kit.ButtonHeight))
	if u.Button(kit.R(r.X+r.W-100, r.Y, 100, kit.ButtonHeight), kit.Ident("palette.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}

// withdrawal lays out the button that withdraws the blueprint that was looked at last, if the player may.
func (p *Palette) withdrawal(u *kit.Context, r kit.Rect) {
	k := slices.IndexFunc(u.Model.Things.Palette, func(b model.Blueprint) bool { return b.ID == p.last })
	me := u.Model.Game.Me
	if k < 0 || me == nil || u.Model.Things.Palette[k].Author != me.Key && !u.Model.Things.Keeper {
		return
	}
	say := "palette.withdraw"
	if p.asked > 0 && u.Now-p.asked < sureTicks {
		say = "palette.sure"
	}
	switch {
	case !u.Button(r, kit.Ident("palette.withdraw", 0), u.Say(say), ""):
	case say == "palette.sure":
		p.asked = 0
		u.Do(model.WithdrawBlueprint{ID: p.last})
	default:
		p.asked = u.Now
	}
}

// top lays out the search and the categories. It reports whether Enter was pressed in the search.
func (p *Palette) top(u *kit.Context, r kit.Rect) (entered bool) {
	const w = 52
	box := kit.R(r.X, r.Y, r.W-len(paletteShapes)*(w+4), kit.ButtonHeight)
	changed, entered := u.Box(box, kit.Ident("palette.search", 0), &p.search, u.Say("palette.search"))
	if changed {
		p.from = 0
		p.find(u)
	}
	for k, key := range paletteShapes {
		c := kit.R(box.X+box.W+4+k*(w+4), r.Y, w, kit.ButtonHeight)
		if u.Button(c, kit.Ident("palette.shape", k), u.Say(key), "") {
			p.shape, p.from = k, 0
			p.find(u)
		}
		if k == p.shape {
			u.P.Fill(kit.R(c.X+4, c.Y+c.H, c.W-8, 2), kit.FocusColour)
		}
	}
	return entered
}

// card lays out the picture of a blueprint.
func card(u *kit.Context, r kit.Rect, k int, b *model.Blueprint) (focused, chosen bool) {
	focused, chosen = u.Take(kit.Widget{ID: kit.Ident("palette.card", k), R: r})
	u.Face(r, focused, false)
	picture(u, r.Inset(8), b)
	return focused, u.Answer(chosen, "")
}

// picture draws the picture of a blueprint, or its form while it has none.
func picture(u *kit.Context, r kit.Rect, b *model.Blueprint) {
	if b.Picture != nil && b.Picture.Width > 0 {
		u.P.Pixels(r, b.Picture, 255)
		return
	}
	switch in := r.Inset(r.W / 6); b.Form {
	case blueprint.Area:
		u.BrokenLine(in.X, in.Y, in.W, 1, false, kit.DashedLine, kit.SkyColour)
		u.BrokenLine(in.X, in.Y+in.H-1, in.W, 1, false, kit.DashedLine, kit.SkyColour)
		u.BrokenLine(in.X, in.Y, in.H, 1, true, kit.DashedLine, kit.SkyColour)
		u.BrokenLine(in.X+in.W-1, in.Y, in.H, 1, true, kit.DashedLine, kit.SkyColour)
	case blueprint.Ball:
		for y := range in.H {
			d := 2*y + 1 - in.H
			half := 0
			for (2*half+2)*(2*half+2)+d*d <= in.H*in.H {
				half++
			}
			u.P.Fill(kit.R(in.X+in.W/2-half, in.Y+y, 2*half, 1), kit.BadColour)
		}
	default:
		u.P.Fill(in, kit.Rgb(0x8B5A44))
		u.P.Fill(kit.R(in.X, in.Y, in.W, in.H*2/3), kit.Rgb(0xBC8757))
	}
}

// about says what is known of the chosen blueprint, or why there is none.
func (p *Palette) about(u *kit.Context, r kit.Rect, b *model.Blueprint) {
	switch {
	case b != nil:
		line := r.Cut(kit.LineHeight)
		name := u.Text(kit.R(line.X, line.Y, line.W*2/3, line.H), b.Name, kit.Style{Col: kit.FocusColour})
		facts := u.Say2("palette.facts", "n", kit.Itoa(int(b.Version)), "licence", b.Licence)
		u.Text(kit.R(line.X+name+12, line.Y, line.W-name-12, line.H), facts, kit.Style{Col: kit.DimColour})
		u.Paragraph(r, b.About, kit.Style{Col: kit.TextColour})
	case len(u.Model.Things.Palette) == 0:
		u.Paragraph(r, u.Say("palette.none"), kit.Style{Col: kit.TextColour})
	case len(p.shown) == 0:
		u.Paragraph(r, u.Say("palette.not_found"), kit.Style{Col: kit.TextColour})
	default:
		u.Paragraph(r, u.Say("palette.how"), kit.Style{Col: kit.DimColour})
	}
}
