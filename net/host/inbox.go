package host

import (
	"sync"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/link"
)

// Limits of the inboxes. A peer that sends faster than it is read loses its own messages only.
const (
	maxDatagrams = 64  // messages of one link that wait; later ones are dropped
	maxStream    = 512 // messages of one link that wait; with more the link is closed
	portionSize  = 16  // messages of one link that are handled before the next link's
)

type inputKind uint8

const (
	inputBytes inputKind = iota
	inputUp
	inputDown
)

type input struct {
	link    link.Link
	kind    inputKind
	channel link.Channel
	bytes   []byte
	reason  string
}

type submitted struct {
	seq  uint64
	body []byte
}

// portion is the input that the goroutine handles at once.
type portion struct {
	calls    []func(now time.Time)
	commands []submitted
	messages []input
	overflow uint64
	more     bool
}

// queue holds the waiting messages of one link.
type queue struct {
	link      link.Link
	messages  []input
	datagrams int
	gone      bool
}

// inbox is where other goroutines leave values for the host's.
type inbox struct {
	wake chan struct{}

	mu       sync.Mutex
	calls    []func(now time.Time)
	commands []submitted
	queues   []*queue // in order of appearance; taken from in turn
	by       map[link.Link]*queue
	overflow uint64
	next     int
}

func newInbox() *inbox {
	return &inbox{wake: make(chan struct{}, 1), by: map[link.Link]*queue{}}
}

func (b *inbox) poke() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *inbox) call(f func(now time.Time)) {
	b.mu.Lock()
	b.calls = append(b.calls, f)
	b.mu.Unlock()
	b.poke()
}

func (b *inbox) submit(seq uint64, body []byte, ended <-chan struct{}) error {
	select {
	case <-ended:
		return kernel.ErrStopped
	default:
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.commands) >= message.MaxPending {
		return kernel.ErrFull
	}
	b.commands = append(b.commands, submitted{seq, append([]byte(nil), body...)})
	b.poke()
	return nil
}

func (b *inbox) up(l link.Link) {
	b.mu.Lock()
	q := &queue{link: l, messages: []input{{link: l, kind: inputUp}}}
	b.by[l] = q
	b.queues = append(b.queues, q)
	b.mu.Unlock()
	b.poke()
}

func (b *inbox) down(l link.Link, reason string) {
	b.mu.Lock()
	if q := b.by[l]; q != nil {
		q.messages = append(q.messages, input{link: l, kind: inputDown, reason: reason})
		q.gone = true
		delete(b.by, l)
	}
	b.mu.Unlock()
	b.poke()
}

func (b *inbox) receive(l link.Link, c link.Channel, bytes []byte) {
	b.mu.Lock()
	q := b.by[l]
	if q == nil {
		b.mu.Unlock()
		return
	}
	switch {
	case c == link.Datagram && q.datagrams >= maxDatagrams:
		b.overflow++
	case c == link.Stream && len(q.messages)-q.datagrams >= maxStream:
		b.overflow++
		go l.Close("sent more than can be read")
	default:
		if c == link.Datagram {
			q.datagrams++
		}
		q.messages = append(q.messages, input{link: l, channel: c, bytes: bytes})
	}
	b.mu.Unlock()
	b.poke()
}

// take removes a fair portion: every link's first few messages, starting one link further each time.
func (b *inbox) take() (p portion) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p.calls, b.calls = b.calls, nil
	p.commands, b.commands = b.commands, nil
	p.overflow, b.overflow = b.overflow, 0
	kept := b.queues[:0]
	n := len(b.queues)
	for i := range n {
		q := b.queues[(b.next+i)%n]
		k := min(portionSize, len(q.messages))
		for _, m := range q.messages[:k] {
			if m.kind == inputBytes && m.channel == link.Datagram {
				q.datagrams--
			}
		}
		p.messages = append(p.messages, q.messages[:k]...)
		q.messages = q.messages[k:]
		if len(q.messages) == 0 {
			q.messages = nil
		}
		p.more = p.more || len(q.messages) > 0
	}
	for _, q := range b.queues {
		if !q.gone || len(q.messages) > 0 {
			kept = append(kept, q)
		}
	}
	clear(b.queues[len(kept):])
	b.queues = kept
	b.next++
	return p
}
