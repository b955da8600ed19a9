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

// learn reads the messages. The player knows what they say when it has read them.
func (p *Player) learn() {
	for k := range p.News {
		e := &p.News[k]
		if e.Seat != p.Seat {
			continue
		}
		at := p.message(e.Kind, p.Now)
		switch e.Kind {
		case event.Clung:
			p.coming = append(p.coming, coming{at, lessons{torch: true}})
		case event.KnockedOut:
			p.coming = append(p.coming, coming{at, lessons{dark: true, falls: 1, moth: p.sees(entity.GreatMoth), torch: p.sees(entity.Shade)}})
		}
	}
	for len(p.coming) > 0 && p.Now >= p.coming[0].at {
		p.learned.add(&p.coming[0].lessons)
		p.coming = p.coming[1:]
	}
}

// add adds what was read.
func (l *lessons) add(o *lessons) {
	l.torch, l.moth, l.dark, l.falls = l.torch || o.torch, l.moth || o.moth, l.dark || o.dark, l.falls+o.falls
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
