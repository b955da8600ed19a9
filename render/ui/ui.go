// Package ui is the interface a player sees over the world: title, heads-up display, inventory, chat,
// menus, settings and the debug overlay, at the resolution of the window.
//
// It is called and does not call out. Once a tick the session fills a Model and calls Update with the input;
// the player's requests come back as a Result of actions, which the session turns into commands or settings.
// Once a frame it calls Draw. Nothing in here changes the world, reads a clock or knows the network: the
// network view is the plain NetView in the Model.
//
// # How it is drawn
//
// Widgets are immediate: a screen is a function that lays out, answers input (in Update) and draws (in Draw)
// in one pass of the same code, so that the drawn and the clickable areas are always equal. Coordinates are
// logical pixels, a window pixel divided by the interface's own integer scale (1 to 4, from the height of the
// window), on a grid of 4. Glyphs, icons, faces, the minimap and the white pixel of panels share one atlas
// image, and a frame is one list of quads: the whole interface costs one draw call and, once warm, no
// allocation.
//
// # Who answers which key
//
// The interface answers the keys of menus, chat, inventory, map, debug overlay, emotes and hotbar slots, and
// reports them as actions. The session answers moving, digging, placing and the like, and leaves them alone
// while Captures is true.
//
// A UI is owned by the goroutine that runs Ebitengine's Update and Draw.
package ui

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui/bag"
	"manyhold/render/ui/chart"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/match"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
	"manyhold/render/ui/overlay"
	"manyhold/render/ui/sheet"
	"manyhold/render/ui/things"
)

// UI is the interface. It is made by New.
type UI struct {
	c       *kit.Context
	hud     hud.HUD
	bag     bag.Bag
	chart   chart.Map
	chat    chat.Chat
	photo   hud.Photo
	menus   menu.Menus
	things  things.Screens
	matches match.Screens
	sheet   sheet.Sheet
	network overlay.Network
	debug   bool
	told    told
	gone    map[entity.Seat]bool // players whose leaving was told
}

// New returns an interface that takes its pictures from art and its words from words.
func New(art kit.Art, words *kit.Words) *UI {
	u := &UI{c: kit.NewContext(art, words), gone: map[entity.Seat]bool{}}
	u.chat.Init()
	u.menus.Init()
	u.things.Init()
	u.matches.Init()
	chart.Prepare(u.c.P.Atlas)
	u.hud.Map, u.menus.Pause.OpenMap, u.menus.Journal.OpenMap = &u.chart, u.chart.Open, u.chart.Open
	u.hud.Chat, u.hud.Tags.Chat, u.menus.Players.Chat, u.photo.Tags = &u.chat, &u.chat, &u.chat, &u.hud.Tags
	u.chat.OnSaid = func() { u.hud.Hints.Did(u.c, hud.HintTalk) }
	u.menus.Pause.OnInvite = func() { u.hud.Hints.Did(u.c, hud.HintInvite) }
	u.menus.Pause.OpenPhoto, u.menus.Pause.ToggleNetwork = u.photo.Open, u.network.Toggle
	u.hud.Covered = func() bool {
		return len(u.c.Stack) > 0 && !u.c.IsOpen(&u.chat) && !u.c.IsOpen(&u.menus.Emotes) && !u.c.IsOpen(&u.menus.Tools) && !u.c.IsOpen(&u.things.Palette) && !u.c.IsOpen(&u.things.Thing)
	}
	u.hud.Wheel = func() bool { return u.c.IsOpen(&u.menus.Tools) }
	u.hud.Screen = func() bool { return u.c.Phase == model.Playing && covered(u) }
	u.hud.Inspecting = func() bool { return slices.Contains(u.c.Stack, kit.Screen(&u.things.Thing)) }
	u.hud.Top = u.matches.Live.Bottom
	u.menus.Tools.OpenPalette, u.menus.Pause.OpenMatches = u.things.Palette.Open, u.OpenMatches
	return u
}

// Update answers the input of one tick (1/60 s). The result is valid until the next call.
func (u *UI) Update(in *input.State, m *model.Model) kit.Result {
	u.c.Now++
	u.c.In, u.c.Model = in, m
	u.c.Result.Actions, u.c.Result.Sounds = u.c.Result.Actions[:0], append(u.c.Result.Sounds[:0], u.c.Late...)
	u.c.Late, u.c.Inside = u.c.Late[:0], true
	if m.Phase != u.c.Phase {
		u.enterPhase(m.Phase)
	}
	if in.Pressed(input.Overlay) {
		u.debug = !u.debug
	}
	if in.Pressed(input.Network) {
		u.network.Toggle(u.c)
	}
	if u.debug && u.network.Open { // one would cover the other: the newer one stays
		u.debug, u.network.Open = in.Pressed(input.Overlay), in.Pressed(input.Network)
	}
	if in.Pressed(input.Help) && !u.c.Editing && !u.c.IsOpen(&u.menus.Help) {
		u.c.Open(&u.menus.Help)
	}
	if u.c.Phase == model.Playing {
		u.chat.Log.Follow(m.Chat, u.c.Now, m.Game.Me != nil)
	}
	u.menus.Greeting.Follow(u.c)
	u.hud.Tick(u.c)
	u.sheet.Follow(u.c)
	u.c.Keyboard.Answer(u.c)
	u.pass(false)
	u.c.Steer()
	if u.c.Editing = u.c.IsEditing(); !u.c.Editing {
		u.c.Method.Rest()
	}
	u.c.Inside = false
	return u.c.Result
}

// Draw draws the interface over dst, which has the size of the window, with one draw call.
func (u *UI) Draw(dst *ebiten.Image, m *model.Model) {
	u.c.Model = m
	if u.c.In == nil {
		u.c.In = new(input.State)
	}
	u.c.P.Atlas.Trim()
	u.pass(true)
	u.c.P.Atlas.Flush()
	u.chart.Flush(u.c.P.Atlas.Image)
	u.chart.Below(dst, u.c.IsOpen(&u.chart), u.c.Scale)
	u.c.P.Submit(dst)
}

// Focused returns the widget that has the focus and all that the keys can lead to, for whoever leads the
// interface by keys. They are valid until the next Update.
func Focused(u *UI) (now uint32, all []kit.Widget) { return u.c.Focused, u.c.Items }

// Captures reports whether keys and mouse belong to the interface now: a menu or a text box is open.
func (u *UI) Captures() bool { return u.c.Phase != model.Playing || len(u.c.Stack) > 0 }

// PointerTaken reports whether the cursor is over a part of the interface, so that a click is not one
// in the world.
func (u *UI) PointerTaken() bool { return u.c.Over || u.Captures() }

// Dressing reports whether the wardrobe is on top: a dropped picture is to be worn then.
func (u *UI) Dressing() bool {
	n := len(u.c.Stack)
	return n > 0 && u.c.Stack[n-1] == kit.Screen(&u.menus.Wardrobe)
}

// Hides reports whether the person hides a player's messages and picture in this window.
func (u *UI) Hides(seat entity.Seat) bool { return u.chat.Muted[seat] }

// Paste gives the text of the clipboard to the focused text box; ok is false if there is no clipboard.
func (u *UI) Paste(text string, ok bool) {
	if !ok {
		u.c.Toast(u.c.Say("toast.no_clipboard"))
		return
	}
	if u.c.PasteInto != nil {
		u.c.PasteInto.Paste(text)
	}
}

// pass lays out everything once: to answer the hands, or to draw.
func (u *UI) pass(drawing bool) {
	u.c.Drawing = drawing
	u.c.FitWindow()
	u.c.P.Theme = u.c.Model.Window.Theme
	u.c.P.Begin(drawing, u.c.Model.Window.Width, u.c.Model.Window.Height, u.c.Scale)
	u.c.CursorX, u.c.CursorY = int(u.c.In.CursorX)/u.c.Scale, int(u.c.In.CursorY)/u.c.Scale
	// widgets under the keyboard are not under the cursor
	if u.c.Keyboard.Open && u.c.Keyboard.Place(u.c).Contains(u.c.CursorX, u.c.CursorY) {
		u.c.CursorX, u.c.CursorY = -1, -1
	}
	u.c.Items, u.c.Hot, u.c.Over, u.c.Help, u.c.Named = u.c.Items[:0], 0, false, "", ""
	if !drawing {
		u.c.Writing, u.c.PasteInto = false, nil
	}
	u.hud.Tags.Quiet, u.c.Notices.Right = u.network.Open, 0
	if u.network.Open && u.c.Phase == model.Playing {
		u.c.Notices.Right = overlay.CardWidth + 8
	}
	n := len(u.c.Stack)
	u.c.Notices.Free()
	u.base(n == 0)
	if n > 0 { // a screen opened just now answers from the next tick on
		u.c.Slide()
		u.c.Notices.Free()
		u.c.Stack[n-1].Show(u.c)
	}
	u.c.Unslide()
	u.c.Method.Show(u.c)
	u.overlays()
	u.c.Keyboard.Show(u.c)
}

// base lays out the screen of the phase; live if nothing is open above it.
func (u *UI) base(live bool) {
	switch {
	case u.c.Phase == model.Playing && u.c.IsOpen(&u.photo):
	case u.c.Phase == model.Playing:
		u.playing(live)
	case !live:
		u.menus.Title.Back(u.c)
	case u.c.Phase == model.Joining:
		u.menus.Title.Back(u.c)
		u.c.Slide()
		u.menus.Joining.Show(u.c)
	case u.c.Model.Title.Dialog.Head != "":
		u.menus.Title.Back(u.c)
		menu.ShowDialog(u.c)
	default:
		u.menus.Title.Back(u.c)
		u.c.Slide()
		u.menus.Title.Show(u.c)
	}
	u.c.Unslide()
}

// playing lays out the interface over the world.
func (u *UI) playing(live bool) {
	if u.c.IsOpen(&u.chart) { // it hides everything
		return
	}
	if covered(u) {
		u.hud.ShowBelow(u.c)
	} else if u.network.Open {
		u.hud.ShowDark(u.c, &u.network, live)
	} else {
		u.hud.Show(u.c, live, !u.debug)
		u.matches.Live.Show(u.c, live)
		u.sheet.Rest(u.c, live)
	}
	if live && !u.c.Drawing {
		u.hudKeys()
	}
}

// covered reports whether a screen is open that hides the interface over the world: all but those over which
// one goes on looking at the world.
func covered(u *UI) bool {
	n := len(u.c.Stack)
	if n == 0 {
		return false
	}
	switch u.c.Stack[n-1] {
	case &u.chat, &u.menus.Emotes, &u.menus.Tools, &u.photo, &u.sheet:
		return false
	}
	return !u.things.OverWorld(u.c.Stack[n-1])
}

// hudKeys answers the keys of the interface while the world is played.
func (u *UI) hudKeys() {
	in := u.c.In
	switch {
	case in.Pressed(input.Menu) && u.c.Model.Build.Tool == model.ToolThing:
		u.c.Do(model.SetTool{Tool: model.ToolPoint})
	case in.Pressed(input.Menu):
		u.c.Open(&u.menus.Pause)
	case in.Pressed(input.Chat):
		u.chat.OpenWith(u.c, "")
	case in.ButtonPressed(input.KeySlash):
		u.chat.OpenWith(u.c, "/")
	case in.Pressed(input.Inventory):
		u.bag.OpenAlone(u.c)
	case in.Pressed(input.Map):
		u.chart.Open(u.c)
	case in.Pressed(input.Emote):
		u.c.Open(&u.menus.Emotes)
	case in.Pressed(input.Build):
		u.c.Open(&u.menus.Tools)
	case in.Pressed(input.Palette):
		u.things.Palette.Open(u.c)
	case in.Pressed(input.Examine):
		u.c.Do(model.LookAtThing{})
	}
	hud.SlotKeys(u.c)
	hud.KnockKeys(u.c)
}

// enterPhase closes everything when the program enters another phase.
func (u *UI) enterPhase(p model.Phase) {
	if u.c.Phase == model.Playing {
		u.c.Notices.LeaveWorld()
	}
	u.c.Phase = p
	u.c.CloseAll()
	if p == model.Playing {
		u.hud.Enter(u.c)
		u.matches.Live.Enter()
		u.chat.Enter()
		clear(u.chat.Muted) // seats are those of a world
		clear(u.gone)
	}
	if p == model.AtTitle && u.menus.Showroom.Opened { // back to the list with the choice
		u.menus.Showroom.Opened = false
		u.c.Open(&u.menus.Showroom)
		u.c.Prefer = u.menus.Showroom.Chosen
	}
	if p != model.Joining {
		u.menus.Invite.Return(u.c)
	}
	u.bag = bag.Bag{}
}

// overlays lays out the parts common to every phase.
func (u *UI) overlays() {
	if u.c.Phase != model.Playing || covered(u) {
		top := 4
		if u.c.IsOpen(&u.chart) {
			top = chart.Top
		}
		u.c.Notices.ShowOver(u.c, top)
	}
	if u.debug {
		overlay.ShowDebug(u.c)
	}
}
