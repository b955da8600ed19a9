package match

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// Create is the screen on which a match is made: its engine, its name and its settings.
type Create struct {
	screens *Screens
	engine  int // of those that can be chosen
	from    int // first engine shown
	line    int // first setting shown
	title   kit.Field
	strict  bool
	values  map[string]string
	form    menu.Form
	asked   uint64 // when it was created; 0: it was not
}

// maxTitle is the most bytes of the name of a match.
const maxTitle = 32

func (c *Create) init() {
	c.title = kit.NewField(maxTitle)
	c.form = newForm(func(_ *kit.Context, key, value string) {
		if key == strictKey {
			c.strict = value == "true"
			return
		}
		c.values[key] = value
	})
}

// strictKey is the setting by which a match waits for everybody in each turn.
const strictKey = "strict"

// Open opens the screen.
func (c *Create) Open(u *kit.Context) {
	c.engine, c.from, c.line, c.strict, c.values, c.asked = 0, 0, 0, false, map[string]string{}, 0
	c.title.Set("")
	u.Open(c)
}

const (
	cardHeight = 48
	cardsWidth = 208
)

// Show lays out the engines at the left, and the settings of the chosen one beside them.
func (c *Create) Show(u *kit.Context) {
	list := u.Model.Game.Matches.Engines
	body, help, foot := panel(u, u.Say("match.create"))
	if len(list) == 0 {
		u.Paragraph(body, u.Say("match.no_engines"), kit.Style{Col: kit.DimColour})
		if footButtons(u, foot, "create.foot", footButton{u.Say("menu.back"), ""}) == 0 || u.Backed() {
			u.Close()
		}
		return
	}
	c.engine = min(c.engine, len(list)-1)
	cards := kit.R(body.X, body.Y, min(cardsWidth, body.W*2/5), body.H)
	c.cards(u, cards, list)
	u.P.Fill(kit.R(cards.X+cards.W+5, body.Y, 1, body.H), kit.BorderColour)
	left := cards.W + 12
	c.about(u, kit.R(body.X+left, body.Y, body.W-left, body.H), &list[c.engine])
	why := ""
	if c.asked > 0 && u.Now < c.asked+createTicks {
		why = u.Say("match.creating")
	}
	chosen := footButtons(u, foot, "create.foot", footButton{u.Say("match.create_go"), why}, footButton{u.Say("menu.back"), ""})
	u.HelpLine(help)
	switch {
	case chosen == 0:
		c.asked = u.Now
		u.Do(model.CreateMatch{Engine: list[c.engine].Name, Title: c.title.Trimmed(), Strict: c.strict, Values: c.values})
		u.Close()
		c.screens.Room.Open(u, "")
	case chosen == 1 || u.Backed():
		u.Close()
	}
}

// createTicks is how long the button waits after it was chosen.
const createTicks = 120

// cards lays out the engines.
func (c *Create) cards(u *kit.Context, r kit.Rect, list []model.MatchEngine) {
	room := max(1, (r.H+4)/cardHeight)
	kit.ScrollList(u, &c.from, len(list), room, "engine", r)
	for i := c.from; i < min(len(list), c.from+room); i++ {
		at := r.Cut(cardHeight)
		at.H -= 4
		e := &list[i]
		focused, chosen := u.Take(kit.Widget{ID: kit.Ident("engine", i), R: at})
		u.Face(at, focused, false)
		if focused {
			at.Y--
		}
		if i == c.engine {
			u.P.Fill(kit.R(at.X+at.W-1, at.Y+2, 2, at.H-4), kit.FocusColour)
		}
		picture(u, kit.R(at.X+4, at.Y+4, iconSide+4, iconSide+4), e.Picture, e.Title)
		text := kit.R(at.X+iconSide+14, at.Y+6, at.W-iconSide-20, 16)
		col := kit.TextColour
		if focused || i == c.engine {
			col = kit.PaleColour
		}
		u.Text(text, e.Title, kit.Style{Col: col})
		text.Y += 16
		u.Text(text, playersWords(u, e.Least, e.Most), kit.Style{Col: kit.DimColour})
		if u.Answer(chosen, "") {
			if i != c.engine {
				c.values, c.line = map[string]string{}, 0
			}
			c.engine = i
		}
	}
	kit.More(u, kit.R(r.X, r.Y, r.W, 8), c.from+room < len(list))
}

// playersWords say how many play.
func playersWords(u *kit.Context, least, most int) string {
	if least == most {
		return u.Count("title.players", most)
	}
	return u.Say2("match.players", "least", kit.Itoa(least), "most", kit.Itoa(most))
}

// about lays out what the engine is, the name of the match and its settings.
func (c *Create) about(u *kit.Context, r kit.Rect, e *model.MatchEngine) {
	u.Text(r.Cut(18), e.Title, kit.Style{Col: kit.FocusColour})
	u.Paragraph(r.Cut(min(r.H/3, u.Height(e.About, r.W, false))+8), e.About, kit.Style{Col: kit.DimColour})
	row := r.Cut(menu.FormRow)
	row.H -= 4
	u.Text(kit.R(row.X, row.Y, 84, row.H), u.Say("match.title"), kit.Style{Col: kit.TextColour})
	u.Box(kit.R(row.X+88, row.Y, row.W-88, row.H), kit.Ident("create.title", 0), &c.title, u.Say("match.title_empty"))
	n := len(e.Settings) + 1
	room := max(1, r.H/menu.FormRow)
	kit.ScrollList(u, &c.line, n, room, "setting", r)
	for i := c.line; i < min(n, c.line+room); i++ {
		if i == 0 {
			s := model.Setting{Key: strictKey, Kind: model.Toggle, Label: u.Say("match.strict_setting"), Help: u.Say("match.strict_help"), Value: boolText(c.strict), Default: "false"}
			c.form.Row(u, r.Cut(menu.FormRow), i, &s)
			continue
		}
		s := e.Settings[i-1].Setting
		if v, ok := c.values[s.Key]; ok {
			s.Value = v
		}
		c.form.Row(u, r.Cut(menu.FormRow), i, &s)
	}
	kit.More(u, kit.R(r.X, r.Y, r.W, 8), c.line+room < n)
}

func boolText(on bool) string {
	if on {
		return "true"
	}
	return "false"
}
