package turn_test

import (
	"fmt"
	"reflect"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// crowd returns an island with so many players.
func crowd(players int) *island.Island {
	i := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	exhibit.Round(i).Enter(players)
	return i
}

// players is how many players are on the island of the benchmarks.
const players = 64

// offer offers commands, one of each player in turn, and returns how many the turn takes.
func offer(b *turn.Builder, i *island.Island, bodies [][]byte) (taken int) {
	for k, body := range bodies {
		p := &i.Roster.Here[k%len(i.Roster.Here)]
		if ok, err := b.Append(p.Key, p.LastSeq+1+uint64(k/len(i.Roster.Here)), body); err != nil {
			panic(err)
		} else if ok {
			taken++
		}
	}
	return taken
}

// walks are n commands.
func walks(i *island.Island, n int) (bodies [][]byte) {
	for k := range n {
		c := command.Command{Kind: command.Move, Tick: i.Clock, Dir: fixed.Direction(fixed.Angle(k << 8))}
		bodies = append(bodies, command.Append(nil, c))
	}
	return bodies
}

// TestBuiltAsParsed: a full turn of commands, departures, laws and mail is built in the form in which its
// bytes are parsed, and goes on unchanged while the next one is built.
func TestBuiltAsParsed(t *testing.T) {
	i := crowd(40)
	b := i.Begin(3)
	if !b.Empty() {
		t.Error("an empty turn is not")
	}
	if !b.Depart(exhibit.CastKey(40)) || b.Depart(exhibit.CastKey(40)) || !b.Proclaim(world.Ordinance{Topic: world.OfLaws, Value: 1, Word: 1}) || b.Proclaim(world.Ordinance{Topic: world.OfLaws, Value: 2, Word: 2}) {
		t.Error("departs twice, or has two ordinances about laws")
	}
	if taken, err := b.Deliver(77, 1, []byte{1, 0}); err != nil || !taken {
		t.Fatal(err)
	}
	enter := command.Append(nil, command.Command{Kind: command.Enter, Text: "Eve"})
	if taken, err := b.Append(exhibit.CastKey(41), 1, enter); err != nil || !taken {
		t.Fatal(err)
	}
	taken := offer(b, i, walks(i, 40))
	if taken == 0 || taken == 40 || b.Empty() {
		t.Fatalf("takes %d commands", taken)
	}
	built := b.Turn()
	bytes := string(built.Bytes())
	offer(i.Begin(3), i, walks(i, 30)[7:])
	parsed, err := turn.Parse(built.Bytes())
	if err != nil || !reflect.DeepEqual(parsed, built) || string(built.Bytes()) != bytes || len(built.Records) != taken+4 {
		t.Fatalf("%v: built %+v, parsed %+v", err, built, parsed)
	}
}

// BenchmarkClose builds turns from so many commands that wait. A turn takes some twenty-four; the others are
// offered as well, and refused. The figures per command are for all.
func BenchmarkClose(b *testing.B) {
	i := crowd(players)
	for _, n := range []int{1, 4, 16, 64, 256} {
		bodies := walks(i, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			taken := 0
			for b.Loop() {
				next := i.Begin(3)
				taken = offer(next, i, bodies)
				next.Turn()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/command")
			b.ReportMetric(float64(taken), "taken")
		})
	}
}

// BenchmarkParse reads a full turn.
func BenchmarkParse(b *testing.B) {
	i := crowd(40)
	next := i.Begin(3)
	offer(next, i, walks(i, 40))
	body := next.Turn().Bytes()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := turn.Parse(body); err != nil {
			b.Fatal(err)
		}
	}
}
