package ui

import "image/color"

// trace is what a frame consisted of, for tests that judge its layout. A nil trace takes nothing.
type trace struct {
	fills []tracedFill
	texts []tracedText
	items []tracedItem
}

type tracedFill struct {
	r   rect
	col color.RGBA
}

type tracedText struct {
	r        rect // of the letters, in logical pixels
	text     string
	col      color.RGBA
	under    int // number of fills drawn before it
	outlined bool
	cut      bool // shortened to fit its place
}

type tracedItem struct {
	id uint32
	r  rect
}

func (t *trace) filled(r rect, col color.RGBA) {
	if t != nil {
		t.fills = append(t.fills, tracedFill{r, col})
	}
}

func (t *trace) wrote(r rect, text string, col color.RGBA, outlined, cut bool) {
	if t != nil {
		t.texts = append(t.texts, tracedText{r, text, col, len(t.fills), outlined, cut})
	}
}

func (t *trace) item(id uint32, r rect) {
	if t != nil {
		t.items = append(t.items, tracedItem{id, r})
	}
}
