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
	"image/color"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
)

// Art is what the interface asks of the renderer: small pictures that it copies into its own atlas
// once. *render.Renderer is one. The images stay the renderer's and never change.
type Art interface {
	// Icon returns the 16×16 picture of an item, or nil.
	Icon(item.Kind) *ebiten.Image
	// Face returns the head of a player so dressed, at most 16×16, or nil.
	Face(entity.Look) *ebiten.Image
	// Figure returns a step, 0 to 5, of the walk of a player so dressed, 16×24, or nil; turn 0 to 2 is south, east
	// and north.
	Figure(l entity.Look, turn, step int) *ebiten.Image
	// MapColour returns the colour of a tile on the map.
	MapColour(tile.Ground, tile.Block) color.RGBA
}

// Sound names a sound of the interface, as audio knows it.
type Sound string

// The sounds.
const (
	SoundHover Sound = "hover" // the focus moved
	SoundOK    Sound = "ok"    // something was done
	SoundNo    Sound = "no"    // something cannot be done
	SoundOpen  Sound = "open"  // a screen opened
	SoundClose Sound = "close" // a screen closed
	SoundPick  Sound = "pick"  // a stack was picked up or put down in the inventory
	SoundType  Sound = "type"  // a letter was typed
	SoundSaid  Sound = "said"  // somebody spoke to the whole world

	SoundJoined      Sound = "joined"       // somebody came in
	SoundLeft        Sound = "left"         // somebody has gone
	SoundHostChanged Sound = "host changed" // another peer holds the world now
	SoundProvisional Sound = "provisional"  // the others are missing: what happens now is to be merged
	SoundHealed      Sound = "healed"       // they are back
)

// Result is what came of one Update. Its slices are reused by the next.
type Result struct {
	Actions []Action
	Sounds  []Sound
}

// UI is the interface. It is made by New.
type UI struct {
	words *Words
	art   Art
	p     painter
	in    *input.State
	m     *Model
	now   uint64 // Updates so far: the clock of everything that moves

	w, h, s int // the window in logical pixels, and window pixels per logical one
	cx, cy  int // cursor, in logical pixels
	drawing bool

	phase   Phase
	stack   []screen // what is open above the screen of the phase, the top one last
	left    []uint32 // what had the focus below each of them
	since   uint64   // when the top screen was opened
	items   []place  // of the top screen, in their order
	focus   uint32
	prefer  uint32 // takes the focus when a screen opens, if it is there
	hot     uint32 // under the cursor
	editing bool   // a text box had the focus when this tick began
	writing bool   // the screen that was opened in this tick begins with a text box
	over    bool   // the cursor is over a part of the interface
	help    string // what the focused widget has to say

	board     boardState
	pasteInto *field
	method    inputMethod
	caret     rect // of the focused text box
	result    Result
	late      []Sound // made between Updates: they come with the next
	inside    bool    // an Update is running
	wraps     map[wrapKey][]string
	fills     map[fillKey]string

	title  titleState
	travel travelState

	showroom showroomState
	hud      hudState
	bag      bagState
	chat     chatState
	config   configState
	maps     [2]mapView

	wardrobe wardrobeState
	hints    hintState
	share    shareState
	players  playersState
	muted    map[entity.Seat]bool // whose words are not shown here
	network  networkState
	photo    photoState
	debug    bool
}

// New returns an interface that takes its pictures from art and its words from words.
func New(art Art, words *Words) *UI {
	u := &UI{
		words: words,
		art:   art,
		wraps: map[wrapKey][]string{},
		fills: map[fillKey]string{},
		muted: map[entity.Seat]bool{},
	}
	u.p.atlas = newAtlas(art)
	u.title.init()
	u.chat.init()
	u.config.init()
	u.maps = [2]mapView{newMapView(miniSide, 0), newMapView(wideSide, miniSide+8)}
	return u
}

// Update answers what the hands did in one tick (1/60 s). The result is valid until the next call.
func (u *UI) Update(in *input.State, m *Model) Result {
	u.now++
	u.in, u.m = in, m
	u.result.Actions, u.result.Sounds = u.result.Actions[:0], append(u.result.Sounds[:0], u.late...)
	u.late, u.inside = u.late[:0], true
	if m.Phase != u.phase {
		u.enterPhase(m.Phase)
	}
	if in.Pressed(input.Overlay) {
		u.debug = !u.debug
	}
	if in.Pressed(input.Network) {
		u.toggleNetwork()
	}
	if u.phase == Playing {
		u.chat.log.follow(m.Chat, u.now, m.Me != nil)
	}
	u.hud.tick(u)
	u.boardKeys()
	u.pass(false)
	u.steer()
	if u.editing = u.isEditing(); !u.editing {
		u.method.rest()
	}
	u.inside = false
	return u.result
}

// Draw draws the interface over dst, which has the size of the window, with one draw call.
func (u *UI) Draw(dst *ebiten.Image, m *Model) {
	u.m = m
	if u.in == nil {
		u.in = new(input.State)
	}
	u.p.atlas.trim()
	u.pass(true)
	u.p.atlas.flush()
	for i := range u.maps {
		u.maps[i].flush(u.p.atlas.image)
	}
	u.p.submit(dst)
}

// Captures reports whether keys and mouse belong to the interface now: a menu or a text box is open.
func (u *UI) Captures() bool { return u.phase != Playing || len(u.stack) > 0 }

// PointerTaken reports whether the cursor is over a part of the interface, so that a click is not one
// in the world.
func (u *UI) PointerTaken() bool { return u.over || u.Captures() }

// Paste gives the text of the clipboard to the focused text box; ok is false if there is no clipboard.
func (u *UI) Paste(text string, ok bool) {
	if !ok {
		u.Toast(u.say("toast.no_clipboard"))
		return
	}
	if u.pasteInto != nil {
		u.pasteInto.insert(text)
	}
}

// pass lays out everything once: to answer the hands, or to draw.
func (u *UI) pass(drawing bool) {
	u.drawing = drawing
	u.fitWindow()
	u.p.theme = u.m.Theme
	u.p.begin(drawing, u.m.Width, u.m.Height, u.s)
	u.cx, u.cy = int(u.in.CursorX)/u.s, int(u.in.CursorY)/u.s
	if u.board.open && u.boardRect().contains(u.cx, u.cy) { // what is under the board is not under the cursor
		u.cx, u.cy = -1, -1
	}
	u.items, u.hot, u.over, u.help = u.items[:0], 0, false, ""
	if !drawing {
		u.writing, u.pasteInto = false, nil
	}
	n := len(u.stack)
	u.base(n == 0)
	if n > 0 { // what was opened just now answers from the next tick on
		u.slide()
		u.stack[n-1].show(u)
	}
	u.unslide()
	u.showComposing()
	u.overlays()
	u.showBoard()
}

// base lays out the screen of the phase; live if nothing is open above it.
func (u *UI) base(live bool) {
	switch {
	case u.phase == Playing && u.isOpen(photoScreen):
	case u.phase == Playing:
		u.showHUD(live)
	case !live:
		u.titleBack()
	case u.phase == Joining:
		u.titleBack()
		u.slide()
		u.showJoining()
	default:
		u.titleBack()
		u.slide()
		u.showTitle()
	}
	u.unslide()
}

// fitWindow takes the scale and the logical size from the window.
func (u *UI) fitWindow() {
	w, h := max(u.m.Width, 1), max(u.m.Height, 1)
	most := max(1, min(w/leastWidth, h/leastHeight, maxScale))
	u.s = min(max(1, (h+autoHeight/2)/autoHeight), most)
	if u.m.Scale > 0 {
		u.s = min(u.m.Scale, most)
	}
	u.w, u.h = w/u.s, h/u.s
}

const (
	// maxScale is the greatest scale, autoHeight the height in window pixels that adds one to the scale
	// by itself; the least sizes are those, in logical pixels, below which no scale is chosen.
	maxScale, autoHeight    = 4, 360
	leastWidth, leastHeight = 480, 336
)

// do adds an action to the result.
func (u *UI) do(a Action) {
	u.result.Actions = append(u.result.Actions, a)
	if set, ok := a.(SetSetting); ok && strings.HasPrefix(set.Key, "video.") {
		u.config.changed = u.now
	}
}

// sound adds a sound to the result of this Update, or of the next.
func (u *UI) sound(s Sound) {
	if u.inside {
		u.result.Sounds = append(u.result.Sounds, s)
	} else if len(u.late) < toastsMost {
		u.late = append(u.late, s)
	}
}
