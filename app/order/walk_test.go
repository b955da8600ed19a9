package order

import (
	"context"
	"strings"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
	clock "manyhold/net/patience" // patience is a constant here
)

// onlySeat returns the seat of the only player, zero before it has one.
func onlySeat(w *island.Island) entity.Seat {
	if len(w.Roster.Here) == 0 {
		return 0
	}
	return w.Roster.Here[0].Seat
}

// TestWalkAgainstWalls: a walk that moves nobody says that something is in the way; one that moves is told
// with the place.
func TestWalkAgainstWalls(t *testing.T) {
	for _, walled := range []bool{false, true} {
		w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
		me := game.PlayerID{1}
		l := NewQueue(command.Command{Kind: command.Enter})
		var seq uint64
		var due []world.SeatCommand
		step := func() {
			due = due[:0]
			l.Step(&Actor{World: w, Me: me, Issue: func(c command.Command) uint64 {
				seq++
				due = append(due, world.SeatCommand{Key: me, Seat: onlySeat(w), Seq: seq, Command: c})
				return seq
			}})
			w.StepTick(due)
		}
		list, err := ParseOrders("wait 1s")
		if err != nil {
			t.Fatal(err)
		}
		run := func(list []Order) (string, error) {
			var said []string
			result := make(chan error, 1)
			go func() {
				result <- l.Do(context.Background(), nil, list, func(s string) { said = append(said, s) })
			}()
			for deadline := clock.For(20 * time.Second); ; {
				select {
				case err := <-result:
					return strings.Join(said, "; "), err
				default:
				}
				if deadline.Over() {
					t.Fatal("the walk does not end")
				}
				step()
			}
		}
		if _, err := run(list); err != nil {
			t.Fatal(err)
		}
		if walled {
			at := grid.TileAt(w.Space.Body(w.Roster.Here[0].Body).Pos)
			for dx := int32(-1); dx <= 1; dx++ {
				for dy := int32(-1); dy <= 1; dy++ {
					if dx != 0 || dy != 0 {
						living.SetTile(&w.State, at.Add(dx, dy), tile.Grass, tile.StoneWall, 0)
					}
				}
			}
		}
		if list, err = ParseOrders("walk north 1s; walk south 1s"); err != nil {
			t.Fatal(err)
		}
		said, err := run(list)
		if stuck := err != nil && strings.Contains(err.Error(), "in the way"); stuck != walled {
			t.Errorf("walled %v: %q, %v", walled, said, err)
		}
	}
}
