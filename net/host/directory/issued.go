package directory

import (
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// issued is the last bulletin of an island that is executed here.
type issued struct {
	last   message.Bulletin // the last one to all
	lastAt time.Time
	looked time.Time // when it was looked at whether another is due
}

// issuedOf returns the issued announcements of an island that is executed here.
func (b *announcements) issuedOf(island uint64) *issued {
	i := b.issued[island]
	if i == nil {
		i = &issued{}
		b.issued[island] = i
	}
	return i
}

// removed forgets an island that is not executed here any more.
func (b *announcements) removed(island uint64) { delete(b.issued, island) }

// issue writes a bulletin of an island that this peer leads, when one is due.
func (a *announcements) issue(c Island) {
	if !c.Announces() || !a.Shares() && len(c.Strangers()) == 0 {
		return
	}
	i, last := a.issuedOf(c.Island()), c.Records()[len(c.Records())-1].Number
	since := a.Now.Sub(i.lastAt)
	if since < tellEvery && last == i.last.Number || since < tellChanged || a.Now.Sub(i.looked) < tellChanged {
		return
	}
	i.looked = a.Now
	l := message.Bulletin{News: c.News(), Keepers: a.holders.first(c.Island(), message.Copies)}
	if o := &i.last; since < TellFar && o.Number == l.Number && o.People == l.People && slices.Equal(o.Place, l.Place) && slices.Equal(o.Keepers, l.Keepers) {
		return
	}
	if l.Number == 0 {
		return
	}
	l.Sign(a.Key, a.world.World())
	i.last, i.lastAt = l, a.Now
	a.Counters[counter.BulletinsIssued]++
	a.add(message.PassedBulletin{Bulletin: l, Hops: message.MaxHops})
}
