package window

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/ui/model"
)

// mode is the content of a window and the meaning of its devices: the title, a node that is being started,
// the played world, a viewed branch or recording, a scene of physics, or a world that has ended. A session
// has one mode at a time. Two are alive at once only while a node is being started: joining goes on with the
// mode behind it, for the picture is still that mode's.
//
// A session calls the methods in this order, once in each tick: poll, fill, act for each action of the
// interface, keys, update; draw once in each frame.
type mode interface {
	// poll takes messages from other goroutines. It may turn the session to another mode.
	poll()
	// fill fills the interface's model of the mode.
	fill(m *model.Model)
	// act carries out an action of the interface that concerns the mode.
	act(a model.Action)
	// keys answers the keys that work while the interface has the others.
	keys()
	// update advances by a tick of the window, and uses the input that the interface has left.
	update()
	// draw draws all that is behind the interface.
	draw(screen *ebiten.Image)
	// end releases the mode's resources. Another mode follows, or the window closes.
	end()
}

// base is the common part of modes: the session, a picture of its scene, and empty methods.
type base struct{ s *session }

func (b base) poll()                     {}
func (b base) act(model.Action)          {}
func (b base) keys()                     {}
func (b base) draw(screen *ebiten.Image) { b.s.drawWorld(screen, 0) }
func (b base) end()                      {}

// clearWorld lets the interface show nothing of any world.
func clearWorld(m *model.Model) {
	m.Game.Me, m.Game.World, m.Game.People, m.Chat, m.Share.Invite = nil, nil, m.Game.People[:0], m.Chat[:0], ""
	m.Net, m.ByHand, m.HUD.Recording, m.HUD.Aim = model.NetView{}, model.ByHand{}, false, model.Aim{}
	m.Page = model.WorldPage{}
	m.HUD.Inspect.On, m.Revert = false, model.Revert{}
	m.Journal, m.Map = model.Collection{}, model.Map{}
	m.Build.Plan, m.Build.Tool = m.Build.Plan[:0], model.ToolPoint
	m.Land, m.Things = model.Land{}, model.Things{}
}
