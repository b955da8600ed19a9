package atlas

import (
	"image"
)

const (
	// SheetsW is the width of the right part of the atlas, which holds the frames of figures, in pixels.
	SheetsW      = 512
	sheetColumns = SheetsW / FigureW
	// MaxFrames is the number of frames that the atlas holds; the one not used for longest gives way. It is
	// enough for the walks of a hundred people.
	MaxFrames = sheetColumns * (Side / FigureH)
)

// frameKey names a frame of a figure.
type frameKey struct {
	worn Dress
	pose Pose
	d    Direction
}

// Sheets holds the requested frames of figures, in the right part of the atlas. Each is drawn at its first
// request, so that a crowd of strangers costs a few frames instead of whole wardrobes.
type Sheets struct {
	tailor tailor
	slot   map[frameKey]int
	frames [MaxFrames]frameKey
	used   [MaxFrames]uint64
	clock  uint64
	paint  *image.RGBA // of the frame drawn last
}

func newSheets(a *Atlas) *Sheets {
	return &Sheets{tailor: tailor{texts: a.texts}, slot: map[frameKey]int{}, paint: image.NewRGBA(image.Rect(0, 0, FigureW, FigureH))}
}

// Find returns the place of a frame in the atlas. If the frame was drawn just now, pixels must be sent there;
// else pixels is nil. They are valid until the next call.
func (s *Sheets) Find(w Dress, pose Pose, d Direction) (r Rect, pixels []byte) {
	s.clock++
	w.Look = Fold(w.Look)
	k := frameKey{w, pose, d}
	if n, ok := s.slot[k]; ok {
		s.used[n] = s.clock
		return frameAt(n), nil
	}
	n := 0
	for i, u := range s.used {
		if u < s.used[n] {
			n = i
		}
	}
	if s.used[n] > 0 {
		delete(s.slot, s.frames[n])
	}
	s.slot[k], s.frames[n], s.used[n] = n, k, s.clock
	s.tailor.wear(k.worn)
	s.tailor.figure(pose, d).paint(s.paint, 0, 0)
	return frameAt(n), s.paint.Pix
}

// frameAt is the place of a slot.
func frameAt(n int) Rect {
	return Rect{
		X: int16(Side + n%sheetColumns*FigureW), Y: int16(n / sheetColumns * FigureH),
		W: FigureW, H: FigureH, AX: FigureX, AY: FigureY,
	}
}
