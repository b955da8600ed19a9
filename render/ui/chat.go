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

// chatState is what the chat remembers between ticks.
type chatState struct {
	box    field
	sent   []string
	recall int // how far back in sent the box shows, 0: not at all
	scroll int // lines from the end
	log    chatLog
	flat   []flatLine
	flatW  int
}

// flatLine is one written line of the log.
type flatLine struct {
	text string
	lead int // how many bytes of it are the speaker's name
	from int // index in the log's lines
}

func (c *chatState) init() { c.box = newField(command.MaxText) }

// enter forgets the world that was talked in before.
func (c *chatState) enter() {
	c.box.clear()
	c.scroll, c.log = 0, chatLog{dirty: true}
}

// Tell adds a line of the program's own (an answer to a slash command, an error) to the chat.
func (u *UI) Tell(text string) { u.chat.log.tell(text, max(u.now, 1)) }

// ShoutLine is something that somebody said to the whole world. Seat is zero when the speaker is not known here.
type ShoutLine struct {
	Seat entity.Seat
	Name string
	Text string
}

// Heard adds what somebody said to the whole world to the chat.
func (u *UI) Heard(l ShoutLine) {
	if l.Seat == 0 || !u.muted[l.Seat] {
		u.chat.log.add(logLine{seat: l.Seat, name: l.Name, text: l.Text, at: max(u.now, 1), far: true})
		u.sound(SoundSaid)
	}
}

// flatten breaks the log into lines of w logical pixels.
func (c *chatState) flatten(u *UI, w int) {
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
		if u.muted[l.seat] && l.name != "" {
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
func (u *UI) chatLine(r rect, f flatLine, outline bool, alpha uint8) {
	l := &u.chat.log.lines[f.from]
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
func (u *UI) chatWidth() int { return min(300, u.w/2) }

// chatLines draws the newest lines over the world.
func (u *UI) chatLines(bool) {
	if !u.p.on {
		return
	}
	c := &u.chat
	c.flatten(u, u.chatWidth())
	y := u.h - slotSide - 8 - 4 - 48
	for i := len(c.flat) - 1; i >= max(0, len(c.flat)-chatLinesShown); i-- {
		f := c.flat[i]
		at := c.log.lines[f.from].at
		if at == 0 || u.now-at > freshTicks {
			return
		}
		alpha := uint8(min(255, (freshTicks-(u.now-at))*6))
		u.chatLine(rect{8, y, u.chatWidth() + 4, lineHeight}, f, true, alpha)
		y -= lineHeight
	}
}

// openChat opens the chat box with a beginning in it.
func (u *UI) openChat(begin string) {
	u.chat.box.set(begin)
	u.chat.recall, u.chat.scroll = 0, 0
	u.write(chatScreen, "chat.box")
}

// showChat lays out the history and the box.
func (u *UI) showChat() {
	c := &u.chat
	w := min(400, u.w-16)
	c.flatten(u, w-28)
	h := min(68+len(c.flat)*lineHeight, 232, u.h-slotSide-40-8) // no higher than what was said
	panel := rect{8, u.h - slotSide - 24 - h, w, h}
	u.panel(panel)
	r := panel.inset(8)
	box := rect{r.x, r.y + r.h - 24, r.w, 24}
	foot := rect{r.x + 6, box.y - 20, r.w - 12, 16}
	history := rect{r.x + 6, r.y, r.w - 12, foot.y - r.y - 4}
	u.history(history)
	_, entered := u.box(box, ident("chat.box", 0), &c.box, u.say("chat.empty"))
	if u.help == "" && !u.board.open { // the board says how
		u.help = u.say("chat.how")
	}
	u.p.fill(rect{r.x, foot.y - 3, r.w, 1}, borderColour)
	u.text(foot, u.help, style{col: dimColour})
	if u.drawing {
		return
	}
	u.recallKeys()
	switch {
	case entered:
		u.sayIt()
	case u.backed():
		c.box.clear()
		u.close()
	}
}

// history writes the lines of the log that fit, the newest at the foot.
func (u *UI) history(r rect) {
	c := &u.chat
	c.flatten(u, r.w)
	room := r.h / lineHeight
	if !u.drawing && u.in.WheelY != 0 {
		c.scroll += int(u.in.WheelY)
	}
	c.scroll = max(0, min(c.scroll, len(c.flat)-room))
	y := r.y + r.h - lineHeight
	for i := len(c.flat) - 1 - c.scroll; i >= 0 && y >= r.y; i-- {
		u.chatLine(rect{r.x, y, r.w, lineHeight}, c.flat[i], false, 255)
		y -= lineHeight
	}
}

// recallKeys brings back what was said before.
func (u *UI) recallKeys() {
	c := &u.chat
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
func (u *UI) sayIt() {
	c := &u.chat
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
		u.Tell(u.words.Fill(p.wrong, "command", p.command, "argument", p.argument, "emotes", u.emoteList()))
		return // the text stays, to be mended
	case p.action != nil:
		switch p.action.(type) {
		case Say, Shout:
			u.did(hintTalk)
		}
		u.do(p.action)
	case p.command == slashHelp:
		u.tellHelp()
	case p.command == slashStats:
		u.tellStats()
	case p.command == slashServer:
		u.tellServer()
	case p.command == slashAdmin:
		u.tellAdmin()
	case p.command == slashClear:
		c.log.clear()
	}
	c.box.clear()
	if p.stays {
		return
	}
	u.close()
}
