package window

import (
	"manyhold/app/order"
	"manyhold/game/command"
	"manyhold/game/entity"
)

// call issues a command about the body of a player, here or on another island.
func (p *Playing) call(k command.Kind, seat entity.Seat) {
	if o, afar := p.playerOf(seat); o != nil && o.Body != 0 {
		p.Issue(order.CallOf(k, o, afar))
	}
}

// playerOf finds a player of the world, here or, afar, on another island; nil: it is not known.
func (p *Playing) playerOf(seat entity.Seat) (o *entity.PlayerState, afar bool) {
	for k, list := range [...][]entity.PlayerState{p.View.World.Players(), p.net.elsewhere} {
		for i := range list {
			if list[i].Seat == seat && (k == 1 || list[i].Body != 0) {
				return &list[i], k == 1
			}
		}
	}
	return nil, false
}

// answers says what becomes of somebody who asks to come: welcome without a question, or be asked about. Founder and
// keepers of the world come without one.
func answers(visits string, trusted bool) (welcome, ask bool) {
	welcome = trusted || visits == "anyone"
	return welcome, !welcome && visits != "nobody"
}
