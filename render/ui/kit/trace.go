package kit

import (
	"image/color"
)

// Trace lists the contents of a frame, for tests of layout. A nil trace records nothing.
type Trace struct {
	Fills []TracedFill
	Texts []TracedText
	Items []tracedItem
}

type TracedFill struct {
	R   Rect
	Col color.RGBA
}

type TracedText struct {
	R        Rect // of the letters, in logical pixels
	Text     string
	Col      color.RGBA
	Under    int // number of fills drawn before it
	Outlined bool
	Cut      bool // shortened to fit its place
}

type tracedItem struct {
	ID uint32
	R  Rect
}

func (t *Trace) filled(r Rect, col color.RGBA) {
	if t != nil {
		t.Fills = append(t.Fills, TracedFill{r, col})
	}
}

func (t *Trace) wrote(r Rect, text string, col color.RGBA, outlined, cut bool) {
	if t != nil {
		t.Texts = append(t.Texts, TracedText{r, text, col, len(t.Fills), outlined, cut})
	}
}

func (t *Trace) item(id uint32, r Rect) {
	if t != nil {
		t.Items = append(t.Items, tracedItem{id, r})
	}
}
