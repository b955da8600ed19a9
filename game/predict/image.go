package predict

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
)

// What is known of another island's bodies near a line comes a few times a second, and is moved on between. An image
// is how one of them is drawn: it goes after what is known instead of jumping there, so that a person walks.

// imageEase is the part of its way to what is known that an image does not go in a tick, in parts of imageParts.
const imageEase, imageParts = 5, 6

// image is how a ghost is drawn at present.
type image struct {
	id    game.EntityID
	at    fixed.Vec
	z     fixed.S
	moved fixed.Q
	speed fixed.Q
}

// showImages brings the images to the present local tick.
func (p *Predictor) showImages() {
	next := p.spareImages[:0]
	for _, b := range p.scratch.Ghosts() {
		k, found := slices.BinarySearchFunc(p.images, b.ID, compareImages)
		if !found || !p.images[k].at.Sub(b.Pos).Near(SnapDistance) {
			next = append(next, image{id: b.ID, at: b.Pos, z: b.Z})
			continue
		}
		m := p.images[k]
		from := m.at
		off := m.at.Sub(b.Pos)
		m.at = b.Pos.Add(fixed.Vec{X: off.X * imageEase / imageParts, Y: off.Y * imageEase / imageParts})
		m.z = b.Z + (m.z-b.Z)*imageEase/imageParts
		m.speed = m.at.Sub(from).Len()
		m.moved += m.speed
		next = append(next, m)
	}
	p.images, p.spareImages = next, p.images
}

func compareImages(m image, id game.EntityID) int { return cmp.Compare(m.id, id) }

// addGhosts adds the images of other islands' bodies near a line.
func (v *View) addGhosts(list []entity.Body, images []image) {
	for _, b := range list {
		k, found := slices.BinarySearchFunc(v.Bodies, b.ID, func(d Drawn, id game.EntityID) int { return cmp.Compare(d.ID, id) })
		if found {
			continue
		}
		d := Drawn{Body: b}
		if n, ok := slices.BinarySearchFunc(images, b.ID, compareImages); ok {
			m := &images[n]
			d.Pos, d.Z, d.Moved, d.Speed = m.at, m.z, m.moved, m.speed
		}
		v.Bodies = slices.Insert(v.Bodies, k, d)
	}
}
