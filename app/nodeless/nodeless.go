// Package nodeless answers for a world in which a window plays without a node of its own: an exhibit, or a
// match.
package nodeless

import (
	"context"

	"manyhold/app/byhand"
	"manyhold/app/feed"
	"manyhold/app/rooms/hall"
	"manyhold/app/settings"
)

// World is the part of a node.Backend that needs a node: it has nothing to show, and refuses requests with
// Why.
type World struct{ Why error }

func (World) Remarks() []string                                        { return nil }
func (World) ByHand() *byhand.Desk                                     { return nil }
func (World) PortalView() *feed.Vista                                  { return nil }
func (World) SetOffer(*settings.Settings)                              {}
func (World) DoAtStart(context.Context, string)                        {}
func (w World) Shout(context.Context, string) error                    { return w.Why }
func (w World) Decree(context.Context) error                           { return w.Why }
func (w World) Charter(context.Context, []string) (string, error)      { return "", w.Why }
func (w World) RoomAct(context.Context, hall.Act) (string, error)      { return "", w.Why }
func (w World) Door(context.Context, []string) (string, error)         { return "", w.Why }
func (w World) Publish(context.Context, []byte) (string, error)        { return "", w.Why }
func (w World) PutAsset(context.Context, []byte) (string, bool, error) { return "", false, w.Why }
