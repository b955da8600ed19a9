package window

import (
	"time"

	"manyhold/app/node"
	"manyhold/game/fixed"
	"manyhold/render"
)

// behold lets the scene have what is behind the portal near the player, if it was seen just now.
func (s *Session) behold(p *Playing) {
	s.scene.Vista = nil
	v := p.node.Behind()
	if v == nil {
		return
	}
	if p.behind = v.Take(p.behind); p.behind == nil || time.Since(p.behind.When) > node.VistaLife {
		return
	}
	b := p.behind
	p.vista.World, p.vista.Scene, p.vista.Centre = b.World, b.Scene, b.At.Centre().Add(fixed.Vec{Y: -fixed.One})
	p.vista.Bodies = p.vista.Bodies[:0]
	for _, body := range b.World.Bodies() {
		p.vista.Bodies = append(p.vista.Bodies, render.Body{Body: body})
	}
	s.scene.Vista = &p.vista
}
