package simgame

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/replica"
	"manyhold/game"
	"manyhold/game/item"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/rerun"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/sim"
	"manyhold/net/store"
	"manyhold/net/store/segment"
)

// recorded is a branch of two players on the real island: its chain, the state at its beginning and its
// turns, with real signatures.
type recorded struct {
	chain   rerun.Chain
	from    store.Checkpoint
	entries []store.Entry
	end     store.Checkpoint
}

// record plays a branch of two who walk, dig, build, throw and talk, each three commands a second.
func record(tb testing.TB, turns int) *recorded {
	tb.Helper()
	pairs := []key.Pair{key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2})}
	g := store.Genesis{Founder: pairs[0].ID(), Seed: 7, Rules: uint32(game.CurrentRules), Name: "test", Licence: store.DefaultLicence, Start: uint8(item.Builders)}
	i := node.NewIsland(g)
	first := &epoch.Record{Reason: epoch.Founded, World: g.ID(), Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: g.Rules, Ticks: 3, Firm: true, Voters: []epoch.Voter{{Key: pairs[0].ID(), Incarnation: 1}}}
	first.Sign(pairs[0])
	alone := first.After(epoch.Provisional, epoch.Position{})
	alone.Rules, alone.Ticks, alone.Voters, alone.Round = g.Rules, 3, first.Voters, 1
	alone.Sign(pairs[0])
	r := &recorded{from: store.Checkpoint{Epoch: 1, Snapshot: i.Snapshot(nil)}}
	r.chain = rerun.Chain{World: g.ID(), Island: epoch.Home, Signed: true, Record: func(number uint64) *epoch.Record {
		return map[uint64]*epoch.Record{1: first, 2: alone}[number]
	}}
	rng := rand.New(rand.NewPCG(1, 2))
	hash, seqs := [32]byte{}, []uint64{0, 0}
	for n := 1; n <= turns; n++ {
		b := i.Begin(3)
		var statements []key.Statement
		var halves [][key.HalfSize]byte
		var signatures []byte
		place := 0
		for k, p := range pairs {
			if n%7 != k && i.Sequence(p.ID()) > 0 {
				continue
			}
			body := Game{}.Command(sim.Scene{Machine: i, Me: p.ID(), Chance: rng, Island: epoch.Home, Habit: sim.Building})
			if body == nil {
				continue
			}
			taken, err := b.Append(p.ID(), seqs[k]+1, body)
			if err != nil || !taken {
				continue
			}
			seqs[k]++
			sum := kernel.CommandSum(alone.Where(), seqs[k], body)
			s := p.Sign(verify.CommandDomain, sum[:])
			nonce := [key.HalfSize]byte(s[:])
			signatures = epoch.AppendCommandSignature(signatures, place, nonce)
			statements = append(statements, kernel.StatementOf(alone.Where(), p.ID(), seqs[k], body, nonce))
			halves = append(halves, [key.HalfSize]byte(s[key.HalfSize:]))
			place++
		}
		if place > 0 {
			half, err := key.Aggregate(verify.CommandDomain, statements, halves)
			if err != nil {
				tb.Fatal(err)
			}
			signatures = epoch.AppendAggregate(signatures, half)
		}
		turn := b.Turn()
		i.Step(turn)
		hash = epoch.ChainHash(hash, g.ID(), 2, uint64(n), g.Rules, turn.Bytes())
		r.entries = append(r.entries, store.Entry{Epoch: 2, Turn: uint64(n), Hash: hash, Body: turn.Bytes(), Signatures: signatures})
	}
	r.end = store.Checkpoint{Epoch: 2, Turn: uint64(turns), Hash: hash, Snapshot: i.Snapshot(nil)}
	return r
}

// run executes the branch again, and says why not.
func (r *recorded) run(entries []store.Entry) (*rerun.Run, error) {
	run, err := rerun.Begin(r.chain, replica.New(), r.from)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := run.Step(e); err != nil {
			return run, err
		}
	}
	return run, nil
}

// TestRerun: the turns of a branch of the real island lead to its state, and no edit of them does.
func TestRerun(t *testing.T) {
	r := record(t, 1200)
	run, err := r.run(r.entries)
	if err != nil || run.Hash != r.end.Hash || string(run.Machine.Snapshot(nil)) != string(r.end.Snapshot) {
		t.Fatalf("the turns lead elsewhere: %v", err)
	}
	cheat := node.NewIsland(store.Genesis{Founder: key.FromSeed([32]byte{1}).ID(), Seed: 7, Rules: uint32(game.CurrentRules), Name: "test", Licence: store.DefaultLicence, Start: uint8(item.Builders)})
	if err := cheat.Restore(Game{}.Edit(r.end.Snapshot)); err != nil || replica.Of(cheat).Ledger.Created[item.Crystal] < 200 {
		t.Fatalf("not edited: %v", err)
	}
	if string(run.Machine.Snapshot(nil)) == string(cheat.Snapshot(nil)) {
		t.Error("the turns lead to an edited state")
	}
	k := 0
	for len(r.entries[k].Signatures) == 0 || r.entries[k].Turn < 20 {
		k++
	}
	for what, edit := range map[string]func(e *store.Entry) error{
		"a body":        func(e *store.Entry) error { e.Body[len(e.Body)-1] ^= 1; return rerun.ErrForged },
		"a signature":   func(e *store.Entry) error { e.Signatures[40] ^= 1; return rerun.ErrForged },
		"no signatures": func(e *store.Entry) error { e.Signatures = nil; return rerun.ErrUnproven },
		"a number":      func(e *store.Entry) error { e.Turn++; return rerun.ErrForged },
	} {
		entries := append([]store.Entry(nil), r.entries...)
		e := entries[k]
		e.Body, e.Signatures = append([]byte(nil), e.Body...), append([]byte(nil), e.Signatures...)
		want := edit(&e)
		entries[k] = e
		if _, err := r.run(entries); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
}

// BenchmarkBranchHour executes one hour of play by two players again, with real signatures, as a voter does
// before it merges a branch: without pauses. It reports the seconds, and the bytes that the turns take.
func BenchmarkBranchHour(b *testing.B) {
	r := record(b, int(time.Hour/(50*time.Millisecond)))
	size, signed := 0, 0
	for _, s := range segment.List(r.entries) {
		size += len(s)
	}
	for _, e := range r.entries {
		if len(e.Signatures) > 0 {
			signed++
		}
	}
	b.ResetTimer()
	for b.Loop() {
		run, err := r.run(r.entries)
		if err != nil || run.Hash != r.end.Hash || string(run.Machine.Snapshot(nil)) != string(r.end.Snapshot) {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/hour")
	b.ReportMetric(float64(size)/1e6, "MB/hour")
	b.ReportMetric(float64(signed), "signed-turns")
}
