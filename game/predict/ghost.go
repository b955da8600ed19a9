package predict

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
)

// The bodies of another island near a border arrive a few times a second, and are extrapolated between. An
// image is how one of them is drawn: it moves towards the known place instead of jumping there, so that a
// person walks.
//
// A body that crosses the border is on neither side until the other one has taken it in and announced it. It
// is drawn as continuing its motion for that time, and after that from where it was drawn, in either
// direction.

const (
	// imageEase is the part of the remaining way that an image keeps in a tick, in parts of imageParts.
	imageEase, imageParts = 5, 6
	// passTicks is how long a body is drawn that is on its way over a line.
	passTicks = 30
	// passAhead is how far ahead it is looked whether a body is about to go over, in ticks.
	passAhead = 15
)

// image is how a ghost is drawn at present.
type image struct {
	id    game.EntityID
	at    fixed.Vec
	z     fixed.S
	moved fixed.Q
	speed fixed.Q
	left  int         // ticks left to draw it after it became unknown; 0: it is known
	body  entity.Body // as it was seen last, while it is not
}

// showImages brings the images to the present local tick.
func (p *Predictor) showImages() {
	next := p.spareImages[:0]
	for _, b := range p.scratch.Ghosts() {
		next = append(next, p.imageOf(b))
	}
	known := len(next)
	for k := range p.view.Bodies {
		if m, ok := p.passing(&p.view.Bodies[k]); ok {
			next = append(next, m)
		}
	}
	if len(next) > known {
		slices.SortStableFunc(next, func(a, b image) int { return cmp.Compare(a.id, b.id) })
	}
	p.images, p.spareImages = next, p.images
}

// imageOf is the image of a ghost, a tick after the last.
func (p *Predictor) imageOf(b entity.Body) image {
	m := image{id: b.ID, at: b.Pos, z: b.Z}
	if k, found := slices.BinarySearchFunc(p.images, b.ID, compareImages); found {
		m = p.images[k]
	} else if d := findDrawn(p.view.Bodies, b.ID); d != nil { // it has just gone over
		m = image{id: b.ID, at: d.Pos, z: d.Z, moved: d.Moved}
	}
	if m.left = 0; !m.at.Sub(b.Pos).Near(SnapDistance) {
		return image{id: b.ID, at: b.Pos, z: b.Z}
	}
	from := m.at
	off := m.at.Sub(b.Pos)
	m.at = b.Pos.Add(fixed.Vec{X: off.X * imageEase / imageParts, Y: off.Y * imageEase / imageParts})
	m.z = b.Z + (m.z-b.Z)*imageEase/imageParts
	m.speed = m.at.Sub(from).Len()
	m.moved += m.speed
	return m
}

// passing is the last drawn image of a body that is crossing a border and unknown on both sides.
func (p *Predictor) passing(d *Drawn) (m image, ok bool) {
	if d.Vel == (fixed.SVec{}) || d.Kind == entity.Drop || d.Flags&entity.Carried != 0 || d.ID == p.mine || !p.overLine(&d.Body) ||
		p.scratch.Space.Body(d.ID) != nil || find(p.scratch.Ghosts(), d.ID) != nil {
		return m, false
	}
	m = image{id: d.ID, z: d.Z, moved: d.Moved, left: passTicks, body: d.Body}
	if k, found := slices.BinarySearchFunc(p.images, d.ID, compareImages); found {
		m.left = p.images[k].left - 1
	}
	physics.Drift(&m.body)
	m.at, m.speed = m.body.Pos, m.body.Pos.Sub(d.Pos).Len()
	m.moved += m.speed
	return m, m.left > 0
}

// overLine reports whether a body is beyond a line, or will be in a moment as it goes.
func (p *Predictor) overLine(b *entity.Body) bool {
	ahead := *b
	for range passAhead {
		physics.Drift(&ahead)
	}
	at := grid.TileAt(ahead.Pos)
	_, _, _, here := p.scratch.TileAt(at)
	return !here && p.scratch.Beyond(at.Region()) != nil
}

func compareImages(m image, id game.EntityID) int { return cmp.Compare(m.id, id) }

// addGhosts adds the images of other islands' bodies near a line.
func (v *View) addGhosts(list []entity.Body, images []image) {
	for _, b := range list {
		d := Drawn{Body: b}
		if n, ok := slices.BinarySearchFunc(images, b.ID, compareImages); ok {
			d = images[n].drawn(b)
		}
		v.insert(d)
	}
	for k := range images {
		if m := &images[k]; m.left > 0 {
			v.insert(m.drawn(m.body))
		}
	}
}

// drawn is a body where its image is.
func (m *image) drawn(b entity.Body) Drawn {
	d := Drawn{Body: b, Moved: m.moved, Speed: m.speed}
	d.Pos, d.Z = m.at, m.z
	return d
}

// insert adds the missing images.
func (v *View) insert(d Drawn) {
	if k, found := slices.BinarySearchFunc(v.Bodies, d.ID, compareDrawn); !found {
		v.Bodies = slices.Insert(v.Bodies, k, d)
	}
}

func compareDrawn(d Drawn, id game.EntityID) int { return cmp.Compare(d.ID, id) }

// findDrawn returns a body of a list in ascending ID, nil if it is not there.
func findDrawn(list []Drawn, id game.EntityID) *Drawn {
	if k, found := slices.BinarySearchFunc(list, id, compareDrawn); found {
		return &list[k]
	}
	return nil
}
