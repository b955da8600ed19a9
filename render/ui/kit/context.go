package kit

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	dolls "manyhold/render/atlas"
	"manyhold/render/ui/model"
)

// Context is shared by all screens of the interface during one tick or frame: the painter, the input, the
// clock, the focus and the results.
type Context struct {
	Canvas
	Speech
	Focus
	Outbox

	Art   Art
	In    *input.State
	Model *model.Model
	Now   uint64 // Updates so far: the clock of everything that moves

	CursorX, CursorY int // cursor, in logical pixels
	Drawing          bool
	Phase            model.Phase
	Over             bool   // the cursor is over a part of the interface
	Help             string // help of the focused widget

	Stack []Screen // screens open above the screen of the phase, the top one last
	left  []uint32 // the focus below each of them
	Since uint64   // when the top screen was opened

	Keyboard  Keyboard
	Method    inputMethod
	PasteInto *Field
	caret     Rect // of the focused text box
	Notices   Notices
}

// Canvas is where screens draw and how large it is.
type Canvas struct {
	P           Painter
	W, H, Scale int // the window in logical pixels, and window pixels per logical one
	wraps       map[wrapKey][]string
	Shapes      map[string]string
}

// Speech is the words of the interface, and the words filled in lately.
type Speech struct {
	Words *Words
	Fills map[fillKey]string
}

// Focus holds the widgets of the top screen and the focused one.
type Focus struct {
	Items   []Widget // of the top screen, in their order
	Focused uint32
	Prefer  uint32 // takes the focus when a screen opens, if it is there
	Hot     uint32 // under the cursor
	Editing bool   // a text box had the focus when this tick began
	Writing bool   // the screen opened in this tick begins with a text box
	Named   string // the words of the focused button
	Stay    bool   // the focused widget took the keys of this tick: they do not move the focus
}

// Notices are short messages: the lane of toasts, and the notice beside the cursor.
type Notices struct {
	Lane      []toast
	kept      []string // lines of the world while a match is shown
	Refusal   string
	refusalAt uint64
	refusalIn int  // how many screens were open then
	Right     int  // pixels at the right of the window that the lane leaves free, besides the map
	panel     Rect // of the screen that is open; empty while none is
}

func NewContext(art Art, words *Words) *Context {
	c := &Context{
		Canvas: Canvas{wraps: map[wrapKey][]string{}, Shapes: map[string]string{}},
		Speech: Speech{Words: words, Fills: map[fillKey]string{}},
		Art:    art,
	}
	c.P.Atlas = NewAtlas(art)
	return c
}

// Art is the interface's view of the renderer: small pictures that it copies into its own atlas once.
// *render.Renderer implements it. The renderer owns the images, which never change.
type Art interface {
	// Icon returns the 16×16 picture of an item, or nil.
	Icon(item.Kind) *ebiten.Image
	// Face returns the head of a player so dressed, at most 16×16, or nil.
	Face(entity.Look) *ebiten.Image
	// Figure returns a step, 0 to 5, of the walk of a player so dressed, 16×24, or nil; turn 0 to 2 is south,
	// east and north.
	Figure(w dolls.Dress, turn, step int) *ebiten.Image
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
	SoundSaid  Sound = "said"  // a message to the whole world

	SoundJoined      Sound = "joined"       // a player came in
	SoundLeft        Sound = "left"         // a player has left
	SoundHostChanged Sound = "host changed" // another peer leads the island now
	// the majority is unreachable: changes are provisional and will be merged
	SoundProvisional Sound = "provisional"
	SoundHealed      Sound = "healed" // they are back
)

// FitWindow takes the scale and the logical size from the window.
func (u *Context) FitWindow() {
	w, h := max(u.Model.Window.Width, 1), max(u.Model.Window.Height, 1)
	most := max(1, min(w/LeastWidth, h/LeastHeight, MaxScale))
	u.Scale = min(max(1, (h+autoHeight/2)/autoHeight), most)
	if u.Model.Window.Scale > 0 {
		u.Scale = min(u.Model.Window.Scale, most)
	}
	u.W, u.H = w/u.Scale, h/u.Scale
}

const (
	// MaxScale is the greatest scale, autoHeight the height in window pixels that adds one to the scale
	// by itself; the least sizes are those, in logical pixels, below which no scale is chosen.
	MaxScale, autoHeight    = 4, 360
	LeastWidth, LeastHeight = 480, 336
)

// CloseUnlessDrawing closes the top screen when its ground is gone.
func (u *Context) CloseUnlessDrawing() {
	if !u.Drawing {
		u.Close()
	}
}

// OnScreen returns where a place of the world is in the window, in logical pixels, and whether it is near it.
func (u *Context) OnScreen(at fixed.Vec) (x, y int, seen bool) {
	fx, fy := u.Model.Game.Camera.ToScreen(at)
	x, y = int(fx)/u.Scale, int(fy)/u.Scale
	return x, y, x > -40 && x < u.W+40 && y > -20 && y < u.H+60
}
