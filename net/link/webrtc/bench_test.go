package webrtc

import (
	"testing"
	"time"

	"manyhold/net/link"
	"manyhold/net/signal"
)

func BenchmarkSetUp(b *testing.B) {
	one, _ := start(b, identity(1), nil)
	two, w := start(b, identity(2), nil)
	for b.Loop() {
		two.offers = signal.NewLimiter(1e9, 1e9, 1)
		dial(b, one, two.ID(), to{two})
		b.StopTimer()
		until(b, "the link", func() bool { return w.link(one.ID()) != nil })
		w.link(one.ID()).Close("")
		until(b, "its end", func() bool { return left(one) == 0 && left(two) == 0 })
		b.StartTimer()
	}
}

// counter is a handler that signals each message.
type counter chan struct{}

func (counter) LinkUp(link.Link)                          {}
func (counter) LinkDown(link.Link, string)                {}
func (c counter) Receive(link.Link, link.Channel, []byte) { c <- struct{}{} }

// linked returns a link to an endpoint that echoes, and a counter of the echoes.
func linked(b *testing.B) (link.Link, counter) {
	two, wb := start(b, identity(2), nil)
	wb.echo = true
	echoes := make(counter, 1<<16)
	one, err := New(Options{Key: identity(1), Info: two.options.Info}, echoes)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { one.Close("") })
	dial(b, one, two.ID(), to{two})
	l := one.Links()[0]
	l.Send(link.Stream, message(""))
	<-echoes
	return l, echoes
}

// BenchmarkDatagramEcho is one datagram of 500 bytes there and back.
func BenchmarkDatagramEcho(b *testing.B) {
	l, echoes := linked(b)
	m := append(message(""), make([]byte, 499)...)
	for b.Loop() {
		l.Send(link.Datagram, m)
		select {
		case <-echoes:
		case <-time.After(time.Second): // it was lost
		}
	}
}

// BenchmarkStream is messages of 16 KiB there and back, as fast as the default rate lets them.
func BenchmarkStream(b *testing.B) {
	l, echoes := linked(b)
	m := append(message(""), make([]byte, link.MaxMessage-1)...)
	b.SetBytes(int64(len(m)))
	sent := 0
	for b.Loop() {
		for l.Send(link.Stream, m) != nil {
			time.Sleep(time.Millisecond)
		}
		sent++
	}
	for range sent {
		<-echoes
	}
}
