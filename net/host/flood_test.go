package host

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/policy"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

// logged counts what a log says.
type logged struct {
	lines []string
	of    string // only those about this peer
}

func (l *logged) Enabled(context.Context, slog.Level) bool { return true }
func (l *logged) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *logged) WithGroup(string) slog.Handler            { return l }
func (l *logged) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "peer" && a.Value.String() == l.of {
			l.lines = append(l.lines, r.Message)
		}
		return true
	})
	return nil
}

// TestFloods: a peer sends requests, or messages that must be verified, thousands of times a second. It gets
// some answers, is named in the log a few times in all and counted, and delays no turn.
func TestFloods(t *testing.T) {
	t.Parallel()
	const (
		each  = 3 * time.Second // of one flood
		step  = 5 * time.Millisecond
		burst = 20 // messages in each step
	)
	log := &logged{of: "m"}
	c := newCluster(t, 81, lan)
	c.options = func(o *kernel.Options) {
		o.Charter = true
		if o.Name == "a" {
			o.Log = slog.New(log)
		}
	}
	c.grow(4)
	a, b := c.nodes[0], c.nodes[1]
	m := c.join("m")
	c.run(15 * time.Second)
	if l := c.leader(); l != a || a.core.Epoch.Record().Votes(m.id()) {
		t.Fatal("a does not lead, or the villain votes")
	}
	for i := range 60 { // something that can be asked for
		must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.SetTitle, Text: fmt.Sprint("title ", i)}))
	}
	c.run(2 * time.Second)
	big := make([]byte, 1<<20)
	blobs := [2][32]byte{protocolOf(a.core).forks.Merger.HoldBlob(transfer.Join(nil, []transfer.Part{{Name: "a", Data: big}})), protocolOf(a.core).forks.Merger.HoldBlob(transfer.Join(nil, []transfer.Part{{Name: "b", Data: big}}))}
	first := a.core.Ancestry.Records[0]
	toM, counting := 0, false
	a.twist = func(to key.ID, b []byte) []byte {
		if counting && to == m.id() {
			toM += len(b)
		}
		return b
	}
	login := func(i int) []byte {
		l := &charter.Login{First: uint64(c.net.Now().Unix()), Last: uint64(c.net.Now().Unix()) + uint64(i%5)}
		l.Sign(m.pair, c.world)
		l.Epoch = a.core.Epoch.Record().Hash()
		return l.Append([]byte{byte(wire.Charter), policy.CharterLogin})
	}
	report := message.Report{Epoch: 1, Name: first.Hash(), Incarnation: 7, Turn: 3, Committed: 2}
	offer := &message.BranchOffer{Shared: first.Hash(), Turn: 99, Hash: [32]byte{7}, Size: 100}
	other := epoch.Head{Term: 99, Turn: 1, Hash: [32]byte{9}}
	for _, flood := range []struct {
		name string
		from *testNode
		say  func(i int) []byte
		most int // bytes that are given in all
	}{
		{"wanting the world", m, func(int) []byte { g := message.Greeting{Incarnation: 7, Capacity: 1, Wants: true}; return g.Encode() }, 60 << 10},
		{"boasting", m, func(i int) []byte {
			g := message.Greeting{Incarnation: 7, Capacity: 1 << 20, Epoch: 1 << 40, Turn: uint64(i), Firm: true}
			return g.Encode()
		}, 40 << 10},
		{"a charter that lacks everything", m, func(int) []byte {
			return charter.NewSet(charter.World{ID: c.world}).Summary().Append(append([]byte{byte(wire.Charter), policy.CharterSummary}, make([]byte, 32)...))
		}, 16 << 20},
		{"logins", m, login, 100 << 10},
		{"reports of an epoch long ago", m, func(int) []byte { return report.Encode() }, 20 << 20},
		{"turns of a recovery", m, func(int) []byte { return message.EncodeWanted(1) }, 24 << 20},
		{"the fork's records", m, func(int) []byte { return recordlist.EncodeAsk(recordlist.Name{Number: 1, Hash: first.Hash()}) }, 24 << 20},
		{"blobs in turn", m, func(i int) []byte { return message.EncodeBlobStep(message.StepWantBlob, blobs[i%2]) }, 60 << 10},
		{"branches that are none", m, func(int) []byte { return offer.Encode()[0] }, 60 << 10},
		{"hand-overs", m, func(int) []byte { return message.Handing{Step: message.HandAsk, Number: 5}.Encode() }, 40 << 10},
		{"questions to sign", m, func(int) []byte {
			g := message.Gist{To: 7, First: 1, Expect: 1, Record: a.core.Epoch.Record().Hash()}
			return g.Encode(message.CosignAsk)
		}, 40 << 10},
		{"heads of another chain", b, func(i int) []byte {
			return message.AppendHead(message.BeginFrame(nil, a.core.Epoch.Record().Number), other.Signed(b.pair, a.core.Epochs.Where()))
		}, 80 << 10},
	} {
		before := a.core.Counters
		lines := len(log.lines)
		if log.of = flood.from.name; flood.from == b {
			lines = 0
			log.lines = nil
		}
		toM, counting = 0, true
		c.watchGaps, c.longest, c.lastTurn = true, 0, c.net.Now()
		sent := 0
		for range int(each / step) {
			for range burst {
				a.core.Receive(c.net.Now(), flood.from.id(), link.Stream, flood.say(sent))
				sent++
			}
			a.act()
			c.run(step)
		}
		counting = false
		said := log.lines[lines:]
		t.Logf("%s: %d sent, %d bytes given, %d flooded, %d unexpected, log %q, longest pause %v", flood.name, sent, toM, a.core.Counters[counter.Flooded]-before[counter.Flooded],
			a.core.Counters[counter.Unexpected]-before[counter.Unexpected], said, c.longest)
		if toM > flood.most {
			t.Errorf("%s: %d bytes are given", flood.name, toM)
		}
		if len(said) > 3 {
			t.Errorf("%s: the log says %q", flood.name, said)
		}
		if a.core.Counters[counter.Flooded] == before[counter.Flooded] {
			t.Errorf("%s is not counted", flood.name)
		}
		if c.longest > 110*time.Millisecond {
			t.Errorf("%s: a pause of %v", flood.name, c.longest)
		}
		c.run(6 * time.Second)
	}
	for _, n := range c.nodes[:4] {
		n.say("fine")
	}
	c.agree(2 * time.Second)
	if a.core.Counters[counter.Resyncs] > 0 || len(a.desyncs) > 0 {
		t.Error("the leader took another state")
	}
}

// TestAnAuthorsShare: an author that gives more commands than it may is held to its share, for as long as it
// goes on, and the commands of another one are taken at once meanwhile.
func TestAnAuthorsShare(t *testing.T) {
	t.Parallel()
	const time1, time2 = 30 * time.Second, 60 * time.Second
	c := newCluster(t, 83, lan)
	c.grow(3)
	a, b, m := c.nodes[0], c.nodes[1], c.nodes[2]
	c.run(3 * time.Second)
	taken := func() uint64 { return a.machine.Sequence(m.id()) }
	flood := func(d time.Duration) {
		for end := c.net.Now().Add(d); c.net.Now().Before(end); {
			for m.seq < taken()+64 {
				m.say("more, and then a little more of it")
			}
			c.run(50 * time.Millisecond)
		}
	}
	began := taken()
	flood(time1)
	middle := taken()
	flood(time2)
	const units = 3 // of each of these commands
	if n := float64(taken() - middle); n > 1.05*30*time2.Seconds()/units || n < 0.8*30*time2.Seconds()/units {
		t.Errorf("%v commands are taken in %v, after %d in the first %v", n, time2, middle-began, time1)
	}
	for range 20 {
		seq := b.seq + 1
		b.say("an honest one")
		if late := c.until("an honest command", time.Second, func() bool { return a.machine.Sequence(b.id()) >= seq }); late > 300*time.Millisecond {
			t.Errorf("an honest command takes %v", late)
		}
		flood(200 * time.Millisecond)
	}
}
