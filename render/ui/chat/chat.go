package chat

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/input/slash"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// sentMost is how many of the player's own lines are kept for the up key.
	sentMost = 30
	// chatLinesShown is how many lines stand over the world, for freshTicks (10 s) each.
	chatLinesShown, freshTicks = 6, 600
)

// Chat is the state of the chat between ticks.
type Chat struct {
	Box    kit.Field
	sent   []string
	recall int    // how far back in sent the box shows, 0: not at all
	scroll int    // lines from the end
	jump   string // a line of the log that is to be the first one in sight
	Log    ChatLog
	flat   []flatLine
	flatW  int
	Muted  map[entity.Seat]bool // players muted in this window
	OnSaid func()               // called when the player has said something
	ways   suggestions
	long   bool // the history does not fit
}

// flatLine is one written line of the log.
type flatLine struct {
	text string
	lead int // how many bytes of it are the speaker's name
	from int // index in the log's lines
}

func (c *Chat) Init() { c.Box, c.Muted = kit.NewField(command.MaxText), map[entity.Seat]bool{} }

// Enter forgets the previous world's chat.
func (c *Chat) Enter() {
	c.Box.Clear()
	c.scroll, c.Log = 0, ChatLog{dirty: true}
}

// Tell adds a line of the program's own (an answer to a slash command, an error) to the chat.
func (c *Chat) Tell(u *kit.Context, text string) { c.Log.Tell(text, max(u.Now, 1)) }

// Heard adds a message to the whole world to the chat.
func (c *Chat) Heard(u *kit.Context, l model.ShoutLine) {
	if l.Seat == 0 || !c.Muted[l.Seat] {
		c.Log.Add(LogLine{Seat: l.Seat, Name: l.Name, Text: l.Text, At: max(u.Now, 1), Far: true})
		u.Sound(kit.SoundSaid)
	}
}

// flatten breaks the log into lines of w logical pixels.
func (c *Chat) flatten(u *kit.Context, w int) {
	if !c.Log.dirty && c.flatW == w {
		return
	}
	c.Log.dirty, c.flatW = false, w
	c.flat = c.flat[:0]
	for i, l := range c.Log.Lines {
		text, lead := l.Text, 0
		if l.more > 0 {
			text = u.Words.Fill("chat.flood", "n", kit.Itoa(l.more))
		}
		if c.Muted[l.Seat] && l.Name != "" {
			continue
		}
		switch {
		case l.Far:
			name := u.Words.Fill("chat.world", "name", l.Name)
			text, lead = name+": "+text, len(name)+1
		case l.Name != "":
			text, lead = l.Name+": "+text, len(l.Name)+1
		}
		for j, line := range kit.WrapLines(text, w) {
			if j > 0 {
				lead = 0
			}
			c.flat = append(c.flat, flatLine{line, min(lead, len(line)), i})
		}
	}
}

// line writes one line of the log.
func (c *Chat) line(u *kit.Context, r kit.Rect, f flatLine, outline bool, alpha uint8) {
	l := &c.Log.Lines[f.from]
	col := kit.TextColour
	if l.Seat == 0 && l.Name == "" {
		col = kit.DimColour
		if outline {
			col = kit.PaleColour
		}
	}
	if l.Far {
		col = kit.FarColour
	}
	x := 0
	if f.lead > 0 {
		x = u.Text(r, f.text[:f.lead], kit.Style{Col: kit.Fade(kit.NameColour(int(l.Seat)), alpha), Outline: outline})
	}
	u.Text(kit.R(r.X+x, r.Y, r.W-x, r.H), f.text[f.lead:], kit.Style{Col: kit.Fade(col, alpha), Outline: outline})
}

// chatWidth returns the width of the chat at the left of the window.
func chatWidth(u *kit.Context) int { return min(300, u.W/2) }

// Recent draws the newest lines over the world.
func (c *Chat) Recent(u *kit.Context) {
	if !u.P.On {
		return
	}
	c.flatten(u, chatWidth(u))
	y := u.H - kit.SlotSide - 8 - 4 - 48
	if u.Model.Replay.On || u.Model.Scene.On { // their bar is there
		y -= 32
	}
	for i := len(c.flat) - 1; i >= max(0, len(c.flat)-chatLinesShown); i-- {
		f := c.flat[i]
		at := c.Log.Lines[f.from].At
		if at == 0 || u.Now-at > freshTicks {
			return
		}
		alpha := uint8(min(255, (freshTicks-(u.Now-at))*6))
		c.line(u, kit.R(8, y, chatWidth(u)+4, kit.LineHeight), f, true, alpha)
		y -= kit.LineHeight
	}
}

// OpenWith opens the chat box with a beginning in it.
func (c *Chat) OpenWith(u *kit.Context, begin string) {
	c.Box.Set(begin)
	c.recall, c.scroll = 0, 0
	u.Write(c, "chat.box")
}

// Show lays out the history and the box.
func (c *Chat) Show(u *kit.Context) {
	w := min(400, u.W-16)
	c.flatten(u, w-28)
	c.suggest(u)
	lines := len(c.flat)
	if n := c.ways.lines(); n > 0 {
		lines = n
	}
	h := min(68+lines*kit.LineHeight, 232, u.H-kit.SlotSide-40-8) // no higher than its content
	panel := kit.R(8, u.H-kit.SlotSide-24-h, w, h)
	u.Panel(panel)
	r := panel.Inset(8)
	box := kit.R(r.X, r.Y+r.H-24, r.W, 24)
	foot := kit.R(r.X+6, box.Y-20, r.W-12, 16)
	history := kit.R(r.X+6, r.Y, r.W-12, foot.Y-r.Y-4)
	if c.ways.lines() > 0 {
		c.showSuggestions(u, history)
	} else {
		c.history(u, history)
	}
	c.long = len(c.flat) > history.H/kit.LineHeight
	_, entered := u.Box(box, kit.Ident("chat.box", 0), &c.Box, u.Say("chat.empty"))
	if u.Help == "" && !u.Keyboard.Open { // the board says how
		u.Help = u.Say("chat.how")
		if c.long {
			u.Help = u.Say("chat.how_long")
		}
		if len(c.ways.made.Options) > 0 {
			u.Help = u.Say("chat.how_slash")
		}
	}
	u.P.Fill(kit.R(r.X, foot.Y-3, r.W, 1), kit.BorderColour)
	u.Text(foot, u.Help, kit.Style{Col: kit.DimColour})
	if u.Drawing {
		return
	}
	if !c.choose(u) {
		c.recallKeys(u)
	}
	switch {
	case entered:
		c.send(u)
	case u.Backed():
		c.Box.Clear()
		u.Close()
	}
}

// history writes the lines of the log that fit, the newest at the foot.
func (c *Chat) history(u *kit.Context, r kit.Rect) {
	c.flatten(u, r.W)
	room := r.H / kit.LineHeight
	if !u.Drawing && u.In.WheelY != 0 {
		c.scroll += int(u.In.WheelY)
	}
	if c.jump != "" {
		for i := len(c.flat) - 1; i >= 0; i-- {
			if c.Log.Lines[c.flat[i].from].Text == c.jump && (i == 0 || c.flat[i-1].from != c.flat[i].from) {
				c.scroll = len(c.flat) - room - i
				break
			}
		}
		c.jump = ""
	}
	c.scroll = max(0, min(c.scroll, len(c.flat)-room))
	scrollMark(u, kit.R(r.X+r.W+4, r.Y, 6, r.H), len(c.flat), room, len(c.flat)-room-c.scroll)
	y := r.Y + r.H - kit.LineHeight
	for i := len(c.flat) - 1 - c.scroll; i >= 0 && y >= r.Y; i-- {
		c.line(u, kit.R(r.X, y, r.W, kit.LineHeight), c.flat[i], false, 255)
		y -= kit.LineHeight
	}
}

// scrollMark draws at the edge of a list which part of it is in sight: lines in all, room for some, and the
// first one shown.
func scrollMark(u *kit.Context, r kit.Rect, lines, room, first int) {
	if lines <= room || !u.P.On {
		return
	}
	u.P.Fill(kit.R(r.X+2, r.Y, 2, r.H), kit.BorderColour)
	h := max(8, r.H*room/lines)
	u.P.Fill(kit.R(r.X+1, r.Y+(r.H-h)*first/max(lines-room, 1), 4, h), kit.FocusColour)
}

// recallKeys recalls earlier messages.
func (c *Chat) recallKeys(u *kit.Context) {
	step := 0
	switch {
	case u.In.Edit(input.CursorUp):
		step = 1
	case u.In.Edit(input.CursorDown):
		step = -1
	case u.In.ButtonPressed(input.KeyPageUp):
		c.scroll += 6
	case u.In.ButtonPressed(input.KeyPageDown):
		c.scroll = max(0, c.scroll-6)
	}
	if to := c.recall + step; step != 0 && to >= 0 && to <= len(c.sent) {
		c.recall = to
		c.Box.Clear()
		if to > 0 {
			c.Box.Set(c.sent[len(c.sent)-to])
		}
	}
}

// send sends the text of the box.
func (c *Chat) send(u *kit.Context) {
	text := c.Box.Trimmed()
	if text == "" {
		u.Close()
		return
	}
	if n := len(c.sent); n == 0 || c.sent[n-1] != text {
		if n >= sentMost {
			c.sent = c.sent[1:]
		}
		c.sent = append(c.sent, text)
	}
	c.recall = 0
	p, view := ParseChat(text), slashView(u)
	if p.Wrong == nil && p.line.Command != nil {
		p.Wrong = view.Check(p.line)
	}
	switch {
	case p.Wrong != nil:
		u.Sound(kit.SoundNo)
		why := ProblemWords(u.Words, p.Wrong)
		c.Tell(u, why)
		u.Toast(why)
		return // the text stays, to be mended
	case p.Action != nil:
		switch p.Action.(type) {
		case model.Say, model.Shout:
			c.OnSaid()
		}
		u.Do(p.Action)
	default:
		c.answer(u, view, p.line)
	}
	c.Box.Clear()
	if p.stays {
		return
	}
	u.Close()
}

// answer answers a command that concerns the window alone.
func (c *Chat) answer(u *kit.Context, view *slash.View, l slash.Line) {
	switch l.Command.Name {
	case "help":
		c.tellHelp(u, view, l.Args[0])
	case "stats":
		c.tellStats(u)
	case "server stats":
		c.tellServer(u)
	case "admin":
		c.tellAdmin(u)
	case "laws":
		c.tellLaws(u)
	case "clear", "chat clear":
		c.Log.Clear()
	}
}

// Mute hides or shows a player's messages in this window. Other windows are not affected.
func (c *Chat) Mute(u *kit.Context, seat entity.Seat, on bool) {
	if on {
		c.Muted[seat] = true
	} else {
		delete(c.Muted, seat)
	}
	c.Log.dirty = true
}
