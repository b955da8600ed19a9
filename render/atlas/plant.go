package atlas

import (
	"math"

	. "manyhold/render/palette"
)

// Trees are drawn in two pictures with one foot, the trunk and the crown, because the crown sways and
// fades. Both have the size treeW×treeH.
const (
	treeW, treeH   = 34, 46
	treeX, treeY   = 17, 44
	oaks           = 4
	pines          = 3
	leafGrain      = 0.5
	highlightSlant = 1.3
)

type disc struct{ x, y, r float64 }

// oakDiscs are the three discs of each crown, back to front.
var oakDiscs = [oaks][]disc{
	{{24, 22, 9}, {9, 22, 8.5}, {16, 16, 11}},
	{{11, 14, 8.5}, {23, 20, 9}, {13, 22, 10}},
	{{22, 14, 9}, {10, 21, 8.5}, {20, 23, 9.5}},
	{{16, 12, 9}, {9, 21, 8}, {21, 21, 10}},
}

// leaves shades a disc: lit from the north-west, with grain like leaves.
func leaves(p *Picture, d disc, colours []Index, salt uint32) {
	for y := 0; y < p.H; y++ {
		for x := 0; x < p.W; x++ {
			dx, dy := (float64(x)+0.5-d.x)/d.r, (float64(y)+0.5-d.y)/d.r
			ragged := (Value(float64(x)/1.7, float64(y)/1.7, salt) - 0.5) * 0.3
			if math.Hypot(dx, dy) > 1+ragged {
				continue
			}
			l := 0.5 - (dx+dy)/2*highlightSlant*0.62 + (Value(float64(x)/1.5, float64(y)/1.3, salt+1)-0.5)*leafGrain
			n := int(math.Round(l * float64(len(colours)-1)))
			p.Set(x, y, colours[min(max(n, 0), len(colours)-1)])
		}
	}
}

func oakCrown(v int) *Picture {
	p := NewPicture(treeW, treeH)
	colours := []Index{Green0, Green1, Green1, Green2, Green2, Green3}
	if v == 3 {
		colours = []Index{Green0, Green1, Green2, Green2, Green3, Green4}
	}
	for n, d := range oakDiscs[v] {
		leaves(p, d, colours, uint32(v*10+n))
		if n < 2 { // the discs behind are a little darker where the next disc meets them
			rim := NewPicture(treeW, treeH)
			next := oakDiscs[v][n+1]
			rim.Ellipse(next.x+0.7, next.y+1.2, next.r+1, next.r+1, Green0)
			for i := range rim.Alpha {
				if rim.Alpha[i] > 0 && p.Alpha[i] > 0 {
					p.Pix[i] = Green0
				}
			}
		}
	}
	p.Outline(Ink1)
	return p
}

func oakTrunk(v int) *Picture {
	p := NewPicture(treeW, treeH)
	for y := 26; y < treeY+1; y++ {
		w := 2
		if y > treeY-4 {
			w = 3 + (y-treeY+4)/3
		}
		for x := treeX - w; x < treeX+w; x++ {
			c := Earth1
			switch {
			case x == treeX-w:
				c = Earth3
			case x < treeX:
				c = Earth2
			case x == treeX+w-1:
				c = Earth0
			}
			if unit(x, y/2, uint32(v)+400) < 0.15 {
				c = c.Step(-1)
			}
			p.Set(x, y, c)
		}
	}
	p.Outline(Ink1)
	return p
}

func pineCrown(v int, snowy bool) *Picture {
	p := NewPicture(treeW, treeH)
	tiers := []struct{ top, low, half float64 }{{20, 38, 12}, {11, 29, 9.5}, {2, 19, 7}}
	for n, t := range tiers {
		for y := int(t.top); y < int(t.low); y++ {
			k := (float64(y) + 1 - t.top) / (t.low - t.top)
			half := k*t.half + (unit(y, n, uint32(v)+500)-0.5)*1.6
			for x := 0; x < treeW; x++ {
				d := float64(x) + 0.5 - treeX
				if math.Abs(d) > half || (k > 0.9 && (x+n+v)%3 == 0) {
					continue
				}
				l := -d/t.half*0.8 + (Value(float64(x)/1.4, float64(y)/2, uint32(v*7+n)+510)-0.5)*1.1 - (k-0.5)*0.5
				c := Green1
				switch {
				case k > 0.86 || l < -0.55:
					c = Green0
				case l > 0.62:
					c = Green3
				case l > 0.2:
					c = Green2
				}
				if snowy && l > -0.05 && k < 0.8 {
					c = Stone3
					if l < 0.15 {
						c = Water4
					}
				}
				p.Set(x, y, c)
			}
		}
	}
	p.Outline(Ink1)
	return p
}

func pineTrunk() *Picture {
	p := NewPicture(treeW, treeH)
	p.Rect(treeX-2, 35, 4, 9, Earth1)
	p.Rect(treeX-2, 35, 1, 9, Earth2)
	p.Rect(treeX+1, 35, 1, 9, Earth0)
	p.Set(treeX-3, 43, Earth1)
	p.Set(treeX+2, 43, Earth0)
	p.Outline(Ink1)
	return p
}
