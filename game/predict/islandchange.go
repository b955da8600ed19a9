package predict

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
)

// cross follows the player to another island. Places are the same there, but its clock may differ: pending
// commands, drawn positions and events are shifted with it, so that the change is invisible.
func (p *Predictor) cross(old, state *island.Island) {
	if old.Self() == state.Self() {
		return
	}
	by := p.clock.shift(state.Clock)
	if by == 0 {
		return
	}
	for k := range p.own {
		p.own[k].cmd.Tick = moved(p.own[k].cmd.Tick, by)
	}
	p.clock.now += fixed.Q(by) << fixed.Bits
	p.playback.now += fixed.Q(by) << fixed.Bits
	for k := range p.playback.ring[:p.playback.n] {
		p.playback.ring[k].tick = moved(p.playback.ring[k].tick, by)
	}
	p.told.upTo = moved(p.told.upTo, by)
	for _, list := range [][]event.Event{p.told.predicted, p.told.waiting} {
		for k := range list {
			list[k].Tick = moved(list[k].Tick, by)
		}
	}
}

// moved is a tick moved by a difference; there is none before 0.
func moved(tick game.Tick, by int64) game.Tick {
	if by < 0 && game.Tick(-by) > tick {
		return 0
	}
	return tick + game.Tick(by)
}
