package e2e

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ear counts the frames that a machine's card receives, by source and length, with Ethernet's headers.
type ear struct {
	card *os.File
	wait sync.WaitGroup

	mu     sync.Mutex
	frames map[sound]int
}

// sound is one kind of frame.
type sound struct {
	source string // the sender's address, or "everybody" for packets to all
	length int
}

// listen opens an ear on a machine's card.
func (l *lan) listen(i int) *ear {
	l.t.Helper()
	e := &ear{frames: map[sound]int{}}
	err := inside(l.names[i], func() (err error) { e.card, err = packetSocket("eth0"); return err })
	if err != nil {
		l.t.Skipf("packet sockets are not permitted here: %v", err)
	}
	e.wait.Go(e.hear)
	l.t.Cleanup(func() { e.card.Close(); e.wait.Wait() })
	return e
}

func (e *ear) hear() {
	b := make([]byte, frameMost)
	for {
		n, err := e.card.Read(b)
		if err != nil {
			return
		}
		if n < offloadHeader+14 {
			continue
		}
		frame := b[offloadHeader:n]
		s := sound{source: "other protocols", length: len(frame)}
		switch kind := binary.BigEndian.Uint16(frame[12:]); {
		case frame[0]&1 != 0:
			s.source = "everybody"
		case kind == 0x0800 && len(frame) >= 34:
			s.source = fmt.Sprintf("%d.%d.%d.%d", frame[26], frame[27], frame[28], frame[29])
		}
		e.mu.Lock()
		e.frames[s]++
		e.mu.Unlock()
	}
}

// reset forgets the packets heard.
func (e *ear) reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	clear(e.frames)
}

// tell logs of each source the bytes and frames a second, and its most frequent lengths.
func (e *ear) tell(t testing.TB, seconds float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	by := map[string][]sound{}
	for s := range e.frames {
		by[s.source] = append(by[s.source], s)
	}
	for source, sounds := range by {
		slices.SortFunc(sounds, func(a, b sound) int { return cmp.Compare(e.frames[b]*b.length, e.frames[a]*a.length) })
		bytes, frames := 0, 0
		var lengths strings.Builder
		for i, s := range sounds {
			bytes, frames = bytes+e.frames[s]*s.length, frames+e.frames[s]
			if i < 12 {
				fmt.Fprintf(&lengths, " %d×%.2f", s.length, float64(e.frames[s])/seconds)
			}
		}
		t.Logf("from %s: %.0f B/s in %.1f frames a second; most of it in lengths × a second%s", source, float64(bytes)/seconds, float64(frames)/seconds, lengths.String())
	}
}
