// Package jukebox plays the sounds of makers' things. It has those near the player fetched, decodes one at a
// time beside the frames, keeps what was decoded within a limit, and gives them to the audio. A sound that is
// not here yet is played if it comes within a second; later, nobody would know to what it belongs.
//
// Events name sounds of things. The view halves of scripts call Play with a blueprint, the name of one
// of its sounds, the thing and its place.
package jukebox

import (
	"encoding/binary"

	"manyhold/audio"
	"manyhold/audio/clip"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
)

const (
	// near is from how far away sounds are fetched before they are needed, in tiles, and lookEvery how often
	// there is a look at what is near, in frames.
	near, lookEvery = 24, 60
	// lateness is how long a sound may take to come after its event, in frames.
	lateness = 60
	// again is after how many frames an asset is asked for once more: somebody else may have given it up.
	again = 120
	// most is how many sounds are known, and mostSamples how many samples of them are kept: 24 MB. Beyond
	// either, the one that was not played for longest goes.
	most, mostSamples = 128, 12 << 20
	// mostWaiting is how many events wait for their sounds.
	mostWaiting = 16
	// gap is how many frames lie between two sounds of one thing at least: ten a second.
	gap = 6
	// mostThings is how many things' last sounds are remembered.
	mostThings = 256
)

// Store is the assets of the node; see shelf.Reader.
type Store interface {
	Want(asset.Name, exchange.Priority)
	Holds(asset.Name) bool
	Get(asset.Name) ([]byte, bool)
	Descriptor(asset.Name) (*asset.Descriptor, bool)
}

// Player plays decoded sounds; see audio.Player.
type Player interface {
	Sound(audio.Piece)
}

// Jukebox is the sounds of a world. It belongs to the window's goroutine.
type Jukebox struct {
	store    Store // nil: there is none, and makers' things are silent
	clips    map[blueprint.Asset]*piece
	frame    uint64
	samples  int // of all clips
	decoding bool
	decoded  chan result
	waiting  []wish
	last     map[game.EntityID]uint64 // the frame of a thing's last sound
}

// piece is what is known of a sound.
type piece struct {
	clip  *clip.Clip
	bad   bool   // it cannot be decoded
	asked uint64 // frame in which it was asked for; 0: never
	soon  bool   // it was asked for because it is to be played
	used  uint64
}

// result is what came of reading a sound; clip is nil where that failed.
type result struct {
	is   blueprint.Asset
	clip *clip.Clip
	bad  bool // it can never be played
}

// wish is a sound that is to be played once it is here.
type wish struct {
	is    blueprint.Asset
	piece audio.Piece // without the clip
	frame uint64
}

// New returns the jukebox of a store; nil: there is none.
func New(s Store) *Jukebox {
	return &Jukebox{store: s, clips: map[blueprint.Asset]*piece{}, decoded: make(chan result, 1), last: map[game.EntityID]uint64{}}
}

// Ready reports whether a sound is decoded.
func (j *Jukebox) Ready(is blueprint.Asset) bool {
	p := j.clips[is]
	return p != nil && p.clip != nil
}

// hear plays the sounds of new events of a world.
func (j *Jukebox) hear(w *world.State, events []event.Event) {
	if j.store == nil {
		return
	}
	for k := range events {
		e := &events[k]
		if e.Kind != event.ThingSounded && e.Kind != event.ThingUsed {
			continue
		}
		x := w.Things.Find(e.Entity)
		if x == nil {
			continue
		}
		b := w.Blueprints.Find(x.Of)
		if b == nil {
			continue
		}
		name := e.Text
		if e.Kind == event.ThingUsed {
			name = b.Sound
		}
		j.Play(b.Blueprint, name, x.ID, x.Owner, e.Pos)
	}
}

// Play plays a sound that a blueprint names, for a thing with an owner, at a place. A name that the blueprint
// lacks is silent, as is a thing that sounded a moment ago.
func (j *Jukebox) Play(b *blueprint.Blueprint, name string, of game.EntityID, owner game.PlayerID, at fixed.Vec) {
	is, ok := b.Asset(name)
	if j.store == nil || !ok || len(j.waiting) == mostWaiting {
		return
	}
	if last, ok := j.last[of]; ok && j.frame-last < gap {
		return
	}
	if len(j.last) >= mostThings {
		clear(j.last)
	}
	j.last[of] = j.frame
	x := audio.Piece{Thing: uint64(of), Owner: binary.LittleEndian.Uint64(owner[:]), At: at}
	j.waiting = append(j.waiting, wish{is, x, j.frame})
}

// Frame takes the new events of a frame, gives the sounds that are due to a player, and fetches and decodes
// what is needed, for a listener on a tile. It is called once in a frame.
func (j *Jukebox) Frame(w *world.State, events []event.Event, here grid.Tile, to Player) {
	j.hear(w, events)
	j.frame++
	select {
	case r := <-j.decoded:
		j.take(r)
	default:
	}
	if j.store == nil {
		return
	}
	left := j.waiting[:0]
	for _, x := range j.waiting {
		p := j.piece(x.is)
		p.used = j.frame
		switch {
		case p.clip != nil:
			x.piece.Clip = p.clip
			to.Sound(x.piece)
		case !p.bad && j.frame-x.frame <= lateness && distance(grid.TileAt(x.piece.At), here) <= audio.Reach:
			j.fetch(x.is, p, exchange.Visible)
			left = append(left, x)
		}
	}
	j.waiting = left
	if j.frame%lookEvery == 1 {
		j.prepare(w, here)
	}
}

// prepare fetches the sounds of things that are near.
func (j *Jukebox) prepare(w *world.State, here grid.Tile) {
	if w.Things.Empty() {
		return
	}
	w.Things.All(func(x *thing.Thing) {
		if distance(w.ThingPlace(x), here) > near {
			return
		}
		b := w.Blueprints.Find(x.Of)
		if b == nil {
			return
		}
		for k := range b.Assets {
			is := b.Assets[k].Is
			if j.clips[is] == nil && (len(j.clips) >= most/2 || j.samples >= mostSamples/2) {
				continue // the other half is for what is played
			}
			p := j.piece(is)
			if p.used = j.frame; p.clip == nil && !p.bad {
				j.fetch(is, p, exchange.Preload)
			}
		}
	})
}

// fetch has a sound fetched, and decoded once it is here.
func (j *Jukebox) fetch(is blueprint.Asset, p *piece, priority exchange.Priority) {
	name := asset.Name(is)
	if d, ok := j.store.Descriptor(name); ok && d.Kind != asset.Wave && d.Kind != asset.Ogg {
		p.bad = true // a picture or a module by that name
		return
	}
	if j.store.Holds(name) {
		if !j.decoding {
			j.decoding = true
			go func() { j.decoded <- read(j.store, is) }()
		}
		return
	}
	soon := priority == exchange.Visible
	if p.asked == 0 || j.frame-p.asked >= again || soon && !p.soon {
		p.asked, p.soon = j.frame, soon
		j.store.Want(name, priority)
	}
}

// read decodes a sound, whose bytes were verified. One that cannot be read now is asked for again.
func read(s Store, is blueprint.Asset) result {
	data, ok := s.Get(asset.Name(is))
	if !ok {
		return result{is: is}
	}
	c, err := clip.Decode(data)
	return result{is, c, err != nil}
}

// take takes a decoded sound.
func (j *Jukebox) take(r result) {
	j.decoding = false
	p := j.clips[r.is]
	if p == nil {
		return
	}
	p.clip, p.bad = r.clip, r.bad
	if p.clip != nil {
		j.samples += len(p.clip.Samples)
	}
	for j.samples > mostSamples {
		j.drop(r.is)
	}
}

// piece returns what is known of a sound, and makes room for it.
func (j *Jukebox) piece(is blueprint.Asset) *piece {
	p := j.clips[is]
	if p == nil {
		if len(j.clips) >= most {
			j.drop(is)
		}
		p = &piece{used: j.frame}
		j.clips[is] = p
	}
	return p
}

// drop forgets the sound that was not played for longest, but for one. The mixer goes on playing it.
func (j *Jukebox) drop(but blueprint.Asset) {
	var oldest blueprint.Asset
	at := j.frame + 1
	for is, p := range j.clips { // any order: of several as old, one goes
		if is != but && p.used < at {
			oldest, at = is, p.used
		}
	}
	if p := j.clips[oldest]; p != nil && p.clip != nil {
		j.samples -= len(p.clip.Samples)
	}
	delete(j.clips, oldest)
}

func distance(a, b grid.Tile) int32 { return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) }
