package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rooms/results"
)

// doubtful are results to which somebody objects, or that somebody signed who had sent the other one away.
var doubtful = []results.Entry{
	{Room: "aa", Title: "Disputed cup", Engine: "emberball", After: 900, Result: json.RawMessage(`{"overtime":false,"score":{"blue":1,"red":3},"scorers":["red-1","red-1","blue-1","red-2"],"winner":"red"}`),
		Seats: 3, Held: true, Full: true, Signed: []results.Signature{{Seat: "red-1", Name: "Ada"}, {Seat: "red-2", Name: "Cy"}}, Objections: []string{"Bo"},
		Players: []results.Player{{Seat: "red-1", Name: "Ada"}, {Seat: "blue-1", Name: "Bo"}, {Seat: "red-2", Name: "Cy"}}},
	{Room: "bb", Title: "Lonely cup", Engine: "herders", After: 1200, Result: json.RawMessage(`{"overtime":false,"sheep":{"blue":11,"red":840},"winner":"red"}`),
		Seats: 2, Held: true, Signed: []results.Signature{{Seat: "red", Name: "Ada"}}, SentAway: []results.SentAway{{Name: "Bartholomew the Elder", By: []string{"Ada"}}},
		Objections: []string{"Bartholomew the Elder"}, Players: []results.Player{{Seat: "red", Name: "Ada"}, {Seat: "blue", Name: "Bartholomew the Elder"}}},
}

// TestDoubtfulResultsOnTheBoard: the match board says in the list of results who objects to one and who was
// sent away, and a result that is chosen says all of it, line by line.
func TestDoubtfulResultsOnTheBoard(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	a := headless(t, data, "--no-lan", "--name", "Ada", "--seed", "7", "--world", "new")
	st, _ := a.island()
	a.quit()
	for k := range doubtful {
		doubtful[k].When = time.Now()
	}
	text, err := json.Marshal(doubtful)
	if err == nil {
		err = os.MkdirAll(filepath.Join(data, "rooms"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(data, "rooms", st.World.ID[:8]+".results.json"), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada")
	node := &process{t: t, data: data, done: g.proc.done}
	g.seeTitle()
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	g.pause(pauseMatches)
	g.press(ebiten.KeyPageDown, 2) // the other tab
	for _, words := range []string{"Disputed cup", "Signed 2/3", "Signed 1/2", "Bo objects"} {
		g.reads("doubtful-board", words, 20*time.Second)
	}
	g.down(1)
	g.press(ebiten.KeyEnter, 2)
	for _, words := range []string{"Signed by 2 of 3: Ada, Cy", "Bo objects", "Players"} {
		g.reads("doubtful-objection", words, 20*time.Second)
	}
	g.press(ebiten.KeyEscape, 2)
	g.down(1)
	g.press(ebiten.KeyEnter, 2)
	for _, words := range []string{"Signed by 1 of 2: Ada", "Ada went on without Bartholomew the Elder", "Bartholomew the Elder objects"} {
		g.reads("doubtful-sent-away", words, 20*time.Second)
	}
}
