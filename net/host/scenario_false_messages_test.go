package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/certificate"
	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/evidence"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/policy"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/relay"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// TestHostileWords: well-formed messages that are false, or that their sender may not send, are refused and
// counted, and change nothing of the true state of the world.
func TestHostileWords(t *testing.T) {
	c := newCluster(t, 83, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	a, b := c.nodes[0], c.nodes[1] // the leader and a voter
	m := c.join("m")
	c.run(12 * time.Second)
	record := a.core.Epoch.Record()
	if c.leader() != a || record.Votes(m.id()) || !record.Votes(b.id()) || a.core.Status(c.net.Now()).Charter.Logins != 4 {
		t.Fatal("a does not lead, or m votes, or somebody is not logged in")
	}
	now := c.net.Now().Unix()
	day := charter.Day(now)
	entry := func(by key.Pair, e charter.Entry) []byte {
		e.Number, e.Clock, e.Day = max(1, e.Number), max(1, e.Clock), max(day, e.Day)
		e.Sign(by, c.world)
		return e.Append(nil)
	}
	given := func(items ...[]byte) []byte {
		msg := []byte{byte(wire.Charter), policy.CharterEntries}
		for _, x := range items {
			msg = wire.AppendBlob(msg, x)
		}
		return msg
	}
	login := func(by key.Pair, first, last int64, seals ...key.Pair) []byte {
		l := &charter.Login{First: uint64(first), Last: uint64(last)}
		l.Sign(by, c.world)
		var all []epoch.Cosignature
		for _, p := range seals {
			all = append(all, l.Cosign(p, c.world, record.Hash()))
		}
		return l.WithSignatures(record, all).Append(nil)
	}
	keeper := func(from uint32, signed ...key.Pair) []byte {
		x := &charter.Appointment{Player: m.id(), Clock: 9, From: from, Until: from + 1, Reason: charter.IsHeir}
		var all []epoch.Cosignature
		for _, p := range signed {
			all = append(all, x.Cosign(p, c.world, record.Hash()))
		}
		return x.WithSignatures(record, all).Append(nil)
	}
	forgedEntry := func() []byte {
		e := charter.Entry{Act: charter.SetTitle, Author: a.id(), Number: 9, Clock: 9, Day: day, Text: "Mine"}
		e.Signature = m.pair.Sign("manyhold charter", nil)
		return e.Append(nil)
	}
	successor := func(by key.Pair) *epoch.Record {
		at, _ := a.core.Epoch.At(a.core.History.Committed)
		r := &epoch.Record{Reason: epoch.HandOver, World: c.world, Island: message.Home, Number: record.Number + 1, FirstTurn: at.Turn + 1, Chain: at.Hash, Previous: record.Hash(),
			Rules: 1, Ticks: 3, Firm: true, Voters: []epoch.Voter{{Key: m.id(), Incarnation: 1}}}
		r.Sign(by)
		return r
	}
	recovery := *successor(m.pair)
	recovery.Reason, recovery.Signer, recovery.Round = epoch.Agreed, m.id(), 9
	certificate := func(by key.Pair, n int) []byte {
		says := epoch.Certificate{Number: record.Number, Turn: certificate.Every, Hash: [32]byte{6}, Root: [32]byte{6}}
		says.Add(says.Cosign(by, record))
		if n > 1 {
			says.Add(says.Cosign(b.pair, record))
		}
		return says.Append([]byte{byte(wire.Certificate)})
	}
	x := m.id()
	for _, word := range []struct {
		name   string
		from   *testNode
		say    []byte
		counts string // "unexpected", "garbage", "" when it is passed over
	}{
		{"a title by nobody who may", m, given(entry(m.pair, charter.Entry{Act: charter.SetTitle, Text: "Mine"})), ""},
		{"a rank for oneself", m, given(entry(m.pair, charter.Entry{Act: charter.Name, Subject: b.id(), Value: uint64(charter.Keeper)})), ""},
		{"a title in the founder's name", m, given(forgedEntry()), "garbage"},
		{"an entry of next year", m, given(entry(m.pair, charter.Entry{Act: charter.SetTitle, Text: "Mine", Day: day + 365})), "garbage"},
		{"a clock ahead of its day", m, given(entry(m.pair, charter.Entry{Act: charter.SetTitle, Text: "Mine", Clock: 1 << 60})), "garbage"},
		{"a login without countersignatures", m, given(login(m.pair, now, now+5)), "garbage"},
		{"a login with one of three", m, given(login(m.pair, now, now+5, b.pair)), "garbage"},
		{"a login with one of three and a stranger's", m, given(login(m.pair, now, now+5, b.pair, m.pair)), "garbage"},
		{"a login of next year", m, given(login(m.pair, now, now+400*86400, a.pair, b.pair)), "garbage"},
		{"another's login to be countersigned", m, append([]byte{byte(wire.Charter), policy.CharterLogin}, login(b.pair, now, now)...), "unexpected"},
		{"an appointment without signatures", m, given(keeper(day)), "garbage"},
		{"an appointment with one of three", m, given(keeper(day, b.pair)), "garbage"},
		{"an appointment with one of three and a stranger's", m, given(keeper(day, b.pair, m.pair)), "garbage"},
		{"an appointment of next year", m, given(keeper(day+365, a.pair, b.pair)), "garbage"},
		{"an appointment that is not due, to be signed", m, append([]byte{byte(wire.Charter), policy.CharterAppoint}, keeper(day)...), ""},
		{"a signature under an appointment that nobody asked for", b, append([]byte{byte(wire.Charter), 7}, make([]byte, 64)...), ""},
		{"a step of the charter that is none", m, []byte{byte(wire.Charter), 9}, "garbage"},
		{"a record of an epoch by who does not vote", m, recordlist.Encode(recordlist.Welcome, [32]byte{}, []*epoch.Record{successor(m.pair)})[0], "unexpected"},
		{"a record of an epoch by a voter", b, recordlist.Encode(recordlist.Welcome, [32]byte{}, []*epoch.Record{successor(b.pair)})[0], "unexpected"},
		{"records that follow, told", m, recordlist.Encode(recordlist.Told, record.Hash(), []*epoch.Record{successor(m.pair)})[0], "*"},
		{"a recovery while there is none", m, message.EncodeProposing(&recovery, message.Claim{}), "*"},
		{"a promise to be made", m, message.Asking{Epoch: record.Number, Name: record.Hash(), Round: 1 << 40}.Encode(), ""},
		{"a verdict by who does not lead", m, append(wire.AppendU64(wire.AppendUvarint(wire.AppendUvarint(wire.AppendUvarint([]byte{byte(wire.Digests)}, record.Number), a.core.History.Executed), 2), 666), x[:]...), "unexpected"},
		{"the lead, asked for", m, message.Handing{Step: message.HandAsk, Number: a.core.History.Executed}.Encode(), "unexpected"},
		{"a decree, asked for by who did not found", m, message.BeginFork(message.StepDecree), "unexpected"},
		{"what was decided about a branch", m, message.BranchVerdict{ID: [32]byte{1}, Verdict: message.VerdictTaken, Words: ""}.Encode(), "unexpected"},
		{"a branch, asked for", m, message.BranchTake{ID: [32]byte{1}, Base: 0}.Encode(), "unexpected"},
		{"a blob to be held", m, message.EncodeBlobStep(message.StepHold, [32]byte{1}), "unexpected"},
		{"a piece of nothing that was asked for", m, append(message.EncodeBlobStep(message.StepPiece, [32]byte{1}), byte(wire.Want), 1), "unexpected"},
		{"a piece without a message", m, message.EncodeBlobStep(message.StepPiece, [32]byte{1}), "garbage"},
		{"blocks wanted of no transfer", m, append([]byte{byte(wire.Want)}, make([]byte, 8)...), "*"},
		{"a welcome that nobody asked for", m, (&message.Welcome{Genesis: a.core.Genesis, Epoch: 1, At: epoch.Position{Index: 1, Term: 1}}).Encode(), "unexpected"},
		{"more children for a relay than one can have", m, append([]byte{byte(wire.Relay), relay.RelayChildren, 1, 2, relay.MaxChildren + 1}, make([]byte, 32*(relay.MaxChildren+1))...), "garbage"},
		{"a certificate with another's seal", m, certificate(m.pair, 2), "garbage"},
		{"a certificate by who does not vote", m, certificate(m.pair, 1), ""},
		{"a head that another signed", m, evidence.EncodeSignedHead(record.Hash(), b.id(), epoch.Head{Term: 9, Turn: 9, Hash: [32]byte{4}}.Signed(m.pair, a.core.Epochs.Where())), "unexpected"},
		{"a proof that proves nothing", m, append([]byte{byte(wire.HeadGossip), evidence.GossipProof}, make([]byte, 300)...), "garbage"},
		{"a signature under a letter, asked for", m, (&message.Gist{To: 7, Record: record.Hash(), First: 1, Expect: 1}).Encode(message.CosignAsk), "unexpected"},
	} {
		before, digest := a.core.Counters, a.core.Standing.Charter.Digest
		a.core.Receive(c.net.Now(), word.from.id(), link.Stream, word.say)
		a.act()
		garbage, unexpected := a.core.Counters[counter.Garbage]-before[counter.Garbage], a.core.Counters[counter.Unexpected]-before[counter.Unexpected]
		if want := word.counts; want != "*" && (garbage > 0) != (want == "garbage") || want != "*" && (unexpected > 0) != (want == "unexpected") || want == "*" && garbage+unexpected > 1 {
			t.Errorf("%s: counted %d garbage, %d unexpected, not as %q", word.name, garbage, unexpected, want)
		}
		c.run(150 * time.Millisecond) // of the charter, eight messages are looked at in a second
		s := a.core.Status(c.net.Now())
		if a.core.Standing.Charter.Digest != digest || s.Charter.Title != "" || s.Charter.Logins != 4 || s.Charter.Keepers != 0 {
			t.Errorf("%s: the charter is another: %+v", word.name, s.Charter)
		}
		if a.core.Epoch.Record() != record || !a.core.Epoch.Leading() || len(protocolOf(a.core).recoveries.Acceptor.State.Promised.By) > 0 && protocolOf(a.core).recoveries.Acceptor.State.Promised.Round > 0 || len(a.core.Standing.Proofs) > 0 {
			t.Fatalf("%s: the epoch, the lead, or the acceptor state is another", word.name)
		}
	}
	c.run(2 * time.Second)
	for _, n := range c.nodes {
		n.say("fine")
	}
	c.agree(2 * time.Second)
	if len(a.core.Ancestry.Records) != int(record.Number) {
		t.Errorf("epoch %d, was %d", len(a.core.Ancestry.Records), record.Number)
	}
}

// TestCharterOfThousands: entries of thousands of authors without a rank take bounded room and no space in
// the file, and keep no rightful entry out.
func TestCharterOfThousands(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 84, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	a, m := c.nodes[0], c.nodes[2]
	c.until("the charter is there", 10*time.Second, func() bool { return a.core.Status(c.net.Now()).Charter.Logins == 3 })
	rows := len(a.file.charter)
	for i := range 40 {
		msg := []byte{byte(wire.Charter), policy.CharterEntries}
		for j := range 50 {
			e := charter.Entry{Act: charter.SetTitle, Number: 1, Clock: 1, Day: charter.Day(c.net.Now().Unix()), Text: "Mine"}
			e.Sign(key.FromSeed([32]byte{9, byte(i), byte(j)}), c.world)
			msg = wire.AppendBlob(msg, e.Append(nil))
		}
		a.core.Receive(c.net.Now(), m.id(), link.Stream, msg)
		a.act()
		c.run(300 * time.Millisecond)
	}
	if n := len(a.core.Standing.Charter.Set.Entries()); n != 0 || len(a.file.charter) != rows {
		t.Errorf("%d entries count, %d rows are in the file, were %d", n, len(a.file.charter), rows)
	}
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.SetTitle, Text: "Ours"}))
	c.until("the founder's title is everywhere", 5*time.Second, func() bool {
		for _, n := range c.nodes {
			if n.core.Status(c.net.Now()).Charter.Title != "Ours" {
				return false
			}
		}
		return true
	})
}

// TestHostileMergeRequests: nobody ends an island by asking for it without leading the island that would take
// it in, or when that one is not near.
func TestHostileMergeRequests(t *testing.T) {
	a := newArchipelago(t, 85)
	a.found("a")
	for _, name := range []string{"b", "c", "d"} {
		a.join(name)
	}
	a.run(8 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.run(2 * time.Second)
	a.nodes[0].say(coins.Apart(1, a.nodes[2].id(), a.nodes[3].id()))
	a.until("there are two islands", 15*time.Second, func() bool { return len(a.nodes[0].islands()) == 2 })
	a.run(2 * time.Second)
	island := a.nodes[0].islands()[1]
	var leader, other *islander
	for _, n := range a.nodes {
		if n.world.islands.get(island).Epoch.Leading() {
			leader = n
		} else if !n.world.islands.home().Epoch.Leading() {
			other = n
		}
	}
	if leader == nil || other == nil {
		t.Fatal("nobody leads the island, or all do")
	}
	home := a.by[leader.world.islands.home().Epoch.Leader()]
	for _, try := range []struct {
		name    string
		from    *islander
		say     []byte
		counted string
	}{
		{"by who does not lead", other, message.MergeRequest{Step: message.StepAskEnd, Into: message.Home, From: island, People: 1}.Encode(), "unexpected"},
		{"for an island that nobody knows", other, message.MergeRequest{Step: message.StepAskEnd, Into: island - 1, From: island, People: 1}.Encode(), "*"},
		{"of an island that is not here", other, message.MergeRequest{Step: message.StepAskEnd, Into: message.Home, From: island + 1, People: 1}.Encode(), "unexpected"},
		{"the wrong way round", other, message.MergeRequest{Step: message.StepAskEnd, Into: island, From: message.Home, People: 1}.Encode(), "garbage"},
		{"with more people than there can be", other, message.MergeRequest{Step: message.StepAskEnd, Into: message.Home, From: island, People: 1 << 20}.Encode(), "garbage"},
		{"another step", other, message.MergeRequest{Step: 9, Into: message.Home, From: island, People: 1}.Encode(), "garbage"},
		{"cut short", other, message.MergeRequest{Step: message.StepAskEnd, Into: message.Home, From: island, People: 1}.Encode()[:9], "garbage"},
		{"of islands that are not near", home, message.MergeRequest{Step: message.StepAskEnd, Into: message.Home, From: island, People: 1}.Encode(), "*"},
	} {
		if try.from == leader {
			continue
		}
		before := leader.world.Status(a.net.Now()).Counters
		for range 50 {
			leader.world.Receive(a.net.Now(), try.from.id(), link.Stream, try.say)
		}
		leader.act()
		after := leader.world.Status(a.net.Now()).Counters
		garbage, unexpected := after[counter.Garbage]-before[counter.Garbage], after[counter.Unexpected]-before[counter.Unexpected]
		if fmt.Sprint(garbage, unexpected) != map[string]string{"garbage": "50 0", "unexpected": "0 50"}[try.counted] && try.counted != "*" {
			t.Errorf("%s: counted %d garbage, %d unexpected", try.name, garbage, unexpected)
		}
		a.run(500 * time.Millisecond)
		if leader.world.islands.get(island) == nil || leader.world.islands.get(island).Ancestry.Over() || leader.world.islands.get(island).Epoch.Ending() {
			t.Fatalf("%s: the island ended", try.name)
		}
	}
}
