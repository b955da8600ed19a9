package atlas

import (
	"fmt"

	"manyhold/game/entity"
	"manyhold/game/item"
	. "manyhold/render/palette"
)

// Pose is a frame of a figure.
type Pose uint8

// The poses. Walking advances by distance, everything else by time.
const (
	Idle Pose = iota
	Breath
	Blink
	Walk               // six frames
	Use     = Walk + 6 // four frames
	Carry   = Use + 4  // six frames of walking with arms up
	Throw   = Carry + 6
	Hurt    = Throw + 3
	Sleep   = Hurt + 1 // two frames
	PoseEnd = Sleep + 2
)

// Direction is a drawn direction of a figure; west is East mirrored.
type Direction uint8

// The directions.
const (
	South Direction = iota
	East
	North
	DirectionCount
)

const (
	// FigureW and FigureH are the size of a figure's frame; its foot is at (FigureX, FigureY).
	FigureW, FigureH = 16, 24
	FigureX, FigureY = 8, 22
)

type pair struct{ base, shade Index }

var (
	skins    = []pair{{Earth4, Earth3}, {Sand, Earth4}, {Earth3, Earth2}, {Earth2, Earth1}}
	hairs    = []pair{{Earth1, Earth0}, {Earth3, Earth2}, {Fire3, Earth3}, {Fire1, Fire0}, {Ink3, Ink2}, {Stone2, Stone1}, {Green1, Green0}, {Water3, Water2}, {Ink2, Ink1}}
	shirts   = []pair{{Fire1, Fire0}, {Water2, Water1}, {Fire3, Earth3}, {Stone3, Stone2}, {Green3, Green2}, {Fire2, Fire1}, {Water3, Water2}, {Script, Ink3}, {Provisional, Fire0}}
	trousers = []pair{{Ink3, Ink2}, {Water1, Water0}, {Earth1, Earth0}, {Green1, Green0}, {Stone0, Ink3}, {Earth2, Earth1}}
)

// The number of choices for each part of a Look; each byte is taken modulo its count. Hat 0 is none.
var (
	SkinCount     = len(skins)
	HairColours   = len(hairs)
	ShirtCount    = Dyes * Cuts
	TrousersCount = len(trousers)
)

const (
	// HairCount and HatCount are the numbers of hair styles and of hats, the bare head included.
	HairCount = 5
	HatCount  = 11
	// Dyes is the number of colours of a shirt, and Cuts that of its forms: a shirt or a long coat. A shirt
	// in a Look is its colour, plus Dyes for a coat.
	Dyes, Cuts = 9, 2
	// hood is the hat that looks different from behind; the later ones but the ears hide the hair above them.
	hood, ears = 6, 8
)

// Fold returns the drawn look of l: every byte taken modulo the number of choices.
func Fold(l entity.Look) entity.Look {
	return entity.Look{
		Skin: l.Skin % uint8(SkinCount), Hair: l.Hair % HairCount, HairColour: l.HairColour % uint8(HairColours),
		Shirt: l.Shirt % uint8(ShirtCount), Trousers: l.Trousers % uint8(TrousersCount), Hat: l.Hat % HatCount,
	}
}

// hatBrim is the height from which on hair shows below a hat that hides it.
const hatBrim = 6

// tailor draws figures from the parts of the sprite texts.
type tailor struct {
	texts texts
	dye   map[rune]Index
	look  entity.Look
	worn  Dress
}

func (t *tailor) wear(w Dress) {
	l := w.Look
	s, h := skins[l.Skin], hairs[l.HairColour]
	c, r := shirts[l.Shirt%Dyes], trousers[l.Trousers]
	blush := Fire2
	if l.Skin >= 2 {
		blush = s.shade
	}
	if d := w.on(item.InCloth); d != item.None {
		c = pair{cloths[d].base, cloths[d].shade}
	}
	t.look, t.worn = l, w
	t.dye = map[rune]Index{'S': s.base, 'Z': s.shade, 'R': blush, 'E': Ink0, 'H': h.base, 'I': h.shade, 'T': c.base, 'U': c.shade, 'L': r.base, 'M': r.shade}
}

func (t *tailor) part(p *Picture, name string, dx, dy int) {
	s, q := t.texts.picture(name, t.dye)
	p.Draw(q, s.X+dx, s.Y+dy)
}

var directionNames = [DirectionCount]string{"down", "side", "up"}

// figure draws one frame.
func (t *tailor) figure(pose Pose, d Direction) *Picture {
	p := NewPicture(FigureW, FigureH)
	dir := directionNames[d]
	step, walking := walkStep(pose)
	up := 0 // how far the upper body is raised
	legs := legsOf(d, step, walking)
	switch {
	case walking && (step == 1 || step == 4):
		up = 1
	case pose == Breath, pose == Throw+2, pose == Hurt:
		up = -1
	case pose >= Sleep:
		up, legs = -2-int(pose-Sleep), "legs_sit"
	}
	if d == North { // arms are behind when seen from behind
		t.arms(p, pose, d, step, walking, up)
	}
	t.partMirrored(p, legs)
	t.part(p, "torso_"+dir, 0, -up)
	if d != South {
		t.cloaked(p, dir, up)
	}
	t.belted(p, d, up)
	if t.look.Shirt >= Dyes && pose < Sleep {
		t.part(p, "coat_"+dir, 0, -up)
	}
	if d != North {
		t.arms(p, pose, d, step, walking, up)
	}
	if d == South {
		t.cloaked(p, dir, up)
	}
	t.head(p, pose, d, up)
	p.Outline(Ink0)
	if pose == Hurt {
		for i := range p.Pix {
			if p.Alpha[i] > 0 && p.Pix[i] != Ink0 {
				p.Pix[i] = Stone3
			}
		}
	}
	return p
}

// legName is the sprite of a pair of legs; one that ends in '~' is mirrored.
type legName string

func (n legName) name() string {
	if n[len(n)-1] == '~' {
		return string(n[:len(n)-1])
	}
	return string(n)
}

func legsOf(d Direction, step int, walking bool) legName {
	if d == East {
		if !walking {
			return "legs_side_0"
		}
		return legName(fmt.Sprintf("legs_side_%d", [6]int{1, 2, 0, 3, 4, 0}[step]))
	}
	if !walking {
		return "legs_down_0"
	}
	return [6]legName{"legs_down_1", "legs_down_2", "legs_down_0", "legs_down_1~", "legs_down_2~", "legs_down_0"}[step]
}

func (t *tailor) partMirrored(p *Picture, n legName) {
	s, q := t.texts.picture(n.name(), t.dye)
	if n.name() != string(n) {
		q = q.Mirror()
	}
	p.Draw(q, s.X, s.Y)
}

func walkStep(pose Pose) (step int, walking bool) {
	switch {
	case pose >= Walk && pose < Use:
		return int(pose - Walk), true
	case pose >= Carry && pose < Throw:
		return int(pose - Carry), pose != Carry+2
	}
	return 2, false
}

func (t *tailor) head(p *Picture, pose Pose, d Direction, up int) {
	dir := directionNames[d]
	closed := pose == Blink || pose >= Sleep || pose == Hurt
	eye := t.dye['E']
	if closed {
		t.dye['E'] = t.dye['Z']
	}
	t.part(p, "head_"+dir, 0, -up)
	t.dye['E'] = eye
	hat := t.look.Hat
	t.part(p, fmt.Sprintf("hair%d_%s", t.look.Hair+1, dir), 0, -up)
	if t.hatted(p, d, up) {
		return
	}
	if hat > hood && hat != ears {
		p.Rect(0, 0, FigureW, hatBrim-up, Clear)
	}
	if hat > 0 {
		if d == North && hat != hood {
			dir = "down"
		}
		t.part(p, fmt.Sprintf("hat%d_%s", hat, dir), 0, -up)
	}
}

// arms draws arms and hands.
func (t *tailor) arms(p *Picture, pose Pose, d Direction, step int, walking bool, up int) {
	swing := [6]int{1, 1, 0, -1, -1, 0}[step]
	if !walking {
		swing = 0
	}
	at := func(name string, x, y int) { t.part(p, name, x, y-up) }
	switch {
	case pose >= Carry && pose < Throw || pose == Throw:
		if d == East {
			at("arm_up", 7, 6)
			return
		}
		at("arm_up", 1, 6)
		at("arm_up", 13, 6)
	case pose >= Use && pose < Carry, pose == Throw+1, pose == Throw+2:
		raised := pose == Use
		if d == East {
			if raised {
				at("arm_up", 9, 7)
			} else {
				at("arm_out", 9, 14)
			}
			return
		}
		at("arm", 2, 14)
		if raised {
			at("arm_up", 12, 8)
		} else {
			at("arm", 12, 15)
		}
	case d == East:
		at("arm", 7-swing*2, 14)
	default:
		at("arm", 2, 14+swing)
		at("arm", 12, 14-swing)
	}
}
