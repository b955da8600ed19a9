package music

import (
	"math"
	"sync"

	"manyhold/audio/synth"
	"manyhold/game"
)

const (
	// MaxVoices is how many notes sound at a time; the oldest gives way.
	MaxVoices = 32
	// samplesPerTick is the length of a tick.
	samplesPerTick = synth.Rate / game.TicksPerSecond
	// leap is the difference between the tick that was told and the music's own from which on it jumps, in
	// ticks; below, it runs at most slack faster or slower.
	leap, slack = 30.0, 0.02
	// ahead is how far the music continues without a new tick, in ticks.
	ahead = 12.0
	// layerGlide is the fraction of the remaining difference that a layer's loudness covers in one sample: 63
	// % in two seconds.
	layerGlide = 1.0 / (2 * synth.Rate)
)

// Player plays the music of a world. One goroutine may call Tell while another calls Add.
type Player struct {
	mu   sync.Mutex // guards told, held briefly
	told telling

	now    telling
	pos    float64 // tick of the music, from the world's beginning
	piece  Piece
	bar    int // the bar of notes; -1: none
	notes  []Note
	voices [MaxVoices]voice
	hall   *reverb
	low    [2]float32 // the pad's low-pass
	clock  float64    // seconds since the beginning, for slow movements
	layers [InstrumentCount]float32
}

// telling is the argument of the last Tell.
type telling struct {
	seed  uint64
	tick  game.Tick
	where Where
	on    bool
}

// NewPlayer returns a player that is silent until it is told where it is.
func NewPlayer() *Player {
	p := &Player{hall: newReverb(), notes: make([]Note, 0, 64), bar: -1}
	for i := range p.layers {
		p.layers[i] = 1
	}
	p.layers[Harp], p.layers[Drum] = 0, 0
	return p
}

// Tell sets the world's seed, the tick and the place. Without further calls the music pauses.
func (p *Player) Tell(seed uint64, t game.Tick, w Where) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told = telling{seed, t, w, true}
}

// Add adds the next samples to l and r, which are of one length.
func (p *Player) Add(l, r []float32) {
	p.mu.Lock()
	told := p.told
	p.mu.Unlock()
	if !told.on {
		return
	}
	p.follow(told, len(l))
	p.begin()
	k := padOpen(p.clock)
	p.clock += float64(len(l)) / synth.Rate
	for i := range l {
		p.mix(&l[i], &r[i], k)
	}
}

// follow moves the music's own clock by some samples, towards the tick that was told.
func (p *Player) follow(told telling, samples int) {
	target := float64(told.tick)
	switch off := target - p.pos; {
	case told.seed != p.now.seed || told.where.Theme != p.now.where.Theme || told.where.Since != p.now.where.Since || told.where.Cave != p.now.where.Cave || math.Abs(off) > leap:
		p.letGo()
		p.pos, p.bar = target, -1
	case off > -ahead:
		rate := 1 + min(max(off/300, -slack), slack)
		p.pos += float64(samples) / samplesPerTick * rate
	}
	p.now = told
	p.piece = PieceAt(told.seed, game.Tick(p.pos), told.where)
}

// letGo lets all notes fade.
func (p *Player) letGo() {
	for i := range p.voices {
		p.voices[i].release()
	}
}

// begin starts the notes that are due.
func (p *Player) begin() {
	t := game.Tick(p.pos)
	if t < p.piece.From || t >= p.piece.Until() {
		p.bar = -1
		return
	}
	at := t - p.piece.From
	if bar := int(at / p.piece.Bar()); bar != p.bar {
		late := p.bar < 0 // after a start within a bar, only later notes are played
		p.bar = bar
		p.notes = p.piece.Compose(bar, p.notes[:0])
		if late {
			p.drop(at)
		}
	}
	for i := 0; i < len(p.notes); {
		n := &p.notes[i]
		if n.At > at {
			i++
			continue
		}
		p.play(n)
		last := len(p.notes) - 1
		p.notes[i] = p.notes[last]
		p.notes = p.notes[:last]
	}
}

// drop removes the notes that should have begun before a tick of the piece, except held pad notes.
func (p *Player) drop(at game.Tick) {
	kept := p.notes[:0]
	for _, n := range p.notes {
		if n.At+3 >= at || n.Who == Pad && n.At+n.For > at+game.TicksPerSecond {
			n.For -= at - min(n.At, at)
			kept = append(kept, n)
		}
	}
	p.notes = kept
}

// play begins a note on a free voice, else on the oldest.
func (p *Player) play(n *Note) {
	best := 0
	for i := range p.voices {
		if !p.voices[i].on {
			best = i
			break
		}
		if p.voices[i].age > p.voices[best].age {
			best = i
		}
	}
	p.voices[best].begin(n, int(n.For)*samplesPerTick, p.piece.Seed^uint64(n.At)<<16^uint64(n.Midi)<<8^uint64(n.Who))
}

// padOpen is the coefficient of the pad's low-pass: between 700 and 1,200 Hz, in twenty seconds forth and
// back.
func padOpen(seconds float64) float32 {
	hz := 950 + 250*math.Sin(2*math.Pi*0.05*seconds)
	return float32(1 - math.Exp(-2*math.Pi*hz/synth.Rate))
}

// wanted returns the target loudness of an instrument at the place.
func (p *Player) wanted(who Instrument) float32 {
	switch w := &p.now.where; who {
	case Harp:
		return max(min(w.Water, 1), p.piece.Character.harp())
	case Drum:
		return max(min(w.Village, 1), p.piece.Character.drum())
	}
	return 1
}

// mix adds one sample.
func (p *Player) mix(l, r *float32, open float32) {
	for who := Harp; who <= Drum; who++ {
		p.layers[who] += (p.wanted(who) - p.layers[who]) * layerGlide
	}
	var left, right float32
	var pad [2]float32
	for i := range p.voices {
		v := &p.voices[i]
		if !v.on {
			continue
		}
		s := v.next() * p.layers[v.who]
		a, b := s*(1-v.pan)*0.5, s*(1+v.pan)*0.5
		if v.who == Pad {
			pad[0] += a
			pad[1] += b
			continue
		}
		left += a
		right += b
	}
	p.low[0] += (pad[0] - p.low[0]) * open
	p.low[1] += (pad[1] - p.low[1]) * open
	left += p.low[0] * 2
	right += p.low[1] * 2
	*l += left*reverbDry + p.hall.ears[0].run(left)*reverbWet
	*r += right*reverbDry + p.hall.ears[1].run(right)*reverbWet
}
