package mind

import (
	"manyhold/game/entity"
	"manyhold/game/event"
)

// lessons are what the newcomer has been told by messages, or has found out by itself. At first it knows of
// no danger: it walks on at night without a light, carries embers past great moths, and does not run away.
type lessons struct {
	torch bool // shades fear light: the message says so at the first cling
	moth  bool // great moths hunt at night, and fear fire: the journal says so, which it reads after a knock-out
	dark  bool // one can be knocked out: it runs away when it is weak, and rests
	falls int  // how often it was: from the second time on it leaves its things where they lie until morning
}

// learn takes in the messages, and what has been done to the player.
func (p *Player) learn() {
	for k := range p.News {
		e := &p.News[k]
		if e.Seat != p.Seat {
			continue
		}
		switch e.Kind {
		case event.Clung:
			p.learned.torch = true
		case event.KnockedOut:
			p.learned.dark = true
			p.learned.falls++
			p.learned.moth = p.learned.moth || p.sees(entity.GreatMoth)
			p.learned.torch = p.learned.torch || p.sees(entity.Shade)
		}
	}
}

// sees reports whether there is a body of a kind in the picture.
func (p *hands) sees(k entity.Kind) bool {
	for n := range p.Bodies {
		if p.Bodies[n].Kind == k {
			return true
		}
	}
	return false
}

// unarmed reports whether the player knows that it should have a torch in hand, and has none there.
func (p *Player) unarmed() bool {
	if p.Holds != entity.NoKind || p.torchInHand() {
		return false
	}
	return p.learned.torch && p.Dark > 0 || p.learned.moth && p.Night(0) && p.sees(entity.GreatMoth)
}
