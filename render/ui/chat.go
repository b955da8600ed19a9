package ui

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/input"
)

const (
	// sentMost is how many of the player's own lines are kept for the up key.
	sentMost = 30
	// chatLinesShown is how many lines stand over the world, for freshTicks (10 s) each.
	chatLinesShown, freshTicks = 6, 600
)

// Chat is what the chat remembers between ticks.
type Chat struct {
	box    field
	sent   []string
	recall int // how far back in sent the box shows, 0: not at all
	scroll int // lines from the end
	log    chatLog
	flat   []flatLine
	flatW  int
	muted  map[entity.Seat]bool // players whose words are not shown here
	onSaid func()               // called when the player has said something
}

// flatLine is one written line of the log.
type flatLine struct {
	text string
	lead int // how many bytes of it are the speaker's name
	from int // index in the log's lines
}

func (c *Chat) init() { c.box, c.muted = newField(command.MaxText), map[entity.Seat]bool{} }

// enter forgets the world that was talked in before.
func (c *Chat) enter() {
	c.box.clear()
	c.scroll, c.log = 0, chatLog{dirty: true}
}

// Tell adds a line of the program's own (an answer to a slash command, an error) to the chat.
func (c *Chat) tell(u *Context, text string) { c.log.tell(text, max(u.now, 1)) }

// Heard adds what somebody said to the whole world to the chat.
func (c *Chat) heard(u *Context, l ShoutLine) {
	if l.Seat == 0 || !c.muted[l.Seat] {
		c.log.add(logLine{seat: l.Seat, name: l.Name, text: l.Text, at: max(u.now, 1), far: true})
		u.sound(SoundSaid)
	}
}

// flatten breaks the log into lines of w logical pixels.
func (c *Chat) flatten(u *Context, w int) {
	if !c.log.dirty && c.flatW == w {
		return
	}
	c.log.dirty, c.flatW = false, w
	c.flat = c.flat[:0]
	for i, l := range c.log.lines {
		text, lead := l.text, 0
		if l.more > 0 {
			text = u.words.Fill("chat.flood", "n", itoa(l.more))
		}
		if c.muted[l.seat] && l.name != "" {
			continue
		}
		switch {
		case l.far:
			name := u.words.Fill("chat.world", "name", l.name)
			text, lead = name+": "+text, len(name)+1
		case l.name != "":
			text, lead = l.name+": "+text, len(l.name)+1
		}
		for j, line := range wrapLines(text, w) {
			if j > 0 {
				lead = 0
			}
			c.flat = append(c.flat, flatLine{line, min(lead, len(line)), i})
		}
	}
}

// chatLine writes one line of the log.
func (c *Chat) line(u *Context, r rect, f flatLine, outline bool, alpha uint8) {
	l := &c.log.lines[f.from]
	col := textColour
	if l.seat == 0 && l.name == "" {
		col = dimColour
		if outline {
			col = paleColour
		}
	}
	if l.far {
		col = farColour
	}
	x := 0
	if f.lead > 0 {
		x = u.text(r, f.text[:f.lead], style{col: fade(nameColour(int(l.seat)), alpha), outline: outline})
	}
	u.text(rect{r.x + x, r.y, r.w - x, r.h}, f.text[f.lead:], style{col: fade(col, alpha), outline: outline})
}

// chatWidth returns the width of the chat at the left of the window.
func chatWidth(u *Context) int { return min(300, u.w/2) }

// chatLines draws the newest lines over the world.
func (c *Chat) recent(u *Context) {
	if !u.p.on {
		return
	}
	c.flatten(u, chatWidth(u))
	y := u.h - slotSide - 8 - 4 - 48
	for i := len(c.flat) - 1; i >= max(0, len(c.flat)-chatLinesShown); i-- {
		f := c.flat[i]
		at := c.log.lines[f.from].at
		if at == 0 || u.now-at > freshTicks {
			return
		}
		alpha := uint8(min(255, (freshTicks-(u.now-at))*6))
		c.line(u, rect{8, y, chatWidth(u) + 4, lineHeight}, f, true, alpha)
		y -= lineHeight
	}
}

// openChat opens the chat box with a beginning in it.
func (c *Chat) openWith(u *Context, begin string) {
	c.box.set(begin)
	c.recall, c.scroll = 0, 0
	u.write(c, "chat.box")
}

// showChat lays out the history and the box.
func (c *Chat) Show(u *Context) {
	w := min(400, u.w-16)
	c.flatten(u, w-28)
	h := min(68+len(c.flat)*lineHeight, 232, u.h-slotSide-40-8) // no higher than what was said
	panel := rect{8, u.h - slotSide - 24 - h, w, h}
	u.panel(panel)
	r := panel.inset(8)
	box := rect{r.x, r.y + r.h - 24, r.w, 24}
	foot := rect{r.x + 6, box.y - 20, r.w - 12, 16}
	history := rect{r.x + 6, r.y, r.w - 12, foot.y - r.y - 4}
	c.history(u, history)
	_, entered := u.box(box, ident("chat.box", 0), &c.box, u.say("chat.empty"))
	if u.help == "" && !u.keyboard.open { // the board says how
		u.help = u.say("chat.how")
	}
	u.p.fill(rect{r.x, foot.y - 3, r.w, 1}, borderColour)
	u.text(foot, u.help, style{col: dimColour})
	if u.drawing {
		return
	}
	c.recallKeys(u)
	switch {
	case entered:
		c.send(u)
	case u.backed():
		c.box.clear()
		u.close()
	}
}

// history writes the lines of the log that fit, the newest at the foot.
func (c *Chat) history(u *Context, r rect) {
	c.flatten(u, r.w)
	room := r.h / lineHeight
	if !u.drawing && u.in.WheelY != 0 {
		c.scroll += int(u.in.WheelY)
	}
	c.scroll = max(0, min(c.scroll, len(c.flat)-room))
	y := r.y + r.h - lineHeight
	for i := len(c.flat) - 1 - c.scroll; i >= 0 && y >= r.y; i-- {
		c.line(u, rect{r.x, y, r.w, lineHeight}, c.flat[i], false, 255)
		y -= lineHeight
	}
}

// recallKeys brings back what was said before.
func (c *Chat) recallKeys(u *Context) {
	step := 0
	switch {
	case u.in.Edit(input.CursorUp):
		step = 1
	case u.in.Edit(input.CursorDown):
		step = -1
	case u.in.ButtonPressed(input.KeyPageUp):
		c.scroll += 6
	case u.in.ButtonPressed(input.KeyPageDown):
		c.scroll = max(0, c.scroll-6)
	}
	if to := c.recall + step; step != 0 && to >= 0 && to <= len(c.sent) {
		c.recall = to
		c.box.clear()
		if to > 0 {
			c.box.set(c.sent[len(c.sent)-to])
		}
	}
}

// sayIt does what the box says.
func (c *Chat) send(u *Context) {
	text := c.box.trimmed()
	if text == "" {
		u.close()
		return
	}
	if n := len(c.sent); n == 0 || c.sent[n-1] != text {
		if n >= sentMost {
			c.sent = c.sent[1:]
		}
		c.sent = append(c.sent, text)
	}
	c.recall = 0
	p := parseChat(text)
	switch {
	case p.wrong != "":
		u.sound(SoundNo)
		c.tell(u, u.words.Fill(p.wrong, "command", p.command, "argument", p.argument, "emotes", emoteList(u)))
		return // the text stays, to be mended
	case p.action != nil:
		switch p.action.(type) {
		case Say, Shout:
			c.onSaid()
		}
		u.do(p.action)
	case p.command == slashHelp:
		c.tellHelp(u)
	case p.command == slashStats:
		c.tellStats(u)
	case p.command == slashServer:
		c.tellServer(u)
	case p.command == slashAdmin:
		c.tellAdmin(u)
	case p.command == slashClear:
		c.log.clear()
	}
	c.box.clear()
	if p.stays {
		return
	}
	u.close()
}

// mute hides what somebody says from this window, or shows it again. Nobody else notices.
func (c *Chat) mute(u *Context, seat entity.Seat, on bool) {
	if on {
		c.muted[seat] = true
	} else {
		delete(c.muted, seat)
	}
	c.log.dirty = true
}
