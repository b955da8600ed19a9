package island_test

import (
	"bytes"
	"testing"

	"manyhold/game/command"
	"manyhold/game/rig"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// TestCommandsOfATurn: each command of a turn comes with its author and its bytes. Commands without an author
// are left out, and a player unknown before the turn is nobody by the seat that it would get in it.
func TestCommandsOfATurn(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	want := []struct {
		n    int
		seq  uint64
		kind command.Kind
	}{{1, s.Ask(1, command.Command{Kind: command.Say, Text: "one"}), command.Say}, {2, s.Ask(2, command.Command{Kind: command.Select, Slot: 3}), command.Select},
		{3, s.Ask(3, command.Command{Kind: command.Enter, Text: "new"}), command.Enter}, {1, s.Ask(1, command.Command{Kind: command.Leave}), command.Leave}}
	s.Sleep(2)
	built := s.Turn.Turn()
	next := turn.Record{SeatCommand: world.SeatCommand{Seat: s.Roster.LastSeat + 1, Seq: 2}}
	crafted, err := turn.Parse(turn.AppendRecord(bytes.Clone(built.Bytes()), &next, command.Append(nil, command.Command{Kind: command.Say, Text: "never"})))
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range []*turn.Turn{built, rig.Reparsed(t, built), crafted} {
		n := 0
		s.Commands(turn, func(author [32]byte, seq uint64, body []byte) {
			c, err := command.Decode(body)
			switch {
			case err != nil:
				t.Error(err)
			case n < len(want) && (author != rig.Key(want[n].n) || seq != want[n].seq || c.Kind != want[n].kind || !bytes.Equal(body, command.Append(nil, c))):
				t.Errorf("%d: %s numbered %d of %x", n, c.Kind, seq, author[:4])
			case n == len(want) && (author != [32]byte{} || seq != 2):
				t.Errorf("a stranger's is taken for one of %x", author[:4])
			}
			n++
		})
		if extra := turn == crafted; n != len(want) && !extra || extra && n != len(want)+1 {
			t.Errorf("%d commands", n)
		}
	}
}
