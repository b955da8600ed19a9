package rig

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/turn"
)

// Script is the exhibit of all that is done by hand, and what came of it: it makes the turns of the golden
// test and of those that compare runs.
type Script struct {
	*Stage
	Cast   *exhibit.Cast
	done   [command.KindCount]int // commands that were not refused
	events [event.KindCount]int
	why    [event.ReasonCount]int
}

func NewScript(t testing.TB) *Script {
	s := NewStage(t)
	return &Script{Stage: s, Cast: exhibit.NewCast(s.Island)}
}

// Play executes the turn that next made, on the script's own island or on one that is to do the same.
func (s *Script) Play(i *island.Island, built *turn.Turn) {
	s.T.Helper()
	s.Cast.Stir(i)
	i.Step(Reparsed(s.T, built))
	if i == s.Island {
		s.Numbers.After(s.T, i)
	}
}

// watch counts the results of a turn.
func (s *Script) watch() {
	for _, e := range s.Happened {
		s.events[e.Kind]++
		if e.Kind == event.Refused {
			s.why[e.A]++
			delete(s.Cast.Asked, uint64(e.Seat)<<32|e.Seq)
		}
		if e.Kind == event.Entered {
			s.done[command.Enter]++
		}
	}
	for n := 1; n <= exhibit.CastSize; n++ {
		if p := s.Player(n); p != nil {
			if k, ok := s.Cast.Asked[uint64(p.Seat)<<32|p.LastSeq]; ok && p.LastSeq == s.Cast.Seqs[n] {
				s.done[k]++
			}
		}
	}
}

// Arrival is a command that comes to whoever orders a turn.
type Arrival struct {
	Who int
	Seq uint64
	Cmd []byte
}

// MeetUp lets all who are awake stand round a tile on bare ground, within reach of it.
func (s *Script) MeetUp() (round grid.Tile) {
	for n := int32(0); n < 49; n++ {
		if t := s.At(n%7-3, 7+n/7); !s.isChest(t) { // what it holds is not to be lost
			living.SetTile(&s.State, t, tile.Grass, tile.NoBlock, 0)
		}
	}
	for n := 1; n <= exhibit.CastSize; n++ {
		if p := s.Player(n); p != nil && s.IsAwake(p) {
			s.Put(n, int32(n-1)%3-1, 9+2*int32((n-1)/3))
		}
	}
	return s.At(0, 10)
}

func (s *Script) isChest(t grid.Tile) bool {
	_, b, _, _ := s.TileAt(t)
	return b == tile.Chest
}

// Asks draws what players ask for in a turn: what they may do, anything at all, and now and then all the
// same, on a tile where not all of them can have it.
func (s *Script) Asks(t *rapid.T, round grid.Tile) (list []Arrival) {
	same := command.Command{Kind: rapid.SampledFrom([]command.Kind{command.NoKind, command.NoKind, command.NoKind, command.Say, command.Place, command.Use, command.Dig, command.PickUp}).Draw(t, "all ask for"),
		Tile: round, Text: "mine", Entity: act.LooseOn(&s.Stage.Island.State, round)}
	for n := range exhibit.CastSize {
		who := 1 + n
		p := s.Player(who)
		for k := range rapid.IntRange(0, 2).Draw(t, "commands") {
			c := command.Command{Kind: command.Enter, Text: "Player"}
			switch {
			case p == nil || !s.IsAwake(p):
			case same.Kind != command.NoKind && k == 0:
				c, c.Slot = same, uint8(rapid.IntRange(0, item.HotbarSlots-1).Draw(t, "slot"))
			case rapid.IntRange(0, 3).Draw(t, "sensible") > 0:
				c = s.Cast.Wish(who, p)
			default:
				c = AnyCommand(t, s.Island)
				here := grid.TileAt(s.Space.Body(p.Body).Pos)
				c.Tile = here.Add(c.Tile.X-s.SpawnTile.X, c.Tile.Y-s.SpawnTile.Y)
			}
			c.Tick = s.Clock + game.Tick(rapid.IntRange(0, 8).Draw(t, "stamp"))
			list = append(list, Arrival{who, s.Sequence(Key(who)) + 1 + uint64(k), command.Append(nil, c)})
		}
	}
	return list
}

const GoldenTicks = 20_000

// Digests plays the script and lists the digests on the way.
func (s *Script) Digests() string {
	var out strings.Builder
	next := uint64(1000)
	for s.Tick() < GoldenTicks {
		s.Play(s.Island, s.Cast.Next().Turn())
		s.watch()
		if s.Tick() >= next {
			next += 1000
			fmt.Fprintf(&out, "%5d %016x  %d regions, %d dormant, %d bodies, %d in the world\n",
				s.Tick(), s.Digest(), len(s.Land.Regions), len(s.Dormant.List), len(s.Space.Bodies()), len(s.Players()))
			Sound(s.T, s.Island)
		}
	}
	return out.String()
}

// Covers fails unless every command was executed, and every event and reason was seen, but those that only
// TestGoldenLiving sees.
func (s *Script) Covers() {
	s.T.Helper()
	for k := command.NoKind + 1; k < command.KindCount; k++ {
		// the script covers these two by players that are away
		if s.done[k] == 0 && k != command.Sleep && k != command.Leave && (k < command.Craft || k >= command.ChestTakeAll) {
			s.T.Errorf("the script never did %q", k)
		}
	}
	for k := event.NoKind + 1; k < event.Switched; k++ {
		if s.events[k] == 0 {
			s.T.Errorf("the script never saw the event %q", k)
		}
	}
	for k := event.NoReason + 1; k < event.LineClosed; k++ {
		// for which 64 players or 512 bodies are needed: see their tests
		if s.why[k] == 0 && k != event.NoRoom {
			s.T.Errorf("the script was never refused because %q", k)
		}
	}
}

func (s *Script) Until(at game.Tick) *Script {
	for s.Clock < at {
		s.Play(s.Island, s.Cast.Next().Turn())
	}
	return s
}

// AnyCommand draws a command, valid or not, near the players of i.
func AnyCommand(t *rapid.T, i *island.Island) command.Command {
	c := command.Command{
		Kind: command.Kind(rapid.IntRange(1, int(command.KindCount)-1).Draw(t, "kind")),
		Tile: i.SpawnTile.Add(rapid.Int32Range(-4, 4).Draw(t, "x"), rapid.Int32Range(-4, 4).Draw(t, "y")),
		Dir: fixed.SVec{X: fixed.S(rapid.Int32Range(-fixed.One, fixed.One).Draw(t, "dx")),
			Y: fixed.S(rapid.Int32Range(-fixed.One, fixed.One).Draw(t, "dy"))},
		Slot: rapid.Uint8Range(0, 40).Draw(t, "slot"), Slot2: rapid.Uint8Range(0, 40).Draw(t, "slot2"),
		Count: rapid.Uint8Range(0, 9).Draw(t, "count"), Text: rapid.SampledFrom([]string{"", "Ada", "\n", "ü"}).Draw(t, "text"),
	}
	if n := len(i.Space.Bodies()); n > 0 {
		c.Entity = i.Space.Bodies()[rapid.IntRange(0, n-1).Draw(t, "body")].ID
	}
	return c
}
