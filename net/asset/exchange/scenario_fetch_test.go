package exchange

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/asset"
	"manyhold/net/asset/sample"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/wire"
)

// twenty are two assets of 20 MB in all.
func twenty() [][]byte {
	return [][]byte{sample.Sound(1, asset.MaxSize), sample.Sound(2, 20_000_000-asset.MaxSize)}
}

// TestThreeHolders: 20 MB come from three holders at once, and one of them is killed midway.
func TestThreeHolders(t *testing.T) {
	for _, c := range []struct {
		where string
		memory.Conditions
		most time.Duration
	}{{"lan", lan, 6 * time.Second}, {"wan", wan, 60 * time.Second}} {
		if testing.Short() && c.where == "wan" {
			continue
		}
		f := newFleet(t, c.Conditions)
		me := f.join(t.TempDir(), 0)
		holders := []*member{f.join(t.TempDir(), 0), f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)}
		f.link()
		var names []asset.Name
		for _, b := range twenty() {
			names = append(names, f.put(b, holders...))
		}
		me.want(Visible, names...)
		began := f.net.Now()
		f.until("a half is there", c.most, func() bool { return me.ex.Counters.BytesIn >= 10_000_000 })
		killed := holders[1]
		killed.crash()
		f.until("all is there", c.most, func() bool { return me.has(names...) })
		t.Logf("%s: 20 MB in %v of virtual time; %d bytes came twice", c.where, f.net.Now().Sub(began), me.ex.Counters.BytesIn-20_000_000)
		for i, h := range holders {
			if out := h.ex.Counters.BytesOut; out < 2_000_000 {
				t.Errorf("%s: holder %d gave %d bytes", c.where, i, out)
			}
			if h.busy > 0 || h.most > 96<<10 {
				t.Errorf("%s: holder %d: a link refused %d messages, and %d bytes waited", c.where, i, h.busy, h.most)
			}
		}
		if again := me.ex.Counters.BytesIn - 20_000_000; again > 2*Window*asset.BlockSize {
			t.Errorf("%s: %d bytes came twice", c.where, again)
		}
		if me.count(Completed) != 2 || me.count(Wrong) != 0 || me.ex.Counters.Garbage != 0 {
			t.Errorf("%s: %+v, %+v", c.where, me.events, me.ex.Counters)
		}
	}
}

// TestOriginOffline: after the author is gone, a second holder gives the asset; and a process that comes back
// downloads nothing.
func TestOriginOffline(t *testing.T) {
	f := newFleet(t, wan)
	author, friend := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	n := f.put(sample.Sound(1, 300_000), author)
	friend.want(Background, n)
	f.until("the friend has it", 10*time.Second, func() bool { return friend.has(n) })
	author.crash()
	me := f.join(t.TempDir(), 0)
	f.link([2]*member{me, friend})
	me.want(Visible, n)
	f.until("it comes from the friend", 10*time.Second, func() bool { return me.has(n) })

	me.crash()
	me.restart()
	f.link([2]*member{me, friend})
	if there, err := me.ex.Want(f.net.Now(), n, Visible); !there || err != nil {
		t.Errorf("after a restart: %v, %v", there, err)
	}
	f.pass(5 * time.Second)
	if me.ex.Counters != (Counters{}) || len(me.ex.Progress()) != 0 {
		t.Errorf("a second join downloads: %+v", me.ex.Counters)
	}
}

// TestRestart: a download goes on in the next process with what was there.
func TestRestart(t *testing.T) {
	f := newFleet(t, wan)
	me, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	n := f.put(sample.Sound(1, 5_000_000), holder)
	me.want(Visible, n)
	f.until("a half is there", 30*time.Second, func() bool { p := me.ex.Progress(); return len(p) == 1 && p[0].Percent() >= 50 })
	me.crash()
	me.restart()
	f.link()
	me.want(Visible, n)
	f.step()
	if p := me.ex.Progress(); len(p) != 1 || p[0].Percent() < 50 || p[0].Size != 5_000_000 {
		t.Errorf("after a restart: %+v", p)
	}
	f.until("all is there", 30*time.Second, func() bool { return me.has(n) })
	if in := me.ex.Counters.BytesIn; in > 2_500_000+asset.BlockSize {
		t.Errorf("%d bytes came after the restart", in)
	}
}

// TestDownloadersShare: peers that download give each other what they have, so that the author uploads less
// than it would alone.
func TestDownloadersShare(t *testing.T) {
	f := newFleet(t, memory.Conditions{Delay: 10 * time.Millisecond, Bandwidth: 4 << 20})
	author := f.join(t.TempDir(), 0)
	author.ex.Upload = 1 << 20
	for range 4 {
		f.join(t.TempDir(), 0)
	}
	f.link()
	const size = 4_000_000
	n := f.put(sample.Sound(1, size), author)
	for _, m := range f.all[1:] {
		m.want(Visible, n)
	}
	took := f.until("all have it", 60*time.Second, func() bool {
		for _, m := range f.all {
			if !m.depot.Holds(n) {
				return false
			}
		}
		return true
	})
	t.Logf("the author gave %d bytes; it took %v", author.ex.Counters.BytesOut, took)
	if out := author.ex.Counters.BytesOut; out > 5*size/2 || took > 4*4*time.Second*3/4 {
		t.Errorf("the author gave %d bytes for four times %d; it took %v", out, size, took)
	}
}

// TestPriority: what the window shows comes before copies for the world.
func TestPriority(t *testing.T) {
	f := newFleet(t, wan)
	me, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	var copies []asset.Name
	for i := range 6 {
		copies = append(copies, f.put(sample.Sound(byte(i), 1_000_000), holder))
	}
	shown := f.put(sample.Sound(99, 500_000), holder)
	me.want(Background, copies...)
	f.until("something comes", 10*time.Second, func() bool { return me.ex.Counters.BytesIn > 0 })
	me.want(Visible, shown)
	if took := f.until("it is shown", 5*time.Second, func() bool { return me.has(shown) }); took > 3*time.Second {
		t.Errorf("it took %v", took)
	}
	if p := me.ex.Progress(); len(p) < 5 {
		t.Errorf("copies were first: %+v", p)
	}
	f.until("the copies are there", time.Minute, func() bool { return me.has(copies...) })
}

// TestDescriptorFirst: size and colours are there long before the data.
func TestDescriptorFirst(t *testing.T) {
	f := newFleet(t, memory.Conditions{Delay: 20 * time.Millisecond, Bandwidth: 200 << 10})
	me, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	n := f.put(sample.Sound(1, 1_000_000), holder)
	me.want(Visible, n)
	took := f.until("the descriptor is there", 5*time.Second, func() bool { _, ok := me.depot.Descriptor(n); return ok })
	t.Logf("the descriptor came after %v", took)
	if took > 200*time.Millisecond || me.depot.Holds(n) {
		t.Errorf("it took %v", took)
	}
	f.until("all is there", 30*time.Second, func() bool { return me.has(n) })
}

// TestTurnsGoFirst: while a link is full of assets, other messages of its stream wait for little.
func TestTurnsGoFirst(t *testing.T) {
	f := newFleet(t, memory.Conditions{Delay: 20 * time.Millisecond, Bandwidth: 1 << 20})
	me, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	n := f.put(sample.Sound(1, 5_000_000), holder)
	me.want(Visible, n)
	sent := map[byte]time.Time{}
	worst, number := time.Duration(0), byte(0)
	handler := &turns{member: me, sent: sent, worst: &worst}
	me.node = f.net.Join(me.id, link.Info{}, handler) // the same peer, with an ear for turns
	me.links = map[key.ID]link.Link{}
	f.link()
	for !me.depot.Holds(n) {
		number++
		sent[number] = f.net.Now()
		if err := holder.links[me.id].Send(link.Stream, []byte{byte(wire.Turns), number}); err != nil {
			t.Fatal(err)
		}
		f.pass(3 * step20)
	}
	if worst > 120*time.Millisecond || len(sent) < 50 {
		t.Errorf("the slowest of %d messages took %v", len(sent), worst)
	}
	t.Logf("the slowest of %d messages took %v", len(sent), worst)
}

// turns is a member that measures when messages of another kind arrive.
type turns struct {
	*member
	sent  map[byte]time.Time
	worst *time.Duration
}

func (h *turns) Receive(l link.Link, c link.Channel, b []byte) {
	if wire.Kind(b[0]) == wire.Turns {
		*h.worst = max(*h.worst, h.f.net.Now().Sub(h.sent[b[1]]))
		return
	}
	h.member.Receive(l, c, b)
}

// TestUploadLimit: no more is given than the owner offers, to all peers together.
func TestUploadLimit(t *testing.T) {
	f := newFleet(t, lan)
	holder := f.join(t.TempDir(), 0)
	holder.ex.Upload = 100_000
	for range 3 {
		f.join(t.TempDir(), 0)
	}
	f.link([2]*member{holder, f.all[1]}, [2]*member{holder, f.all[2]}, [2]*member{holder, f.all[3]})
	n := f.put(sample.Sound(1, 3_000_000), holder)
	for _, m := range f.all[1:] {
		m.want(Visible, n)
	}
	f.pass(10 * time.Second)
	if out := holder.ex.Counters.BytesOut; out < 900_000 || out > 1_100_000 {
		t.Errorf("%d bytes in ten seconds", out)
	}
	for i, m := range f.all[1:] {
		if in := m.ex.Counters.BytesIn; in < 200_000 {
			t.Errorf("peer %d got %d bytes", i, in)
		}
	}
}

// TestQuota: a copy for the world waits while there is no room; what the window shows comes all the same.
func TestQuota(t *testing.T) {
	f := newFleet(t, lan)
	me, holder := f.join(t.TempDir(), 250_000), f.join(t.TempDir(), 0)
	f.link()
	a, b, c := f.put(sample.Sound(1, 200_000), holder), f.put(sample.Sound(2, 200_000), holder), f.put(sample.Sound(3, 200_000), holder)
	me.want(Background, a)
	f.until("the first is there", 5*time.Second, func() bool { return me.has(a) })
	me.want(Background, b)
	f.until("the second is refused", 5*time.Second, func() bool { return me.count(Full) > 0 })
	if p := me.ex.Progress(); len(p) != 1 || !p[0].Parked || p[0].Done != 0 {
		t.Errorf("%+v", p)
	}
	me.want(Visible, c)
	f.until("the third is shown", 5*time.Second, func() bool { return me.has(c) })
	f.pass(30 * time.Second)
	if me.depot.Holds(b) || me.count(Full) > 1 {
		t.Errorf("the second: %v, %d notices", me.depot.Holds(b), me.count(Full))
	}
	me.ex.Want(f.net.Now(), b, Visible)
	f.until("the second is shown", 5*time.Second, func() bool { return me.has(b) })
}

// TestMany: hundreds of small assets come soon, and what is not to be had holds up nothing.
func TestMany(t *testing.T) {
	f := newFleet(t, wan)
	me, holder := f.join(t.TempDir(), 0), f.join(t.TempDir(), 0)
	f.link()
	for i := range 2 * MaxActive {
		me.want(Visible, asset.Name{1, byte(i)}) // nobody has them
	}
	f.pass(time.Minute)
	var names []asset.Name
	for i := range 100 {
		names = append(names, f.put([]byte(sample.Sound(byte(i), 2000)), holder))
	}
	me.want(Background, names...)
	took := f.until("all are there", time.Minute, func() bool { return me.has(names...) })
	t.Logf("100 small assets in %v", took)
	if me.ex.Busy() {
		t.Error("it is busy with assets that nobody has")
	}
	if _, err := me.ex.Want(f.net.Now(), asset.Name{9}, Visible); err != nil {
		t.Error(err)
	}
	for i := range MaxWants {
		me.ex.Want(f.net.Now(), asset.Name{2, byte(i), byte(i >> 8)}, Background)
	}
	if n := len(me.ex.Progress()); n != MaxWants {
		t.Errorf("%d are wanted", n)
	}
	if _, err := me.ex.Want(f.net.Now(), asset.Name{3}, Visible); err != ErrMany {
		t.Error(fmt.Sprint("one more: ", err))
	}
}
