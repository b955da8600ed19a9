// Package remote is a match that the node of another process plays, as an attached window shows and plays it:
// the window executes the same generations once more, so that it predicts as it does on a node of its own.
// Its commands go to the node, which alone talks with the room.
//
// The window asks for GET /match/ID at the control port, as for /attach, and both sides send frames (see
// package control):
//
//	from the node:
//	1 hello    u8 version, key of the player (32 bytes), title of the room and name of the engine's bundle
//	           (32 bytes), the bundle (uvarint length and bytes)
//	2 state    u64 generation, u64 digest, snapshot of the match after it
//	3 turn     u64 generation, u64 digest of the state after it, the bytes of its master
//	6 glance   JSON: what a window shows of a match besides its world
//	from the window:
//	4 command  uvarint number, the command's bytes
//	5 again    the window's state differs: a state is wanted
//	7 frames   uvarint: how many frames a second the window draws
//
// The first frame is hello. A state comes when the match has begun, and whenever the window is too slow or
// the room takes masters back; each turn is the one after the turn or state before.
package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"manyhold/app/arena"
	"manyhold/app/control"
	"manyhold/app/maker/engine"
	"manyhold/app/rooms/hall"
	"manyhold/app/status"
	"manyhold/game/match"
	"manyhold/net/asset"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	version = 1

	frameHello  = 1
	frameGlance = 6
	frameFrames = 7

	// maxTitle is the longest title of a room, and maxBundle the longest bundle of an engine, in bytes.
	maxTitle, maxBundle = 256, 8 << 20
)

// hello is the first thing a node says.
type hello struct {
	me    key.ID
	title string
	p     *match.Package
}

// frame returns the hello as a frame.
func (h hello) frame() ([]byte, error) {
	data, name, err := engine.Bundle(h.p)
	if err != nil {
		return nil, err
	}
	b := append(control.Frame(frameHello, len(data)+512), version)
	b = wire.AppendText(append(b, h.me[:]...), h.title)
	b = append(b, name[:]...)
	return control.SealFrame(wire.AppendBlob(b, data)), nil
}

func decodeHello(b []byte) (h hello, err error) {
	c := wire.NewCursor(b)
	if kind, v := c.U8(), c.U8(); c.Err() == nil && (kind != frameHello || v != version) {
		return hello{}, fmt.Errorf("%w: the node is of another version (%d, this one knows %d)", control.ErrAttach, v, version)
	}
	h.me, h.title = c.Hash(), c.Text(maxTitle)
	name := asset.Name(c.Hash())
	data := c.Blob(maxBundle)
	if err := c.Done(); err != nil {
		return hello{}, fmt.Errorf("%w: %w", control.ErrAttach, err)
	}
	h.p, err = engine.Open(data, name)
	return h, err
}

// glance is what a node tells of a match besides its state.
type glance struct {
	Behind     time.Duration       `json:"behind,omitempty"`
	CatchingUp bool                `json:"catching_up,omitempty"`
	Lost       arena.Lost          `json:"lost"`
	Why        string              `json:"why,omitempty"`
	Links      []status.LinkStatus `json:"links,omitempty"`
	Room       *hall.State         `json:"room,omitempty"` // as those with a seat see it: at once
}

// glanceOf returns what is to be told of a client's match now.
func glanceOf(c *arena.Client) glance {
	g := c.Glance()
	x := glance{Behind: g.Behind, CatchingUp: g.CatchingUp, Lost: g.Lost, Links: c.Status().Links}
	if g.Err != nil {
		x.Why = g.Err.Error()
	}
	return x
}

// frame returns a glance as a frame.
func (g glance) frame() []byte {
	b, err := json.Marshal(g)
	if err != nil {
		panic(err) // it holds nothing that JSON has no words for
	}
	return control.SealFrame(append(control.Frame(frameGlance, len(b)), b...))
}

// err returns why the match cannot be played, nil if it can.
func (g glance) err() error {
	if g.Why == "" {
		return nil
	}
	return errors.New(g.Why)
}
