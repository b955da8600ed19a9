package ui

import "manyhold/input"

// Context is what all screens of the interface share while one tick is answered or one frame is drawn: where to draw,
// the hands, the clock, the focus and what came of it.
type Context struct {
	Canvas
	speech
	Focus
	outbox

	art Art
	in  *input.State
	m   *Model
	now uint64 // Updates so far: the clock of everything that moves

	cx, cy  int // cursor, in logical pixels
	drawing bool
	phase   Phase
	over    bool   // the cursor is over a part of the interface
	help    string // what the focused widget has to say

	stack []Screen // what is open above the screen of the phase, the top one last
	left  []uint32 // what had the focus below each of them
	since uint64   // when the top screen was opened

	keyboard  Keyboard
	method    inputMethod
	pasteInto *field
	caret     rect // of the focused text box
	notices   Notices
}

// Canvas is where screens draw and how large it is.
type Canvas struct {
	p       painter
	w, h, s int // the window in logical pixels, and window pixels per logical one
	wraps   map[wrapKey][]string
	shapes  map[string]string
}

// speech is the words of the interface, and those that were filled in lately.
type speech struct {
	words *Words
	fills map[fillKey]string
}

// Focus is what the widgets of the top screen are, and which of them is chosen.
type Focus struct {
	items   []place // of the top screen, in their order
	focus   uint32
	prefer  uint32 // takes the focus when a screen opens, if it is there
	hot     uint32 // under the cursor
	editing bool   // a text box had the focus when this tick began
	writing bool   // the screen that was opened in this tick begins with a text box
}

// outbox is what came of this Update.
type outbox struct {
	result Result
	late   []Sound // made between Updates: they come with the next
	inside bool    // an Update is running
}

// Notices are the short texts that tell what happened: the lane of toasts, and what stands beside the cursor.
type Notices struct {
	lane      []toast
	refusal   string
	refusalAt uint64
	right     int // pixels at the right of the window that the lane leaves free, besides the map
}

func newContext(art Art, words *Words) *Context {
	c := &Context{
		Canvas: Canvas{wraps: map[wrapKey][]string{}, shapes: map[string]string{}},
		speech: speech{words: words, fills: map[fillKey]string{}},
		art:    art,
	}
	c.p.atlas = newAtlas(art)
	return c
}

// Menus are the screens of the title, and those that open over a world and hide it.
type Menus struct {
	title    Title
	found    Found
	invite   Invite
	joining  JoiningScreen
	showroom Showroom
	settings Settings
	wardrobe WardrobeScreen
	travel   Travel
	pause    Pause
	share    Share
	players  Players
	journal  Journal
	laws     Laws
	tools    Tools
	emotes   Emotes
}

func (m *Menus) init() {
	m.settings.init()
	m.found.init()
	m.invite.box = newField(maxInvite)
	m.title.menus, m.settings.menus, m.travel.menus, m.pause.menus = m, m, m, m
}

type (
	Tools         struct{}
	Emotes        struct{}
	JoiningScreen struct{}
	Laws          struct{}
	Journal       struct{ from int }
	Map           struct{ view mapView }
	Found         struct{ name, seed field }
	Invite        struct{ box field }
)
