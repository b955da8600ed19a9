package e2e

import (
	"bytes"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/game/command"
	"manyhold/net/epoch"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/patience"
	"manyhold/net/wire"
)

// attackTime is how long each attack goes on.
const attackTime = 500 * time.Millisecond

// TestHostilePeer: a peer that is linked to both nodes of a world sends every kind of bad message. All of
// them are dropped and counted, all states stay equal, turns come as fast as before, and the honest player
// notices nothing.
func TestHostilePeer(t *testing.T) {
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say good morning; place lamp ~1 ~0")
	v := newVillain(t, "Mallory", a, b)
	v.to(0).Send(link.Stream, v.greet(false, false, 1, 1))
	v.to(1).Send(link.Stream, v.greet(false, false, 1, 1))
	_, start := b.island()
	peace, had := time.Now(), patience.Now()
	b.await("three seconds of peace", 10*time.Second, func() bool { return time.Since(peace) > 3*time.Second })
	_, end := b.island()
	usual := float64(end.TurnOrdered-start.TurnOrdered) / patience.Since(had).Seconds()
	start = end
	v.learn(start.Epoch)
	began, beganWall := patience.Now(), time.Now()
	for _, attack := range attacks {
		t.Run(attack.name, func(t *testing.T) {
			before, _ := a.island()
			sent := attack.run(v, start.Epoch, start.TurnOrdered)
			said := patience.Now()
			b.must("emote 3") // chat is limited
			if took := patience.Since(said); took > 3*time.Second {
				t.Errorf("an order took %v", took)
			}
			after, _ := a.island()
			if attack.counted == "" {
				return
			}
			for deadline := patience.For(3 * time.Second); after.Dropped[attack.counted] == before.Dropped[attack.counted]; after, _ = a.island() {
				if deadline.Over() {
					t.Fatalf("%d were sent and %q counted none: %v", sent, attack.counted, after.Dropped)
				}
			}
			t.Logf("%d sent; %q counted %d", sent, attack.counted, after.Dropped[attack.counted]-before.Dropped[attack.counted])
		})
	}
	var st *status.Status
	st, end = b.island()
	took := patience.Since(began)
	rate := float64(end.TurnOrdered-start.TurnOrdered) / took.Seconds()
	t.Logf("%.1f turns a second at the honest player over %v", rate, took)
	if rate < 0.95*min(usual, 20) {
		t.Errorf("%.2f turns a second, were %.2f before", rate, usual)
	}
	if st.Desyncs != 0 { // the lies about digests are in Ada's counter: the leader compares
		t.Errorf("Bo: %d desyncs", st.Desyncs)
	}
	sameState(t, b, "Ada")
	for _, p := range []*process{a, b} {
		if out := p.output(); strings.Contains(out, "desync: this peer's state is the wrong one") || strings.Contains(out, "was replaced") {
			t.Error("a node believed the villain and took another state")
		}
		if out := p.output(); strings.Contains(out, "said player=Bo text=forged") || strings.Contains(out, "said player=Ada") {
			t.Error("somebody was made to say what they had not")
		}
		if strings.Contains(p.output(), "not signed for this") {
			t.Error("a command was done that its author had not signed")
		}
	}
	// Each complaint is said again after some time. Beside them, each of the villain's links has a few lines.
	most := int(60 * max(1, time.Since(beganWall).Seconds()/took.Seconds()))
	for i, p := range []*process{a, b} {
		complaints, links := 0, 0
		for line := range strings.Lines(p.output()) {
			switch {
			case !strings.Contains(line, "peer=Mallory") && !strings.Contains(line, "peer="+v.pair.ID().Short()):
			case strings.Contains(line, "INF linked peer=") || strings.Contains(line, "INF unlinked peer=") || strings.Contains(line, "INF link down peer="):
				links++
			default:
				complaints++
			}
		}
		if made := v.linked(i); complaints > most || links > 4*(made+2) {
			t.Errorf("the log complains %d times about the villain, and has %d lines about its %d links", complaints, links, made)
		} else {
			t.Logf("the log complains %d times about the villain, and has %d lines about its %d links", complaints, links, made)
		}
	}
	if !strings.Contains(a.output(), "said player=Mallory text=forged") {
		t.Error("what Mallory sent was not taken as Mallory's")
	}
	if end.Leader.Name != "Ada" || end.Epoch != start.Epoch {
		t.Errorf("%s leads epoch %d, Ada led %d", end.Leader, end.Epoch, start.Epoch)
	}
	b.must("look ~1 ~0; who")
	a.quit() // hands over, though the villain is linked
	b.await("Bo to lead", 10*time.Second, func() bool { _, i := b.island(); return i.Leader.Name == "Bo" && i.TurnOrdered > end.TurnOrdered+20 })
	b.must("say I hold it now")
}

// The villain's commands: one without effect, and words that nobody may hear.
var (
	idle    = command.Append(nil, command.Command{Kind: command.Select, Slot: 1})
	unheard = command.Append(nil, command.Command{Kind: command.Say, Text: "not signed for this"})
)

// attacks are the villain's messages. turn is a turn of the epoch that was executed before.
var attacks = []struct {
	name    string
	counted string // where it is counted at the leader
	run     func(v *villain, e, turn uint64) (sent int)
}{
	{"garbage by datagram", "garbage", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Datagram, func(i int) []byte { return v.random(wire.FirstApplication+wire.Kind(i%24), i%1100) })
	}},
	{"garbage by stream", "garbage", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Stream, func(i int) []byte { return v.random(wire.FirstApplication+wire.Kind(i%24), i%200) })
	}},
	{"garbage of the link itself", "", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Datagram, func(i int) []byte { return v.random(wire.Kind(i%16), 1+i%300) })
	}},
	{"messages as large as there are", "garbage", func(v *villain, e, turn uint64) int {
		return v.flood(2*attackTime, link.Stream, func(i int) []byte { return v.random(wire.Turns, link.MaxMessage-1) })
	}},
	{"an over-full turn in the leader's name", "unexpected", func(v *villain, e, turn uint64) int {
		r := epoch.Run{Term: 99, Previous: turn, LogTerm: 2, Commit: turn, Entries: []epoch.RunEntry{{Term: 99, Data: append([]byte{1, 3}, make([]byte, 1000)...)}}}
		return v.flood(attackTime, link.Datagram, func(i int) []byte { return r.Append(frameOf(frameRun, e)) })
	}},
	{"turns to catch up with", "unexpected", func(v *villain, e, turn uint64) int {
		r := epoch.Run{Term: 2, Previous: turn + 2, LogTerm: 2, Commit: turn + 3, Entries: []epoch.RunEntry{{Term: 2, Data: []byte{1, 3}}}}
		return v.flood(attackTime, link.Stream, func(i int) []byte {
			return r.Append(wire.AppendUvarint([]byte{byte(wire.Turns)}, e))
		})
	}},
	{"elections", "unexpected", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Datagram, func(i int) []byte {
			m := epoch.Message{Type: []epoch.Message{{Type: 5}, {Type: 17}, {Type: 8}, {Type: 4}}[i%4].Type, Term: uint64(50 + i), Index: turn, LogTerm: 40}
			return m.Append(append(frameOf(frameMessages, e), 1))
		})
	}},
	{"signed heads of another chain", "unexpected", func(v *villain, e, turn uint64) int {
		h := epoch.Head{Term: 2, Turn: turn, Hash: [32]byte{6, 6, 6}}.Signed(v.pair, epoch.Where{World: v.world, Island: epoch.Home})
		return v.flood(attackTime, link.Datagram, func(i int) []byte { return h.Append(frameOf(frameHead, e)) })
	}},
	{"records of epochs that nobody decided", "unexpected", func(v *villain, e, turn uint64) int {
		r := &epoch.Record{Reason: epoch.HandOver, World: v.world, Island: epoch.Home, Number: e + 1, FirstTurn: turn + 1, Rules: 1, Ticks: 3, Firm: true,
			Voters: []epoch.Voter{{Key: v.pair.ID(), Incarnation: 77}}}
		r.Sign(v.pair)
		forged := recordlist.Encode(recordlist.Welcome, [32]byte{}, []*epoch.Record{r})[0]
		broken := bytes.Clone(forged)
		broken[len(broken)-70] ^= 1
		return v.flood(attackTime, link.Stream, func(i int) []byte { return [][]byte{forged, broken}[i%2] })
	}},
	{"a verdict and a hand-over", "unexpected", func(v *villain, e, turn uint64) int {
		verdict := wire.AppendUvarint([]byte{byte(wire.Digests)}, e)
		verdict = wire.AppendUvarint(wire.AppendUvarint(verdict, turn), 2)
		id := v.pair.ID()
		verdict = append(wire.AppendU64(verdict, 666), id[:]...)
		taken := wire.AppendUvarint([]byte{byte(wire.HandOver), 3}, e+1)
		return v.flood(attackTime, link.Stream, func(i int) []byte { return [][]byte{verdict, taken}[i%2] })
	}},
	{"forged digests", "", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Datagram, func(i int) []byte {
			b := append(frameOf(frameDigests, e), 1)
			b = wire.AppendUvarint(b, turn+uint64(i%400))
			return wire.AppendU64(wire.AppendUvarint(b, 2), 666)
		})
	}},
	{"words of others", "", func(v *villain, e, turn uint64) int {
		// A frame has numbers, bodies and signatures; a body has no author. All that can be tried is to send
		// another peer's frame: it counts as the sender's.
		enter := command.Append(nil, command.Command{Kind: command.Enter, Text: "Mallory"})
		say := command.Append(nil, command.Command{Kind: command.Say, Text: "forged"})
		return v.flood(attackTime, link.Datagram, commands(e, 1, func(int) []signedCommand { return orders(v.pair, v.at, 1, enter, say) }))
	}},
	{"more commands than fit", "commands_over_limit", func(v *villain, e, turn uint64) int {
		// By the stream: with their signatures they fit no datagram. This is before other messages use up the
		// signatures that a leader looks at.
		sixteen := slices.Repeat([][]byte{idle}, 16)
		return v.flood(attackTime, link.Stream, commands(e, 64, func(i int) []signedCommand { return orders(v.pair, v.at, uint64(1<<20+16*i), sixteen...) }))
	}},
	{"commands that are none", "bad_commands", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Datagram, commands(e, 256, func(i int) []signedCommand {
			return orders(v.pair, v.at, uint64(1<<24+2*i), v.random(wire.Kind(i), i%200), v.random(wire.Kind(i), 255))
		}))
	}},
	{"commands without a signature", "unsigned_commands", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Datagram, commands(e, 1, func(int) []signedCommand { return unsigned(1<<30, unheard) }))
	}},
	{"commands signed by another key", "unsigned_commands", func(v *villain, e, turn uint64) int {
		another := key.Generate()
		return v.flood(attackTime, link.Datagram, commands(e, 1, func(int) []signedCommand { return orders(another, v.at, 1<<30, unheard) }))
	}},
	{"a signature of another epoch", "unsigned_commands", func(v *villain, e, turn uint64) int {
		branch := v.at // has the same number
		branch.Epoch = [32]byte{6, 6, 6}
		return v.flood(attackTime, link.Datagram, commands(e, 1, func(int) []signedCommand { return orders(v.pair, branch, 1<<30, unheard) }))
	}},
	{"letters of islands that nobody knows", "unknown_letters", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Stream, func(i int) []byte { return v.letterFrom(uint64(2+i%500), 1, [32]byte{byte(i)}) })
	}},
	{"questions to sign letters", "flooded", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Stream, func(i int) []byte { return askToSign([32]byte{byte(i)}, 1, 1) })
	}},
	{"islands that are none", "false_islands", func(v *villain, e, turn uint64) int {
		hello := v.greet(true, false, 3, 9)
		return v.flood(attackTime, link.Stream, func(i int) []byte { return about(uint64(1000+i), hello) })
	}},
	{"entries of the charter in the founder's name", "garbage", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Stream, func(i int) []byte { return v.entryOf(v.victims[0].Peer) })
	}},
	{"branches that never were", "branches", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Stream, func(i int) []byte { return branch(turn + uint64(i)) })
	}},
	{"merge requests", "unexpected", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Stream, func(i int) []byte { return mergeRequest(epoch.Home, uint64(2+i%300)) })
	}},
	{"wanting turns all the time", "", func(v *villain, e, turn uint64) int {
		want := wire.AppendUvarint(wire.AppendUvarint([]byte{byte(wire.WantTurns)}, e), 2)
		return v.flood(attackTime, link.Stream, func(i int) []byte { return want })
	}},
	{"joining all the time", "flooded", func(v *villain, e, turn uint64) int {
		return v.flood(attackTime, link.Stream, func(i int) []byte { return v.greet(false, true, 0, 0) })
	}},
	{"boasting", "flooded", func(v *villain, e, turn uint64) int {
		n := v.flood(attackTime, link.Stream, func(i int) []byte { return v.greet(false, false, 1<<40+uint64(i), 1<<60) })
		v.to(0).Send(link.Stream, v.greet(false, false, e, turn))
		return n
	}},
}

// sameState waits until b has compared two seconds of turns with the peer of a name, and all were equal.
// Digests from other peers do not count: a liar's digests of future turns are kept for minutes.
func sameState(t *testing.T, b *process, name string) {
	t.Helper()
	compared := func() (all, equal uint64) {
		st, _ := b.island()
		for _, l := range st.Links {
			if l.Name == name {
				return l.Compared, l.Equal
			}
		}
		return 0, 0
	}
	all, equal := compared()
	nowAll, nowEqual := all, equal
	b.await("turns to be compared with "+name, 15*time.Second, func() bool {
		nowAll, nowEqual = compared()
		return nowAll >= all+40
	})
	if nowAll-all != nowEqual-equal {
		t.Errorf("of %d turns %d are equal with %s", nowAll-all, nowEqual-equal, name)
	}
}

// TestHostileVoter: a voter of three that tells raft lies does not stop the world and changes nothing of it.
// It can cost elections: people decide about the right to vote.
func TestHostileVoter(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	v := newVillain(t, "Mallory", a, b)
	for i := range v.victims {
		v.to(i).Send(link.Stream, v.greet(true, false, 1, 1))
	}
	var e, turn uint64
	a.await("Mallory to vote", 20*time.Second, func() bool {
		st, i := a.island()
		e, turn = i.Epoch, i.TurnOrdered
		// It pretends to execute, or it would not be chosen: the right digest can be looked up.
		sum, _ := strconv.ParseUint(i.Digest.Hex, 16, 64)
		ack := wire.AppendUvarint(append(frameOf(frameDigests, e), 1), i.Digest.Turn)
		ack = wire.AppendU64(wire.AppendUvarint(ack, 2), sum)
		for k := range v.victims {
			v.to(k).Send(link.Datagram, ack)
		}
		return st != nil && i.Voters.Named("Mallory")
	})
	overFull := epoch.Run{Term: 9, Previous: turn, LogTerm: 2, Commit: turn, Entries: []epoch.RunEntry{{Term: 9, Data: append([]byte{1, 3}, make([]byte, 900)...)}}}
	v.flood(2*time.Second, link.Datagram, func(i int) []byte {
		m := epoch.Message{Term: uint64(50 + i/100), Index: turn + uint64(i%50), LogTerm: 40}
		switch m.Type = []epoch.Message{{Type: 5}, {Type: 17}, {Type: 8}, {Type: 4}, {Type: 6}}[i%5].Type; i % 7 {
		case 0:
			overFull.Term = uint64(9 + i/50)
			return overFull.Append(frameOf(frameRun, e))
		}
		return m.Append(append(frameOf(frameMessages, e), 1))
	})
	v.endpoint.Close("enough")
	_, before := b.island()
	b.await("turns to go on", 20*time.Second, func() bool {
		_, i := b.island()
		return i.TurnOrdered > before.TurnOrdered+40 && i.TurnCommitted > before.TurnCommitted+20
	})
	b.must("say still here")
	sameState(t, b, "Ada")
}

// TestHostileBeacon: garbage at the port of the beacon is passed over; the next machine is heard as before.
func TestHostileBeacon(t *testing.T) {
	l := newLAN(t, 2)
	data := []string{t.TempDir(), t.TempDir()}
	a := launch(t, l.run(0, "--headless", "--name", "Ada", "--data", data[0]), data[0])
	a.await("a world", 20*time.Second, func() bool { return strings.Contains(a.output(), "leading") })
	noise := `for i in $(seq 300); do head -c $((i*4)) /dev/urandom >/dev/udp/10.77.0.1/7776; head -c $i /dev/urandom >/dev/udp/10.77.0.1/5353; done`
	c := exec.Command("ip", "netns", "exec", l.names[1], "bash", "-c", noise)
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("no bash that sends datagrams here: %v: %.200s", err, out)
	}
	b := launch(t, l.run(1, "--headless", "--name", "Bo", "--data", data[1]), data[1])
	b.await("Bo to find Ada's world", 20*time.Second, func() bool { return strings.Contains(a.output(), "linked peer=Bo") })
	if lines := strings.Count(a.output(), "\n"); lines > 60 {
		t.Errorf("%d lines of log", lines)
	}
	if out, err := l.do(0, data[0], "say all is well"); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
