package audio

import (
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/predict"
)

// Frame plays a view and its new events, as heard at ears. Call it once per tick, also without events, so
// that continuous sounds continue. The arguments are not kept; a nil view is silent.
func (p *Player) Frame(v *predict.View, ears fixed.Vec, events []event.Event) {
	if v == nil || !p.live.Load() {
		return
	}
	s := &p.scene
	s.World, s.Seed, s.Tick, s.Seat, s.Estates = v.World, v.World.Gen.Seed, v.Tick, 0, v.World.Land.Estates
	if v.Me != nil {
		s.Seat = v.Me.Seat
	}
	s.Movers = s.Movers[:0]
	for i := range v.Bodies {
		b := &v.Bodies[i]
		s.Movers = append(s.Movers, Mover{
			ID: b.ID, Seat: b.Seat, Kind: b.Kind, Flags: b.Flags, Pos: b.Pos, Vel: b.Vel, Z: b.Z, Moved: b.Moved,
		})
	}
	p.Hear(s, ears, events)
	s.World = nil
}
