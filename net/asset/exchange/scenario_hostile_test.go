package exchange

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"manyhold/net/asset"
	"manyhold/net/asset/depot"
	"manyhold/net/asset/sample"
	"manyhold/net/key"
	"manyhold/net/link"
)

// editPieces changes the pieces that a peer sends.
func editPieces(change func(m *message)) func(key.ID, []byte) []byte {
	return func(_ key.ID, b []byte) []byte {
		m, err := decode(b)
		if err != nil || m.step != stepPiece {
			return b
		}
		if change(&m); m.payload == nil {
			return nil
		}
		return m.encode()
	}
}

// TestFlippedByte: whatever one holder makes of the bytes, the asset completes from others; the liar is
// known, nobody else is blamed, and it is asked no more.
func TestFlippedByte(t *testing.T) {
	lastBlock := asset.Blocks(3_000_000) - 1
	for _, c := range []struct {
		what string
		edit func(key.ID, []byte) []byte
		sure bool // the liar is blamed
	}{
		{"one flipped bit", editPieces(func(m *message) { m.payload[len(m.payload)/2] ^= 0x10 }), true},
		{"pieces of blocks that nobody asked for", editPieces(func(m *message) { m.blocks[0] = asset.MaxBlocks - 1 }), false},
		{"more bytes than the asset has", editPieces(func(m *message) {
			if m.blocks[0] == lastBlock {
				m.payload = make([]byte, MaxPiece)
			}
		}), true},
		{"pieces without their beginning", editPieces(func(m *message) { m.offset = MaxPiece }), false},
		{"nothing", editPieces(func(m *message) { m.payload = nil }), false},
		{"a forged descriptor", func(_ key.ID, b []byte) []byte {
			if m, err := decode(b); err == nil && m.step == stepDescribed {
				d, _ := asset.DecodeDescriptor(m.payload)
				d.Size++
				return encodeDescribed(m.name, d.Encode())
			}
			return b
		}, true},
	} {
		f := newFleet(t, lan)
		me := f.join(t.TempDir(), 0)
		liar, honest, second := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
		f.link([2]*member{me, liar}, [2]*member{honest, second})
		n := f.put(sample.Sound(1, 3_000_000), liar, honest, second)
		liar.edit = c.edit
		me.want(Visible, n)
		f.pass(time.Second) // the liar is alone
		f.link([2]*member{me, honest}, [2]*member{me, second})
		f.until(c.what+": it is there", 20*time.Second, func() bool { return me.has(n) })
		if c.sure != (me.count(Wrong) > 0) || me.count(Wrong) > 1 {
			t.Errorf("%s: %d accusations", c.what, me.count(Wrong))
		}
		for _, e := range me.events {
			if e.Kind == Wrong && (e.Peer != liar.id || e.Name != n || !errors.Is(e.Why, ErrWrong)) {
				t.Errorf("%s: %+v", c.what, e)
			}
		}
		if got := me.ex.Aside(); c.sure != slices.Equal(got, []key.ID{liar.id}) || !c.sure && len(got) > 0 {
			t.Errorf("%s: set aside are %v", c.what, got)
		}
		asked := liar.ex.Counters.BytesOut
		if c.sure {
			me.depot.Finish(n)
			f.pass(5 * time.Second)
			if liar.ex.Counters.BytesOut != asked || !me.ex.aside.has(liar.id, n, f.net.Now()) {
				t.Errorf("%s: it is still asked", c.what)
			}
		}
		if me.ex.aside.has(honest.id, n, f.net.Now()) || me.ex.aside.has(second.id, n, f.net.Now()) {
			t.Errorf("%s: an honest peer is set aside", c.what)
		}
	}
}

// TestForgedSize: an asset of 13 MB, or one that is not what its descriptor says, is refused by all, and the
// peer that gave it is not blamed: it did not choose the name.
func TestForgedSize(t *testing.T) {
	large, _ := asset.Describe(asset.Wave, sample.Sound(1, 100))
	large.Size, large.Blocks = 13_000_000, make([][32]byte, asset.Blocks(13_000_000))
	other, _ := asset.Describe(asset.Script, []byte("not a sound"))
	other.Kind = asset.Wave
	for what, d := range map[string]asset.Descriptor{"13 MB": large, "a lie about the kind": other} {
		f := newFleet(t, lan)
		me, giver := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
		f.link()
		name := d.Name()
		giver.ex.Depot = &liarDepot{Depot: giver.depot, desc: &d, b: []byte("not a sound")}
		me.want(Visible, name)
		f.until(what+": it is refused", 10*time.Second, func() bool { return me.count(Refused) == 1 })
		if there, err := me.ex.Want(f.net.Now(), name, Visible); there || err == nil {
			t.Errorf("%s: wanted again: %v, %v", what, there, err)
		}
		if me.count(Wrong) != 0 || me.depot.Sizes().Bytes != 0 || len(me.ex.Progress()) != 0 {
			t.Errorf("%s: %+v, %+v", what, me.events, me.depot.Sizes())
		}
	}
}

// liarDepot claims to have one more asset.
type liarDepot struct {
	*depot.Depot
	desc *asset.Descriptor
	b    []byte
}

func (l *liarDepot) Holds(n asset.Name) bool { return n == l.desc.Name() || l.Depot.Holds(n) }
func (l *liarDepot) Descriptor(n asset.Name) (*asset.Descriptor, bool) {
	if n == l.desc.Name() {
		return l.desc, true
	}
	return l.Depot.Descriptor(n)
}
func (l *liarDepot) Block(n asset.Name, i int) ([]byte, bool) {
	if n == l.desc.Name() {
		return l.b, true
	}
	return l.Depot.Block(n, i)
}

// TestProviders: a peer that is not linked with any holder finds one by the record that a peer in common
// keeps.
func TestProviders(t *testing.T) {
	f := newFleet(t, wan)
	me, common, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link([2]*member{me, common}, [2]*member{common, holder})
	n := f.put(sample.Sound(1, 300_000), holder)
	f.pass(time.Second)
	me.want(Visible, n)
	f.until("the holder is known", 10*time.Second, func() bool { return slices.Contains(me.ex.Needs(), holder.id) })
	f.link([2]*member{me, holder})
	f.until("it is there", 10*time.Second, func() bool { return me.has(n) })
	if len(me.ex.Needs()) != 0 {
		t.Errorf("links are still needed: %v", me.ex.Needs())
	}
}

// TestStaleHolder: a record of a peer that has lost the asset is removed, whether the peer is there or gone;
// another holder is found meanwhile.
func TestStaleHolder(t *testing.T) {
	for _, gone := range []bool{false, true} {
		f := newFleet(t, wan)
		me, common, stale := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
		f.link([2]*member{me, common}, [2]*member{common, stale})
		n := f.put(sample.Sound(1, 300_000), stale)
		f.pass(time.Second)
		if o := common.ex.records.others(n, me.id, f.net.Now()); len(o) != 1 || o[0].ID != stale.id {
			t.Fatalf("records: %v", o)
		}
		stale.crash()
		stale.dir = t.TempDir() // it lost its disk
		stale.restart()
		if !gone {
			f.link([2]*member{common, stale})
		}
		me.want(Visible, n)
		f.until("the record is found", 10*time.Second, func() bool { return slices.Contains(me.ex.Needs(), stale.id) })
		f.link([2]*member{me, stale})
		f.until("the record is removed", 10*time.Second, func() bool { return len(common.ex.records.others(n, me.id, f.net.Now())) == 0 })
		f.until("it is not tried again", 10*time.Second, func() bool { return len(me.ex.Needs()) == 0 })
		second := f.join(t.TempDir(), 0)
		f.put(f.data[n], second)
		f.link([2]*member{second, me})
		f.until("it comes from another", 10*time.Second, func() bool { return me.has(n) })
	}
}

// TestRecordsAreRenewed: a record of what the world uses stays as long as its provider does, and no longer;
// one of what it does not use is not renewed.
func TestRecordsAreRenewed(t *testing.T) {
	f := newFleet(t, lan)
	a, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	used, other := f.put(sample.Sound(1, 1000), holder), f.put(sample.Sound(2, 1000), holder)
	if err := holder.depot.Use([]asset.Name{used}); err != nil {
		t.Fatal(err)
	}
	known := func(n asset.Name) bool { return len(a.ex.records.others(n, key.ID{}, f.net.Now())) == 1 }
	f.until("both are known", time.Second, func() bool { return known(used) && known(other) })
	f.pass(RecordLife + time.Second)
	if !known(used) || known(other) {
		t.Errorf("used: %v, other: %v", known(used), known(other))
	}
	holder.crash()
	f.until("nothing is known of it", RecordLife+time.Minute, func() bool { return !known(used) })
}

// TestSilentHolders: many peers that claim to have everything and give nothing delay an asset by little.
func TestSilentHolders(t *testing.T) {
	f := newFleet(t, lan)
	me, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	for range 10 {
		f.join(t.TempDir(), 0)
	}
	var pairs [][2]*member
	for _, m := range f.all[1:] {
		pairs = append(pairs, [2]*member{me, m})
	}
	n := f.put(sample.Sound(1, 3_000_000), f.all[1:]...)
	for _, m := range f.all[2:] {
		m.edit = func(_ key.ID, b []byte) []byte {
			if s := step(b[1]); s == stepPiece || s == stepDescribed {
				return nil
			}
			return b
		}
	}
	f.link(pairs...)
	me.want(Visible, n)
	took := f.until("it is there", time.Minute, func() bool { return me.has(n) })
	if t.Log(took); took > 15*time.Second || holder.ex.Counters.BytesOut < 3_000_000 {
		t.Errorf("it took %v", took)
	}
}

// TestLostAsset: a holder whose disk rots under a download says so, and the download goes on elsewhere.
func TestLostAsset(t *testing.T) {
	f := newFleet(t, lan)
	me, a, b := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	n := f.put(sample.Sound(1, 5_000_000), a, b)
	me.want(Visible, n)
	f.until("something comes", 5*time.Second, func() bool { return me.ex.Counters.BytesIn > 1_000_000 })
	rot(t, a.dir, n)
	f.until("all is there", 10*time.Second, func() bool { return me.has(n) })
	if me.count(Wrong) != 0 || a.depot.Holds(n) {
		t.Errorf("%+v, %v", me.events, a.depot.Holds(n))
	}
}

// TestMessageQuotas: a peer that asks without end gets as many answers as an honest one needs.
func TestMessageQuotas(t *testing.T) {
	f := newFleet(t, lan)
	me := f.join(t.TempDir(), 0)
	me.ex.Room = func(key.ID) int { return 1 << 20 }
	n := f.put(sample.Sound(1, 1000), me)
	for _, c := range []struct {
		m message
		s step
	}{
		{message{step: stepAsk, names: []asset.Name{n}}, stepAsk},
		{message{step: stepDescribe, name: n}, stepDescribe},
		{message{step: stepNeed, name: asset.Name{9}, blocks: []int{1}}, stepNeed},
	} {
		enemy := key.ID{byte(c.s)}
		me.ex.LinkUp(f.net.Now(), enemy)
		answers := func() (n int) {
			for range 2000 {
				me.ex.Receive(f.net.Now(), enemy, c.m.encode())
			}
			return len(me.ex.Next(f.net.Now()))
		}
		me.ex.Next(f.net.Now())
		if got, most := answers(), int(3*rates[c.s])+1; got == 0 || got > most {
			t.Errorf("step %d: %d answers at once, want at most %d", c.s, got, most)
		}
		f.pass(time.Second)
		if got, most := answers(), int(rates[c.s])+2; got == 0 || got > most {
			t.Errorf("step %d: %d answers a second later, want at most %d", c.s, got, most)
		}
	}
}

// TestInventedHolders: a peer that names holders without end takes no more than its share of the places, so
// that an honest one is heard.
func TestInventedHolders(t *testing.T) {
	f := newFleet(t, lan)
	me := f.join(t.TempDir(), 0)
	n := asset.Name{1}
	me.want(Visible, n)
	for teller := range byte(10) {
		me.ex.LinkUp(f.net.Now(), key.ID{100, teller})
		for i := range byte(5) {
			h := holding{Name: n}
			for k := range byte(MaxOthers) {
				h.Others = append(h.Others, other{key.ID{teller, i, k, 1}, 5})
			}
			me.ex.Receive(f.net.Now(), key.ID{100, teller}, encodeHold([]holding{h}))
		}
		if got, want := len(me.ex.Needs()), min(maxElsewhere, maxOfTeller*(int(teller)+1)); got != want {
			t.Errorf("after %d tellers: %d peers are needed, want %d", teller+1, got, want)
		}
	}
	f.pass(elsewhereTime + time.Second)
	if len(me.ex.Needs()) != 0 {
		t.Errorf("%d are needed for ever", len(me.ex.Needs()))
	}
}

// TestHostileMessages: any messages in any number take bounded memory and answers, and stop nothing.
func TestHostileMessages(t *testing.T) {
	f := newFleet(t, lan)
	me, holder, enemy := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	n, mine := f.put(sample.Sound(1, 5_000_000), holder), f.put(sample.Sound(2, asset.MaxSize), me)
	f.pass(time.Second)
	me.want(Visible, n)
	l, chance := enemy.links[me.id], rand.New(rand.NewPCG(1, 2))
	sent := 0
	flood := func(m message) {
		if l.Send(link.Stream, m.encode()) == nil {
			sent++
		}
	}
	all := make([]int, MaxNeed)
	for i := range all {
		all[i] = i
	}
	took := f.until("it is there", 20*time.Second, func() bool {
		for range 10 {
			random := asset.Name{byte(chance.Uint32()), byte(chance.Uint32())}
			flood(message{step: stepNeed, name: mine, blocks: all})
			flood(message{step: stepDescribe, name: mine})
			flood(message{step: stepAsk, names: []asset.Name{mine, random, n}})
			flood(message{step: stepHold, holds: []holding{{Name: random, State: holdsWhole}, {Name: n, State: holdsWhole, Others: []other{{key.ID{byte(sent)}, 0}}}}})
			flood(message{step: stepStale, name: mine, id: key.ID(random)})
			flood(message{step: stepPiece, name: n, blocks: []int{3}, payload: make([]byte, 100)})
			flood(message{step: stepDescribed, name: n, payload: make([]byte, 100)})
			l.Send(link.Stream, []byte{byte(42), byte(chance.Uint32()), 1, 2, 3})
		}
		return me.has(n)
	})
	p := me.ex.peer(enemy.id)
	if len(p.jobs) > MaxJobs || me.ex.records.all > maxRecords || len(me.ex.Needs()) > maxNeeds || len(me.ex.wants) > 1 {
		t.Errorf("%d jobs, %d records, %d needs", len(p.jobs), me.ex.records.all, len(me.ex.Needs()))
	}
	if c := me.ex.Counters; c.Flooded == 0 || c.Garbage == 0 || c.Unasked == 0 || me.most > 96<<10 {
		t.Errorf("after %d messages: %+v; %d bytes waited", sent, c, me.most)
	}
	t.Logf("%d hostile messages in %v: %+v", sent, took, me.ex.Counters)
}
