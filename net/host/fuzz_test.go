package host

import (
	"bytes"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/authorqueue"
	"manyhold/net/host/evidence"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/policy"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/relay"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

func seedFrames(f *testing.F) {
	e := epoch.New(epoch.Config{Record: testRecord(), Me: epoch.Voter{Key: key.FromSeed([32]byte{1}).ID(), Incarnation: 7}, Fresh: true, Now: time.Unix(0, 0)})
	_ = e.Close(time.Unix(0, 0), []byte{3}, signaturesFor([key.SignatureSize]byte{1}), nil)
	b := message.AppendDigests(message.BeginFrame(nil, 1), []message.Digest{{Turn: 5, Term: 2, Sum: 99}, {Turn: 4, Term: 2, Sum: 98}})
	b, _ = message.AppendWindow(b, e, message.Repeated, epoch.Share{Signatures: true})
	b = message.AppendHead(b, epoch.Head{Term: 1, Turn: 1})
	b = message.AppendMessages(b, []epoch.Message{{Type: kernel.Acknowledgement, Term: 2, Index: 3}})
	f.Add(message.AppendCommands(b, []message.Command{{Seq: 1, Body: []byte("a")}, {Seq: 4, Body: []byte("b"), Signature: [key.SignatureSize]byte{7}}}))
	g := message.Greeting{Incarnation: 1, Willing: true, Epoch: 1, Turn: 7}
	f.Add(g.Encode())
	f.Add(message.AppendSynced(append([]byte(nil), b...), 4))
	w := message.Welcome{Genesis: store.Genesis{Founder: key.ID{1}, Name: "fuzz", Licence: store.DefaultLicence}, Epoch: 1, At: epoch.Position{Index: 2, Term: 2, Turn: 1}}
	f.Add(w.Encode())
	f.Add(recordlist.Encode(recordlist.Welcome, [32]byte{}, []*epoch.Record{testRecord()})[0])
	f.Add(message.Wanting{Epoch: message.EpochName{Number: 1}, First: 2}.Encode())
	f.Add(e.AppendWindow(message.BeginTurns(message.EpochName{Number: 3, Forked: true, Tag: 7}), 3, 500, epoch.Share{}))
	v := message.Verdict{Epoch: 1, Right: message.Digest{Turn: 3, Term: 2, Sum: 1}}
	f.Add(v.Encode())
	f.Add(message.Handing{Step: message.HandAsk, Number: 5}.Encode())
	pair, where := key.FromSeed([32]byte{1}), testRecord().Where()
	one := epoch.Head{Term: 2, Turn: 20}.Signed(pair, where)
	two := epoch.Head{Term: 2, Turn: 20, Hash: [32]byte{1}}.Signed(pair, where)
	f.Add(evidence.EncodeSignedHead(where.Epoch, pair.ID(), one))
	proof, _ := epoch.NewEquivocation(where, pair.ID(), one, two)
	f.Add(evidence.EncodeProof(proof))
	sealer := NewCore(kernel.Options{Key: pair})
	sealer.Epoch = e
	f.Add(protocolOf(sealer).relay.Seal(e.AppendWindow(append(message.BeginFrame(nil, 1)[:1], message.HasRun, 1), message.Repeated, 500, epoch.Share{})))
	child := pair.ID()
	f.Add(append([]byte{byte(wire.Relay), relay.RelayChildren, 1, 2, 1}, child[:]...))
	f.Add(append([]byte{byte(wire.Relay), relay.RelayLost, 1}, child[:]...))
	world := charter.World{ID: where.World, Founder: pair.ID()}
	set := charter.NewSet(world)
	entry, _ := set.Write(pair, charter.Entry{Act: charter.SetTitle, Text: "Home"}, 1)
	f.Add(set.Summary().Append(append([]byte{byte(wire.Charter), policy.CharterSummary}, make([]byte, 32)...)))
	f.Add(wire.AppendBlob([]byte{byte(wire.Charter), policy.CharterEntries}, entry.Append(nil)))
	login := &charter.Login{First: 1, Last: 1}
	login.Sign(pair, world.ID)
	f.Add(login.Append([]byte{byte(wire.Charter), policy.CharterLogin}))
	keeper := &charter.Appointment{Player: pair.ID(), Clock: 1, From: 1, Until: 2, Reason: charter.IsHeir}
	f.Add(keeper.Append([]byte{byte(wire.Charter), policy.CharterAppoint}))
	f.Add(wire.AppendBlob([]byte{byte(wire.Charter), policy.CharterEntries}, keeper.Append(nil)))
}

func testRecord() *epoch.Record {
	pair := key.FromSeed([32]byte{1})
	g := store.Genesis{Founder: pair.ID(), Name: "fuzz", Licence: store.DefaultLicence}
	r := &epoch.Record{Reason: epoch.Founded, World: g.ID(), Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true, Voters: []epoch.Voter{{Key: pair.ID(), Incarnation: 7}}}
	r.Sign(pair)
	return r
}

// FuzzFrame: a frame that decodes encodes again to the same bytes.
func FuzzFrame(f *testing.F) {
	seedFrames(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		var d message.Frame
		if len(b) < 2 || b[0] != byte(wire.Frame) || d.Decode(b) != nil {
			return
		}
		out := message.BeginFrame(nil, d.Epoch)
		if d.Forked {
			out = message.AppendTag(out, d.Tag)
		}
		if len(d.Digests) > 0 {
			out = message.AppendDigests(out, d.Digests)
		}
		if d.HasRun {
			out[1] |= message.HasRun
			out = d.Run.Append(out)
		}
		if d.HasHead {
			out = message.AppendHead(out, d.Head)
		}
		if b[1]&message.HasSynced != 0 {
			out = message.AppendSynced(out, d.Synced)
		}
		if b[1]&message.HasMessages != 0 {
			out = message.AppendMessages(out, d.Messages)
		}
		if b[1]&message.HasCommands != 0 {
			out = message.AppendCommands(out, d.Commands)
		}
		if !bytes.Equal(out, b) {
			t.Errorf("two encodings of one frame:\n%x\n%x", b, out)
		}
	})
}

// FuzzReceive gives whatever a peer can send to a leader, a follower and a joiner, twice.
func FuzzReceive(f *testing.F) {
	seedFrames(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		now := time.Unix(0, 0)
		pair := key.FromSeed([32]byte{1})
		g := store.Genesis{Founder: pair.ID(), Name: "fuzz", Licence: store.DefaultLicence}
		leader := NewCore(kernel.Options{Key: pair, Rules: 1, Incarnation: 7})
		must(t, protocolOf(leader).joining.Found(now, g, newLedger(), &testFile{}))
		leader.Journal.Recorded(now, 1, nil)
		joiner := NewCore(kernel.Options{Key: key.FromSeed([32]byte{2}), Incarnation: 8, Open: func(store.Genesis) (kernel.Machine, kernel.Log, error) {
			return newLedger(), &testFile{}, nil
		}})
		must(t, protocolOf(joiner).joining.Join(now, g.ID()))
		for _, c := range []*kernel.Core{leader, joiner} {
			peer := key.FromSeed([32]byte{3}).ID()
			c.LinkUp(now, peer, link.Info{})
			said := message.Greeting{Incarnation: 3, Willing: true, Wants: true, Epoch: 1, Turn: 3}
			c.Receive(now, peer, link.Stream, said.Encode())
			for range 3 {
				now = now.Add(300 * time.Millisecond)
				c.Tick(now)
				c.Receive(now, peer, link.Stream, b)
				c.Ready()
			}
			c.LinkDown(now, peer, "")
		}
	})
}

func TestCommandsOfAFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var commands []message.Command
		seq := uint64(0)
		for range rapid.IntRange(1, message.MaxCommands).Draw(t, "n") {
			seq += rapid.Uint64Range(1, 1000).Draw(t, "step")
			commands = append(commands, message.Command{Seq: seq, Body: rapid.SliceOfN(rapid.Byte(), 0, message.MaxBody).Draw(t, "body"), Signature: [key.SignatureSize]byte{byte(seq)}})
		}
		var f message.Frame
		if err := f.Decode(message.AppendCommands(message.BeginFrame(nil, 3), commands)); err != nil {
			t.Fatal(err)
		}
		for i, c := range f.Commands {
			if c.Seq != commands[i].Seq || c.Signature != commands[i].Signature || !bytes.Equal(c.Body, commands[i].Body) {
				t.Fatalf("command %d: %v, want %v", i, c, commands[i])
			}
		}
	})
}

// TestQueueTakesEachOnce: however frames are repeated and overtake each other, a queue has every number
// at most once and in order.
func TestQueueTakesEachOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q authorqueue.Queue
		last := uint64(0)
		for range 50 {
			first := rapid.Uint64Range(1, 60).Draw(t, "first")
			for s := first; s < first+rapid.Uint64Range(1, 5).Draw(t, "n"); s++ {
				q.Add(message.Command{Seq: s})
			}
			if rapid.Bool().Draw(t, "take") && len(q.Waiting) > 0 {
				s := q.Waiting[0].Seq
				q.Waiting, q.Taken = q.Waiting[1:], s
				if s <= last {
					t.Fatalf("%d after %d", s, last)
				}
				last = s
			}
		}
	})
}

// stuckLink is a link of which only the identity is used.
type stuckLink struct {
	link.Link
	id     key.ID
	closed chan struct{}
}

func (l *stuckLink) Peer() key.ID { return l.id }
func (l *stuckLink) Close(string) {
	select {
	case l.closed <- struct{}{}:
	default:
	}
}

// TestInboxIsBoundedAndFair: a flood of one link costs that link only.
func TestInboxIsBoundedAndFair(t *testing.T) {
	in := newInbox()
	loud := &stuckLink{id: key.ID{1}, closed: make(chan struct{}, 1)}
	quiet := &stuckLink{id: key.ID{2}}
	in.up(loud)
	in.up(quiet)
	for range 10 * maxDatagrams {
		in.receive(loud, link.Datagram, []byte{1})
	}
	for range maxStream + 1 {
		in.receive(loud, link.Stream, []byte{1})
	}
	<-loud.closed
	in.receive(quiet, link.Datagram, []byte{2})
	p := in.take()
	heard := false
	for _, m := range p.messages {
		heard = heard || m.link == link.Link(quiet) && m.kind == inputBytes
	}
	if !heard || !p.more || p.overflow == 0 || len(p.messages) > 2*portionSize {
		t.Errorf("heard %v, %d messages, more %v, overflow %d", heard, len(p.messages), p.more, p.overflow)
	}
	n := len(p.messages)
	for p.more {
		p = in.take()
		n += len(p.messages)
	}
	if n > maxDatagrams+maxStream+3 {
		t.Errorf("%d messages were kept", n)
	}
	in.down(loud, "gone")
	in.take()
	if len(in.queues) != 1 {
		t.Errorf("%d queues", len(in.queues))
	}
}
