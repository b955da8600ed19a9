package jukebox

import (
	"encoding/binary"
	"math"
	"sync"
	"testing"
	"time"

	"manyhold/audio"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/rig"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/patience"
)

// shop is a store with the contents that a test gives it.
type shop struct {
	mu     sync.Mutex
	has    map[asset.Name][]byte
	kinds  map[asset.Name]asset.Kind
	wanted map[asset.Name][]exchange.Priority
	reads  int
}

func (s *shop) Want(n asset.Name, p exchange.Priority) { s.wanted[n] = append(s.wanted[n], p) }
func (s *shop) Holds(n asset.Name) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.has[n] != nil
}
func (s *shop) Get(n asset.Name) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	return s.has[n], s.has[n] != nil
}
func (s *shop) Descriptor(n asset.Name) (*asset.Descriptor, bool) {
	k := s.kinds[n]
	return &asset.Descriptor{Kind: k}, k.Valid()
}

// put gives the shop an asset.
func (s *shop) put(n asset.Name, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.has[n] = data
}

// heard is a player that notes what it is given.
type heard []audio.Piece

func (h *heard) Sound(x audio.Piece) { *h = append(*h, x) }

// tone is a WAV of a sine, 8 bits at 8000 Hz.
func tone(seconds int) []byte {
	n := uint32(8000 * seconds)
	le := binary.LittleEndian
	b := le.AppendUint32([]byte("RIFF"), 36+n)
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00data"...)
	b = le.AppendUint32(b, n)
	for k := range n {
		b = append(b, byte(128+20*math.Sin(float64(k))))
	}
	return b
}

// room is a world with a bell near the player and one far away.
type room struct {
	t     *testing.T
	world *world.State
	shop  *shop
	box   *Jukebox
	out   heard
	here  grid.Tile
}

const bell, farBell = game.EntityID(1 << 40), game.EntityID(1<<40 + 1)

var ding, dong, picture = blueprint.Asset{1}, blueprint.Asset{2}, blueprint.Asset{3}

func newRoom(t *testing.T) *room {
	t.Helper()
	w := new(world.State)
	b := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: "Bell", Licence: "MIT", Sound: "ding",
		Assets: []blueprint.Named{{Name: "ding", Is: ding}, {Name: "dong", Is: dong}, {Name: "picture", Is: picture}}}
	data := blueprint.Append(nil, b)
	w.Blueprints.Put(blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data})
	w.Things.Put(&thing.Thing{ID: bell, At: grid.Tile{X: 2}, Of: b.ID(), Owner: rig.Key(1)})
	w.Things.Put(&thing.Thing{ID: farBell, At: grid.Tile{X: 500}, Of: b.ID(), Owner: rig.Key(2)})
	r := &room{t: t, world: w, shop: &shop{has: map[asset.Name][]byte{}, wanted: map[asset.Name][]exchange.Priority{}, kinds: map[asset.Name]asset.Kind{{3}: asset.Sprite}}}
	r.box = New(r.shop)
	return r
}

// frame lets a frame pass with some events.
func (r *room) frame(events ...event.Event) {
	r.box.Frame(r.world, events, r.here, &r.out)
}

// sounded is the event of a bell.
func (r *room) sounded(of game.EntityID, name string) event.Event {
	return event.Event{Kind: event.ThingSounded, Entity: of, Text: name, Pos: r.world.Things.Find(of).At.Centre()}
}

// until lets frames pass until something holds.
func (r *room) until(what string, holds func() bool) {
	r.t.Helper()
	patience.Wait(r.t, what, 10*time.Second, time.Millisecond, func() bool { r.frame(); return holds() })
}

// TestFetchedNearFirst: the sounds of near things are fetched before they are needed, those of others are
// not; one that is to be played is fetched at once; a picture is no sound.
func TestFetchedNearFirst(t *testing.T) {
	r := newRoom(t)
	r.frame()
	if got := r.shop.wanted; len(got) != 2 || len(got[asset.Name(ding)]) != 1 || got[asset.Name(ding)][0] != exchange.Preload || len(got[asset.Name(dong)]) != 1 {
		t.Fatalf("wanted %v", got)
	}
	r.frame(r.sounded(bell, "ding"))
	if got := r.shop.wanted[asset.Name(ding)]; len(got) != 2 || got[1] != exchange.Visible {
		t.Errorf("a sound that is to be played: %v", got)
	}
	for range 10 * gap {
		r.frame(r.sounded(bell, "picture"), r.sounded(bell, "nothing"), r.sounded(farBell, "dong"))
	}
	if len(r.shop.wanted) != 2 || len(r.out) != 0 {
		t.Errorf("wanted %v, played %d", r.shop.wanted, len(r.out))
	}
}

// TestPlayed: a sound is played when its event comes, with its thing, its owner and its place; one that
// arrives within a second is played then, one that arrives later is not.
func TestPlayed(t *testing.T) {
	r := newRoom(t)
	r.frame(r.sounded(bell, "ding"))
	for range lateness / 2 {
		r.frame()
	}
	r.shop.put(asset.Name(ding), tone(1))
	r.until("the sound", func() bool { return len(r.out) == 1 })
	if x := r.out[0]; x.Thing != uint64(bell) || x.At != r.sounded(bell, "").Pos || x.Clip == nil || x.Clip.Seconds() != 1 || x.Owner == 0 {
		t.Errorf("%+v", x)
	}
	r.frame(event.Event{Kind: event.ThingUsed, Entity: bell, Pos: r.here.Centre()})
	if len(r.out) != 2 {
		t.Error("the blueprint's sound is not played when the thing is used")
	}
	r.frame(r.sounded(bell, "dong"))
	for range gap {
		r.frame() // the first one came too soon after the one before
	}
	r.frame(r.sounded(bell, "dong"))
	for range lateness + 2 {
		r.frame()
	}
	r.shop.put(asset.Name(dong), tone(1))
	r.until("it to be decoded", func() bool { return r.box.clips[dong] != nil && r.box.clips[dong].clip != nil })
	if len(r.out) != 2 {
		t.Error("a sound is played long after its event")
	}
}

// TestSpam: a thing that sounds in every frame is heard ten times a second, and things that are many make
// others wait, not the window.
func TestSpam(t *testing.T) {
	r := newRoom(t)
	r.shop.put(asset.Name(ding), tone(1))
	r.until("it to be decoded", func() bool { return r.box.clips[ding] != nil && r.box.clips[ding].clip != nil })
	for range 60 {
		r.frame(r.sounded(bell, "ding"), r.sounded(bell, "ding"))
	}
	if n := len(r.out); n != 60/gap {
		t.Errorf("%d sounds in a second", n)
	}
	b := r.world.Blueprints.List()[0].Blueprint
	for k := range 1000 {
		r.box.Play(b, "ding", game.EntityID(k+1), rig.Key(1), r.here.Centre())
	}
	if len(r.box.waiting) > mostWaiting || len(r.box.last) > mostThings {
		t.Errorf("%d wait, %d things are remembered", len(r.box.waiting), len(r.box.last))
	}
}

// TestBroken: what is no sound is tried once; a file that cannot be read at the moment is tried again.
func TestBroken(t *testing.T) {
	r := newRoom(t)
	r.shop.put(asset.Name(ding), []byte("RIFF and no more"))
	r.until("it to be given up", func() bool { return r.box.clips[ding] != nil && r.box.clips[ding].bad })
	reads := r.shop.reads
	for range 3 * lookEvery {
		r.frame(r.sounded(bell, "ding"))
	}
	if r.shop.reads != reads || len(r.out) != 0 || len(r.box.waiting) > 0 {
		t.Errorf("%d reads more, %d played", r.shop.reads-reads, len(r.out))
	}
	none := New(nil) // the showroom has no store
	none.Frame(r.world, []event.Event{r.sounded(bell, "ding")}, r.here, &r.out)
	if len(r.out) > 0 {
		t.Error("a sound comes out of nothing")
	}
}

// TestMemory: so many sounds are known, and so many samples kept; the one that was not played for longest
// goes.
func TestMemory(t *testing.T) {
	r := newRoom(t)
	for k := range 40 {
		is := blueprint.Asset{9, byte(k)}
		r.box.piece(is).used = uint64(k)
		r.frame()
		r.box.take(read(&shop{has: map[asset.Name][]byte{asset.Name(is): tone(60)}}, is))
	}
	if r.box.samples > mostSamples {
		t.Errorf("%d samples are kept", r.box.samples)
	}
	sum := 0
	for _, p := range r.box.clips {
		if p.clip != nil {
			sum += len(p.clip.Samples)
		}
	}
	if sum != r.box.samples || r.box.clips[blueprint.Asset{9, 39}] == nil || r.box.clips[blueprint.Asset{9, 0}] != nil {
		t.Errorf("%d samples of %d are counted", r.box.samples, sum)
	}
	for k := range 1000 {
		r.box.piece(blueprint.Asset{8, byte(k), byte(k >> 8)})
	}
	if len(r.box.clips) > most {
		t.Errorf("%d sounds are known", len(r.box.clips))
	}
}
