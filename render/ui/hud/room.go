package hud

import "manyhold/render/ui/kit"

const (
	// maxTexts is how many texts of the world keep their place free of others.
	maxTexts = 64
	// maxRise is how far a text gives way to others; beyond it the text belongs to nothing any more.
	maxRise = 80
)

// room is the places of the texts of the world in this frame: labels, names and prompts.
type room struct{ taken []kit.Rect }

// rise moves a text up until it covers none that is there already, and takes its place. It stays where it is
// if there is no place near, or the edge of the window is in the way.
func (o *room) rise(r kit.Rect) kit.Rect {
	place := r
	for moved := true; moved; {
		moved = false
		for _, other := range o.taken {
			if place.Overlaps(other) {
				place.Y, moved = other.Y-place.H, true
			}
		}
	}
	if r.Y-place.Y > maxRise || place.Y < 4 {
		place = r
	}
	o.take(place)
	return place
}

// take keeps the place of a text that stays where it is.
func (o *room) take(r kit.Rect) {
	if len(o.taken) < maxTexts {
		o.taken = append(o.taken, r)
	}
}
