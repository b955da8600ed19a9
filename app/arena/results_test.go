package arena_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/app/rooms"
	"manyhold/app/rooms/results"
	"manyhold/net/link/memory"
	"manyhold/net/room"
)

// TestResultsAreEqual: the files of results are alike on all nodes of a match, byte by byte but for the time
// at which each saw it, although they saw its signatures come at different times, and one of the players has
// left before another node looked.
func TestResultsAreEqual(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, emberball(t), 3, false, memory.Conditions{Delay: 40 * time.Millisecond})
		for k := range 3 {
			s.play(k, true)
		}
		s.ready(3, shortest(s.p))
		for k := range 2 { // its signature comes last
			s.net.SetBoth(s.peers[2].pair.ID(), s.peers[k].pair.ID(), memory.Conditions{Delay: 250 * time.Millisecond})
		}
		var books []*results.Book
		for k := range 3 {
			book := results.Open(filepath.Join(s.peers[k].dir, "results.json"), room.Key(s.peers[k].pair.ID()))
			books = append(books, book)
			id := s.rooms[k].ID().String()
			if k == 2 {
				s.send(0, room.Packet{Kind: room.Leave})
				s.await(k, "the first is gone", func(v *rooms.View) bool { return len(v.Outcome.Signed) == 3 })
			}
			s.await(k, "all signatures", func(v *rooms.View) bool {
				book.Note(id, v, time.Now())
				return len(v.Outcome.Signed) == 3
			})
		}
		var first []byte
		when := regexp.MustCompile(`"when": "[^"]*"`)
		for k, book := range books {
			if err := book.Save(); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(filepath.Join(s.peers[k].dir, "results.json"))
			if err != nil {
				t.Fatal(err)
			}
			b = when.ReplaceAll(b, nil)
			if k == 0 {
				first = b
			}
			if !bytes.Equal(b, first) || !bytes.Contains(b, []byte(`"name": "player 3"`)) {
				t.Errorf("peer %d has the file\n%s\nand the first one\n%s", k, b, first)
			}
		}
	})
}
