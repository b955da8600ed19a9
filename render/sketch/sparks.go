package sketch

import (
	"math"

	"manyhold/render/palette"
)

const (
	// MaxSparks is the most sparks of a thing, MaxBurst the most that one burst makes, MaxSprays the most
	// sources of a thing that go on by themselves.
	MaxSparks, MaxBurst, MaxSprays = 384, 96, 8
	// MaxLife is the longest life of a spark or a source, in seconds.
	MaxLife = 8
	// MaxSpeed is the greatest speed of a spark, in tiles per second.
	MaxSpeed = 24
)

// Burst is how sparks are thrown. Speeds are in pixels per second, places in pixels from the thing.
type Burst struct {
	X, Y     float32
	Count    int
	Speed    float32 // the greatest; the least is Even of it
	Even     float32 // 0 to 1
	Angle    float32 // in radians, 0 is to the east and a quarter of a circle to the south
	Spread   float32 // of the angle, to both sides
	Life     float32 // seconds; single sparks live 0.6 to 1 of it
	Gravity  float32 // pixels per second squared, southwards
	Drag     float32 // part of its speed that a spark loses in a second
	From, To palette.Index
	Size     float32 // pixels
	Glow     float32 // 0 to 1
	Trail    bool    // it leaves a trail
}

// Spray is a source that throws sparks for a while.
type Spray struct {
	Burst
	Rate, Left float32 // sparks per second; seconds
	due        float32
}

// Spark is one spark.
type Spark struct {
	X, Y, VX, VY  float32
	Age, Life     float32
	Gravity, Drag float32
	Size, Glow    float32
	From, To      palette.Index
	Trail         bool
}

// Sparks are the sparks of a thing. They are of one window, and nobody else ever learns of them.
type Sparks struct {
	List   []Spark
	sprays []Spray
	chance uint64
}

// NewSparks returns no sparks yet; seed is the beginning of their chance.
func NewSparks(seed uint64) *Sparks { return &Sparks{chance: seed} }

// Random returns cosmetic chance in [0, 1).
func (s *Sparks) Random() float32 {
	s.chance = s.chance*6364136223846793005 + 1442695040888963407
	return float32(s.chance>>40) / (1 << 24)
}

// Throw throws the sparks of a burst, as far as the thing and room, the rest of all things' share, allow. It
// returns the new rest.
func (s *Sparks) Throw(b *Burst, room int) int {
	n := min(b.Count, MaxBurst, MaxSparks-len(s.List), room)
	for range n {
		angle := float64(b.Angle + b.Spread*(2*s.Random()-1))
		speed := b.Speed * (b.Even + (1-b.Even)*s.Random())
		s.List = append(s.List, Spark{X: b.X, Y: b.Y, VX: speed * float32(math.Cos(angle)), VY: speed * float32(math.Sin(angle)),
			Life: min(b.Life, MaxLife) * (0.6 + 0.4*s.Random()), Gravity: b.Gravity, Drag: b.Drag, Size: b.Size, Glow: b.Glow, From: b.From, To: b.To, Trail: b.Trail})
	}
	return room - max(n, 0)
}

// Spray begins a source; the oldest goes where there are too many.
func (s *Sparks) Spray(p Spray) {
	if len(s.sprays) == MaxSprays {
		s.sprays = append(s.sprays[:0], s.sprays[1:]...)
	}
	p.Left = min(p.Left, MaxLife)
	s.sprays = append(s.sprays, p)
}

// Clear puts out all sparks, and ends what throws them.
func (s *Sparks) Clear() { s.List, s.sprays = s.List[:0], s.sprays[:0] }

// Idle reports whether nothing flies and nothing will.
func (s *Sparks) Idle() bool { return len(s.List)+len(s.sprays) == 0 }

// Step moves all by dt seconds. room is how many sparks all things may still throw; it returns the rest.
func (s *Sparks) Step(dt float32, room int) int {
	kept := s.sprays[:0]
	for _, p := range s.sprays {
		p.due += p.Rate * min(dt, p.Left)
		p.Count = int(p.due)
		p.due -= float32(p.Count)
		room = s.Throw(&p.Burst, room)
		if p.Left -= dt; p.Left > 0 {
			kept = append(kept, p)
		}
	}
	s.sprays = kept
	for k := 0; k < len(s.List); {
		q := &s.List[k]
		slow := float32(math.Pow(float64(1-q.Drag), float64(dt)))
		q.VX, q.VY = q.VX*slow, (q.VY+q.Gravity*dt)*slow
		q.X, q.Y = q.X+q.VX*dt, q.Y+q.VY*dt
		if q.Age += dt; q.Age < q.Life && q.within() {
			k++
			continue
		}
		s.List[k] = s.List[len(s.List)-1]
		s.List = s.List[:len(s.List)-1]
	}
	return room
}

// within reports whether a spark is in reach of its thing. One without a place is not.
func (q *Spark) within() bool {
	return q.X >= -Reach*Tile && q.X <= Reach*Tile && q.Y >= -Reach*Tile && q.Y <= Reach*Tile
}

// Left returns the part of a spark's life that is left, 1 to 0.
func (q *Spark) Left() float32 { return 1 - q.Age/q.Life }
