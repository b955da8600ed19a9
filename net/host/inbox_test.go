package host

import (
	"testing"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
)

// stubLink is a link to nobody.
type stubLink struct {
	link.Link
	peer key.ID
}

func (l stubLink) Peer() key.ID                        { return l.peer }
func (l stubLink) Info() link.Info                     { return link.Info{} }
func (l stubLink) Send(_ link.Channel, _ []byte) error { return nil }

// BenchmarkPortion gives a host that executes eight islands a portion of messages of one link.
func BenchmarkPortion(b *testing.B) {
	w := NewWorld(kernel.Options{Key: key.FromSeed([32]byte{1})})
	for id := range uint64(7) {
		w.islands.add(message.Home + 1 + id)
	}
	h := &Host{world: w, in: newInbox(), links: map[key.ID]link.Link{}, logs: map[uint64]kernel.Log{}}
	l := stubLink{peer: key.FromSeed([32]byte{2}).ID()}
	h.links[l.peer] = l
	w.LinkUp(time.Now(), l.peer, link.Info{})
	p := portion{}
	for range portionSize {
		p.messages = append(p.messages, input{link: l, channel: link.Datagram, bytes: []byte{0xff}})
	}
	for b.Loop() {
		h.drain(p)
		h.act()
	}
}
