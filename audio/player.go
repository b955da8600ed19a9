// Package audio is the sound of the world: it turns events and drawn things into sounds, and plays them on
// the device, if there is one.
//
// Events become sounds by one table (see cueOf), which knows the material of the touched thing. Footsteps
// follow the path of the drawn bodies, the scraping of crates their speed, and wind, water, fire, crickets
// and birds the tiles around the ears and the hour. Each sound is panned by its distance to the side, fades
// by FadePerTile and is dull behind walls.
//
// audio/synth makes the samples, audio/mixer adds them up; both work without a device. Player joins them to
// one: it opens the device and makes the samples in goroutines of its own, so that no caller waits. Without a
// device it stays silent and reports that once.
package audio

import (
	"sync"
	"sync/atomic"

	"manyhold/audio/mixer"
	"manyhold/audio/music"
	"manyhold/audio/synth"
	"manyhold/game/event"
	"manyhold/game/fixed"
)

// Sound names a sound that the interface or the session asks for with Player.UI.
type Sound string

// The sounds of menus, and of news about the world and its peers.
const (
	SoundHover       Sound = "hover"        // a control came under the cursor
	SoundOK          Sound = "ok"           // something was chosen
	SoundNo          Sound = "no"           // that is not possible
	SoundOpen        Sound = "open"         // a screen opened
	SoundClose       Sound = "close"        // a screen closed
	SoundPick        Sound = "pick"         // another slot was selected, or a stack is on the cursor
	SoundType        Sound = "type"         // a letter was typed
	SoundJoined      Sound = "joined"       // a peer was linked, or a player entered the world
	SoundLeft        Sound = "left"         // a peer has gone
	SoundHostChanged Sound = "host changed" // another peer leads the island
	// the majority is unreachable: changes are provisional and will be merged
	SoundProvisional Sound = "provisional"
	SoundHealed      Sound = "healed" // the island is firm again
	SoundFound       Sound = "found"  // something new is in the journal
	SoundFirst       Sound = "first"  // the first of a kind: a place, a creature, a land, a sky
	SoundSaid        Sound = "said"   // a message to the whole world
)

// named returns the sound that s names; Silence for an unknown name.
func named(s Sound) synth.Sound {
	switch s {
	case SoundHover:
		return synth.UIHover
	case SoundOK:
		return synth.UIOk
	case SoundNo:
		return synth.UINo
	case SoundOpen:
		return synth.UIOpen
	case SoundClose:
		return synth.UIClose
	case SoundPick:
		return synth.UISlot
	case SoundType:
		return synth.UIType
	case SoundJoined:
		return synth.Joined
	case SoundLeft:
		return synth.Left
	case SoundHostChanged:
		return synth.HostChanged
	case SoundProvisional:
		return synth.Provisional
	case SoundHealed:
		return synth.Healed
	case SoundFound:
		return synth.Found
	case SoundFirst:
		return synth.FirstKind
	case SoundSaid:
		return synth.Chat
	}
	return synth.Silence
}

// Options say how to open a Player.
type Options struct {
	Silent bool   // opens no device and makes no sounds
	Seed   uint64 // of the chance in pitches and takes; any number will do
	// receives one sentence when there is no sound; called from another goroutine; may be nil
	Log  func(words string)
	Note func(words string) // takes one sentence when there is sound again; as Log
}

// Player plays sounds on the device. All its methods but Close belong to one goroutine, that of the window.
type Player struct {
	log     func(string)
	note    func(string)
	bank    mixer.Bank
	mixer   *mixer.Mixer
	music   *music.Player
	hearing hearing
	scene   Scene       // of Frame, reused
	live    atomic.Bool // a device reads
	trouble atomic.Pointer[string]
	stop    chan struct{}
	halt    sync.Once
	work    sync.WaitGroup
}

// The volumes of a player before SetVolumes.
const (
	DefaultMaster   = 0.8
	DefaultEffects  = 1.0
	DefaultAmbience = 0.7
	DefaultMusic    = 0.6
	DefaultMakers   = 0.8
)

// Open returns a player at once. It never fails: until the device is open, or without a device, the player is
// silent and costs next to nothing.
func Open(o Options) *Player {
	p := newPlayer(o)
	if !o.Silent {
		p.work.Go(p.run)
	}
	return p
}

func newPlayer(o Options) *Player {
	p := &Player{log: o.Log, note: o.Note, stop: make(chan struct{})}
	for _, f := range []*func(string){&p.log, &p.note} {
		if *f == nil {
			*f = func(string) {}
		}
	}
	p.mixer, p.music = mixer.New(&p.bank, o.Seed), music.NewPlayer()
	p.mixer.Join(p.music)
	p.hearing = hearing{mixer: p.mixer, music: p.music, chance: o.Seed + 1, loops: make([]mixer.Loop, 0, mixer.MaxLoops)}
	p.SetVolumes(DefaultMaster, DefaultEffects, DefaultAmbience, DefaultMusic, DefaultMakers)
	return p
}

// Hear plays the events and continuous sounds of one frame, as heard at ears. Each event is played once: the
// caller passes new ones only. The arguments are not kept.
func (p *Player) Hear(s *Scene, ears fixed.Vec, events []event.Event) {
	if p.live.Load() {
		p.hearing.hear(s, ears, events)
	}
}

// UI plays a sound that has no place. An unknown name is silent.
func (p *Player) UI(s Sound) {
	if p.live.Load() {
		p.mixer.Play(mixer.Note{Sound: named(s), Gain: 1})
	}
}

// SetVolumes changes the volumes within a few milliseconds: of everything, of events (steps, digging, things,
// menus, news), of the surroundings (wind, water, fire, animals, weather), of the music, and of the sounds of
// makers' things. Each is from 0, silent, to 1, as made; other values are clamped.
func (p *Player) SetVolumes(master, effects, ambience, music, makers float64) {
	m := mixer.Volumes{Master: master}
	m.Bus[synth.Effects], m.Bus[synth.Ambience], m.Bus[synth.Interface] = effects, ambience, effects
	m.Bus[synth.Music], m.Bus[synth.Makers] = music, makers
	p.mixer.SetVolumes(m)
}

// Stats returns the number of playing voices and the counts since the start, for the overlay.
func (p *Player) Stats() mixer.Stats { return p.mixer.Stats() }

// Live reports whether a device plays.
func (p *Player) Live() bool { return p.live.Load() }

// Trouble says in a sentence why there is no sound; "" while there is, or is going to be.
func (p *Player) Trouble() string {
	if why := p.trouble.Load(); why != nil {
		return *why
	}
	return ""
}

// Close ends the sound and waits for the player's goroutines. It may be called more than once.
func (p *Player) Close() {
	p.halt.Do(func() { close(p.stop) })
	p.work.Wait()
}

func (p *Player) stopped() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}
