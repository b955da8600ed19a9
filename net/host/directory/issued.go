package directory

import (
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// issued is the news of an island that was last sent to peers that do not execute it.
type issued struct {
	news   message.News
	newsAt time.Time
	last   message.Bulletin // the last one to all
	lastAt time.Time
	looked time.Time // when it was looked at whether another is due
}

// issuedOf returns what was issued of an island that is executed here.
func (b *announcements) issuedOf(island uint64) *issued {
	i := b.issued[island]
	if i == nil {
		i = &issued{}
		b.issued[island] = i
	}
	return i
}

// issue writes a bulletin of an island that this peer leads, when one is due.
func (a *announcements) issue(c Island) {
	if !c.Announces() || !a.Shares() {
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

// tellStrangers sends news of an island to the linked peers that do not execute it.
func (a *announcements) tellStrangers(c Island) {
	if c.Island() == message.Home || !c.HasState() || len(c.Records()) == 0 || c.Retired() {
		return
	}
	i, every := a.issuedOf(c.Island()), tellSeldom
	if c.Leads() {
		every = tellEvery
		if a.entries.Newest(c.Island()).Number != i.news.Number {
			every = tellChanged
		}
	} else if c.Over() {
		every = tellEvery
	}
	if a.Now.Sub(i.newsAt) < every {
		return
	}
	i.news, i.newsAt = c.News(), a.Now
	for _, k := range c.Strangers() {
		a.Send(k, i.news.Encode())
	}
}
