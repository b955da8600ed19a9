// Package ui is the interface a player sees over the world: title, heads-up display, inventory, chat,
// menus, settings and the debug overlay, at the resolution of the window.
//
// It is called and does not call out. Once a tick the session fills a Model and calls Update with what
// the hands did; what the player asked for comes back as a Result of actions, which the session turns
// into commands or settings. Once a frame it calls Draw. Nothing in here changes the world, reads a
// clock or knows the network: what is shown of the network is the plain NetView in the Model.
//
// # How it is drawn
//
// Widgets are immediate: a screen is a function that lays out, answers the hands (in Update) and
// draws (in Draw) in one pass of the same code, so that what is seen and what is hit cannot differ.
// Coordinates are logical pixels, a window pixel divided by the interface's own integer scale (1 to 4,
// from the height of the window), on a grid of 4. Everything — glyphs, icons, faces, the minimap and the
// white pixel that panels are made of — lives in one atlas image, and a frame is one list of quads:
// the whole interface costs one draw call and, once warm, no garbage.
//
// # Who answers which key
//
// The interface answers the keys of menus, chat, inventory, map, debug overlay, emotes and hotbar slots, and reports
// them as actions. The session answers moving, digging, placing and the like, and leaves them alone
// while Captures is true.
//
// A UI is owned by the goroutine that runs Ebitengine's Update and Draw.
package ui

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/input"
)

// UI is the interface. It is made by New.
type UI struct {
	c       *Context
	hud     HUD
	bag     Bag
	chat    Chat
	photo   Photo
	menus   Menus
	network Network
	debug   bool
}

// New returns an interface that takes its pictures from art and its words from words.
func New(art Art, words *Words) *UI {
	u := &UI{c: newContext(art, words)}
	u.chat.init()
	u.menus.init()
	u.hud.mini, u.hud.worldMap.view = newMapView(miniSide, 0), newMapView(wideSide, miniSide+8)
	u.hud.chat, u.hud.tags.chat, u.menus.players.chat, u.photo.tags = &u.chat, &u.chat, &u.chat, &u.hud.tags
	u.chat.onSaid = func() { u.hud.hints.did(u.c, hintTalk) }
	u.menus.pause.onInvite = func() { u.hud.hints.did(u.c, hintInvite) }
	u.menus.pause.openPhoto, u.menus.pause.toggleNetwork = u.photo.Open, u.network.toggle
	return u
}

// Update answers what the hands did in one tick (1/60 s). The result is valid until the next call.
func (u *UI) Update(in *input.State, m *Model) Result {
	u.c.now++
	u.c.in, u.c.m = in, m
	u.c.result.Actions, u.c.result.Sounds = u.c.result.Actions[:0], append(u.c.result.Sounds[:0], u.c.late...)
	u.c.late, u.c.inside = u.c.late[:0], true
	if m.Phase != u.c.phase {
		u.enterPhase(m.Phase)
	}
	if in.Pressed(input.Overlay) {
		u.debug = !u.debug
	}
	if in.Pressed(input.Network) {
		u.network.toggle(u.c)
	}
	if u.c.phase == Playing {
		u.chat.log.follow(m.Chat, u.c.now, m.Me != nil)
	}
	u.hud.tick(u.c)
	u.c.keyboard.answer(u.c)
	u.pass(false)
	u.c.steer()
	if u.c.editing = u.c.isEditing(); !u.c.editing {
		u.c.method.rest()
	}
	u.c.inside = false
	return u.c.result
}

// Draw draws the interface over dst, which has the size of the window, with one draw call.
func (u *UI) Draw(dst *ebiten.Image, m *Model) {
	u.c.m = m
	if u.c.in == nil {
		u.c.in = new(input.State)
	}
	u.c.p.atlas.trim()
	u.pass(true)
	u.c.p.atlas.flush()
	u.hud.mini.flush(u.c.p.atlas.image)
	u.hud.worldMap.view.flush(u.c.p.atlas.image)
	u.c.p.submit(dst)
}

// Captures reports whether keys and mouse belong to the interface now: a menu or a text box is open.
func (u *UI) Captures() bool { return u.c.phase != Playing || len(u.c.stack) > 0 }

// PointerTaken reports whether the cursor is over a part of the interface, so that a click is not one
// in the world.
func (u *UI) PointerTaken() bool { return u.c.over || u.Captures() }

// Paste gives the text of the clipboard to the focused text box; ok is false if there is no clipboard.
func (u *UI) Paste(text string, ok bool) {
	if !ok {
		u.c.toast(u.c.say("toast.no_clipboard"))
		return
	}
	if u.c.pasteInto != nil {
		u.c.pasteInto.insert(text)
	}
}

// pass lays out everything once: to answer the hands, or to draw.
func (u *UI) pass(drawing bool) {
	u.c.drawing = drawing
	u.c.fitWindow()
	u.c.p.theme = u.c.m.Theme
	u.c.p.begin(drawing, u.c.m.Width, u.c.m.Height, u.c.s)
	u.c.cx, u.c.cy = int(u.c.in.CursorX)/u.c.s, int(u.c.in.CursorY)/u.c.s
	if u.c.keyboard.open && u.c.keyboard.place(u.c).contains(u.c.cx, u.c.cy) { // what is under the board is not under the cursor
		u.c.cx, u.c.cy = -1, -1
	}
	u.c.items, u.c.hot, u.c.over, u.c.help = u.c.items[:0], 0, false, ""
	if !drawing {
		u.c.writing, u.c.pasteInto = false, nil
	}
	u.hud.tags.quiet, u.c.notices.right = u.network.open, 0
	if u.network.open && u.c.phase == Playing {
		u.c.notices.right = cardWidth + 8
	}
	n := len(u.c.stack)
	u.base(n == 0)
	if n > 0 { // what was opened just now answers from the next tick on
		u.c.slide()
		u.c.stack[n-1].Show(u.c)
	}
	u.c.unslide()
	u.c.method.show(u.c)
	u.overlays()
	u.c.keyboard.show(u.c)
}

// base lays out the screen of the phase; live if nothing is open above it.
func (u *UI) base(live bool) {
	switch {
	case u.c.phase == Playing && u.c.isOpen(&u.photo):
	case u.c.phase == Playing:
		u.playing(live)
	case !live:
		u.menus.title.back(u.c)
	case u.c.phase == Joining:
		u.menus.title.back(u.c)
		u.c.slide()
		u.menus.joining.Show(u.c)
	default:
		u.menus.title.back(u.c)
		u.c.slide()
		u.menus.title.Show(u.c)
	}
	u.c.unslide()
}

// playing lays out what is seen over the world.
func (u *UI) playing(live bool) {
	if u.network.open {
		u.hud.showDark(u.c, &u.network, live)
	} else {
		u.hud.show(u.c, live, !u.debug)
	}
	if live && !u.c.drawing {
		u.hudKeys()
	}
}

// hudKeys answers the keys of the interface while the world is played.
func (u *UI) hudKeys() {
	in := u.c.in
	switch {
	case in.Pressed(input.Menu):
		u.c.open(&u.menus.pause)
	case in.Pressed(input.Chat):
		u.chat.openWith(u.c, "")
	case in.ButtonPressed(input.KeySlash):
		u.chat.openWith(u.c, "/")
	case in.Pressed(input.Inventory):
		u.bag.openAlone(u.c)
	case in.Pressed(input.Map):
		u.c.open(&u.hud.worldMap)
	case in.Pressed(input.Emote):
		u.c.open(&u.menus.emotes)
	case in.Pressed(input.Build):
		u.c.open(&u.menus.tools)
	}
	slotKeys(u.c)
}

// enterPhase closes everything when the program goes on to another phase.
func (u *UI) enterPhase(p Phase) {
	u.c.phase = p
	u.c.closeAll()
	if p == Playing {
		u.hud.enter(u.c)
		u.chat.enter()
		clear(u.chat.muted) // seats are those of a world
	}
	if p == AtTitle && u.menus.showroom.opened { // one comes back to where one chose
		u.menus.showroom.opened = false
		u.c.open(&u.menus.showroom)
		u.c.prefer = u.menus.showroom.chosen
	}
	u.bag = Bag{}
}

// overlays lays out what is seen in every phase.
func (u *UI) overlays() {
	if u.c.phase != Playing {
		u.c.notices.show(u.c, 4)
	}
	if u.debug {
		showDebug(u.c)
	}
}
