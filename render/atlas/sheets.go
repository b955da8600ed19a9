package atlas

import (
	"image"

	"manyhold/game/entity"
)

// Sheets holds the figures of the looks that were asked for, in the right half of the atlas. At most
// MaxSheets looks are held; the one that was not asked for longest gives way to a new one.
type Sheets struct {
	image  *image.RGBA
	tailor tailor
	slot   map[entity.Look]int
	looks  [MaxSheets]entity.Look
	used   [MaxSheets]uint64
	clock  uint64
}

func newSheets(a *Atlas) *Sheets {
	return &Sheets{image: a.Image, tailor: tailor{texts: a.texts}, slot: map[entity.Look]int{}}
}

// Find returns the sheet of a look. drawn says that it was drawn just now, so that the part of the image
// that Bounds names must be sent to the graphics card.
func (s *Sheets) Find(l entity.Look) (sheet int, drawn bool) {
	s.clock++
	l = Fold(l)
	if n, ok := s.slot[l]; ok {
		s.used[n] = s.clock
		return n, false
	}
	n := 0
	for i, u := range s.used {
		if u < s.used[n] {
			n = i
		}
	}
	if s.used[n] > 0 {
		delete(s.slot, s.looks[n])
	}
	s.slot[l], s.looks[n], s.used[n] = n, l, s.clock
	s.tailor.wear(l)
	for pose := range PoseEnd {
		for d := range DirectionCount {
			r := s.Frame(n, pose, d)
			s.tailor.figure(pose, d).paint(s.image, int(r.X), int(r.Y))
		}
	}
	return n, true
}

// Frame returns the picture of a pose in a sheet.
func (s *Sheets) Frame(sheet int, pose Pose, d Direction) Rect {
	n := sheet*FramesPerLook + int(pose)*int(DirectionCount) + int(d)
	return Rect{
		X: int16(Side + n%sheetColumns*FigureW), Y: int16(n / sheetColumns * FigureH),
		W: FigureW, H: FigureH, AX: FigureX, AY: FigureY,
	}
}

// Bounds returns whole rows of the right half that hold a sheet.
func (s *Sheets) Bounds(sheet int) image.Rectangle {
	first, last := sheet*FramesPerLook/sheetColumns, ((sheet+1)*FramesPerLook-1)/sheetColumns
	return image.Rect(Side, first*FigureH, 2*Side, (last+1)*FigureH)
}
