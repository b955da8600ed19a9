package chart

import (
	"image/color"

	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// group is a row of the legend: signs that are shown or hidden together.
type group uint8

// The groups, in the order of the legend.
const (
	lightGroup group = iota
	placeGroup
	hearthGroup
	portalGroup
	vaultGroup
	hoardGroup
	holdingGroup
	pinGroup
	friendGroup
	lostGroup
	nameGroup
	groups
	always // signs that cannot be hidden
)

// groupKeys are the keys of the words of groups, and groupSigns their pictures.
var (
	groupKeys  = [groups]string{"map.lights", "map.places", "map.hearths", "map.portals", "map.vaults", "map.hoards", "map.claims", "map.pins", "map.friends", "map.remains", "map.biomes"}
	groupSigns = [groups]model.SignKind{model.LitSign, model.PlaceSign, model.HearthSign, model.PortalSign, model.VaultSign, model.HoardSign, model.HoldingSign, model.PinSign, model.NoSign, model.LostSign, model.NoSign}
)

// groupOf are the groups of the kinds of signs.
var groupOf = [model.SignKinds]group{
	model.HoldingSign: holdingGroup, model.PlaceSign: placeGroup, model.UnseenSign: placeGroup, model.HearthSign: hearthGroup, model.PortalSign: portalGroup,
	model.VaultSign: vaultGroup, model.HoardSign: hoardGroup, model.DarkSign: lightGroup, model.LitSign: lightGroup, model.PinSign: pinGroup,
	model.SharedSign: pinGroup, model.LostSign: lostGroup, model.GoalSign: always, model.NoSign: always,
}

// far are the kinds that are shown on the farthest zooms, too; the others would cover each other.
var far = [model.SignKinds]bool{model.PortalSign: true, model.DarkSign: true, model.LitSign: true, model.GoalSign: true, model.LostSign: true, model.PinSign: true, model.SharedSign: true}

// crowded is the greatest zoom at which only the kinds of far are shown.
const crowded = -1

// shows reports whether a sign is shown on the large map.
func (m *Map) shows(s *model.Sign) bool {
	g := groupOf[s.Kind]
	return (g == always || !m.hidden[g]) && (m.view.zoom > crowded || far[s.Kind])
}

// cell returns the picture of a sign.
func cell(s *model.Sign) kit.Cell {
	switch s.Kind {
	case model.PinSign:
		return pinCell(s.Pin, false)
	case model.SharedSign:
		return pinCell(s.Pin, true)
	}
	return cellOf(s.Kind)
}

// foot returns where the picture of a sign lies when its tile is at x, y: pins and towers stand on their
// tile.
func foot(s *model.Sign, x, y int) (left, top int) {
	switch s.Kind {
	case model.PinSign, model.SharedSign, model.DarkSign, model.LitSign, model.PlaceSign, model.HoldingSign:
		return x - signSide/2, y - signSide + 2
	case model.GoalSign: // over what is there
		return x - signSide/2, y - 2*signSide - 2
	}
	return x - signSide/2, y - signSide/2
}

// hit is how far from a sign one still points at it, in logical pixels beyond its picture.
const hit = 2

// at returns the sign at a logical place of the map: of several the highest, and of those the nearest.
func (m *Map) at(u *kit.Context, x, y int) *model.Sign {
	var best *model.Sign
	least := 0
	for k := range u.Model.Map.Signs {
		s := &u.Model.Map.Signs[k]
		if !m.shows(s) {
			continue
		}
		px, py := m.place(s.Tile)
		left, top := foot(s, px, py)
		if x < left-hit || y < top-hit || x >= left+signSide+hit || y >= top+signSide+hit {
			continue
		}
		d := max(x-px, px-x) + max(y-py, py-y)
		if best == nil || s.Kind > best.Kind || s.Kind == best.Kind && d < least {
			best, least = s, d
		}
	}
	return best
}

// drawSigns draws the signs that are shown, with the numbers of lighthouses and the names of what is found.
func (m *Map) drawSigns(u *kit.Context) {
	for k := range u.Model.Map.Signs {
		s := &u.Model.Map.Signs[k]
		if !m.shows(s) {
			continue
		}
		x, y := m.place(s.Tile)
		if x < -signSide || y < -signSide || x > u.W+signSide || y > u.H+signSide {
			continue
		}
		left, top := foot(s, x, y)
		if s.Kind == model.GoalSign && u.Now/24%2 == 1 && !u.Model.Window.ReducedMotion {
			top--
		}
		if s.Kind == model.LostSign && s.Mine {
			pulse(u, x, y, signSide/2+2)
		}
		u.P.Picture(left, top, cell(s), 1, kit.White)
		if s.Number > 0 {
			m.label(u, x, top+signSide+5, kit.Itoa(s.Number), kit.PaleColour)
		}
		if s.Kind == model.PlaceSign && m.view.zoom >= named {
			m.label(u, x, top+signSide+6, s.Name, kit.TextColour)
		}
	}
}

// named is the least zoom at which places have their names written below.
const named = 2

// pulse draws four corners around a place that breathe.
func pulse(u *kit.Context, x, y, r int) {
	r += int(u.Now/12) % 3
	for _, d := range [...][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		cx, cy := x+d[0]*r, y+d[1]*r
		u.P.Fill(kit.R(min(cx, cx-3*d[0]), cy, 4, 1), kit.PaleColour)
		u.P.Fill(kit.R(cx, min(cy, cy-3*d[1]), 1, 4), kit.PaleColour)
	}
}

// label writes words in the middle below a place of the map, unless something is written there.
func (m *Map) label(u *kit.Context, x, y int, words string, col color.RGBA) {
	w := u.Measure(words, true) + 2
	r := kit.R(x-w/2, y-6, w+2, 12)
	if m.free(u, kit.R(r.X-1, r.Y-2, r.W+2, r.H+4)) {
		u.Text(r, words, kit.Style{Col: col, Outline: true, Small: true, Align: kit.Centre})
	}
}

// free reports whether nothing is written at a place between the bars yet, and takes the place.
func (m *Map) free(u *kit.Context, r kit.Rect) bool {
	room := m.room(u)
	if overlaps(m.words, r) || r.X < room.X || r.Y < room.Y || r.X+r.W > room.X+room.W || r.Y+r.H > room.Y+room.H {
		return false
	}
	m.words = append(m.words, r)
	return true
}

// leastNamed is the least side of a land that has its name on the farthest zooms, in logical pixels.
const leastNamed = 14

// drawNames writes the names of biomes over their lands, where they have room.
func (m *Map) drawNames(u *kit.Context) {
	if m.hidden[nameGroup] {
		return
	}
	k := m.view.scale() * float64(m.grow)
	for i := range u.Model.Map.Names {
		n := &u.Model.Map.Names[i]
		small := m.view.zoom <= crowded // far off there is less room, and the lands are what one looks for
		w := u.Measure(n.Text, small) + 4
		if float64(n.Tiles)*k < float64(w)*3/4 && !(small && float64(n.Tiles)*k > leastNamed) {
			continue
		}
		x, y := m.place(n.Tile)
		r := kit.R(x-w/2, y-8, w, 16)
		if !m.free(u, r) {
			continue
		}
		u.Text(r, n.Text, kit.Style{Col: kit.Fade(kit.PaleColour, 190), Outline: true, Align: kit.Centre, Small: small})
	}
}

func overlaps(list []kit.Rect, r kit.Rect) bool {
	for _, o := range list {
		if o.Overlaps(r) {
			return true
		}
	}
	return false
}

// drawClaims draws the edges of claims in the colours of their owners.
func (m *Map) drawClaims(u *kit.Context) {
	if m.hidden[holdingGroup] {
		return
	}
	k := m.view.scale() * float64(m.grow)
	for i := range u.Model.Land.Claims {
		c := &u.Model.Land.Claims[i]
		x, y := m.corner(c.At)
		r := kit.R(x, y, max(int(float64(c.W)*k), 2), max(int(float64(c.H)*k), 2))
		if !r.Overlaps(kit.R(0, 0, u.W, u.H)) {
			continue
		}
		u.P.Fill(r, kit.Fade(c.Colour, 50))
		frame(u, r, c.Colour)
		if u.Measure(c.Owner, true)+4 < r.W {
			m.label(u, r.X+r.W/2, r.Y+r.H/2, c.Owner, c.Colour)
		}
	}
}

// frame draws the edge of a rectangle.
func frame(u *kit.Context, r kit.Rect, col color.RGBA) {
	u.P.Fill(kit.R(r.X, r.Y, r.W, 1), col)
	u.P.Fill(kit.R(r.X, r.Y+r.H-1, r.W, 1), col)
	u.P.Fill(kit.R(r.X, r.Y, 1, r.H), col)
	u.P.Fill(kit.R(r.X+r.W-1, r.Y, 1, r.H), col)
}

// drawWay draws the way to the target as a line of dots that wander there.
func (m *Map) drawWay(u *kit.Context) {
	t := &u.Model.Map.Target
	if !t.On {
		return
	}
	const step = 7
	next := float64(u.Now/4%step) - step
	for k := 1; k < len(t.Path); k++ {
		ax, ay := m.place(t.Path[k-1])
		bx, by := m.place(t.Path[k])
		next = dotted(u, ax, ay, bx, by, next, step)
	}
	x, y := m.place(t.Tile)
	pulse(u, x, y, signSide/2+1)
	u.P.Fill(kit.R(x-2, y-2, 5, 5), kit.InkColour)
	u.P.Fill(kit.R(x-1, y-1, 3, 3), kit.PaleColour)
	if t.Far > 0 {
		m.label(u, x, y+14, u.Count("map.tiles", t.Far), kit.PaleColour)
	}
}

// face is a player on the map, with the middle of the face.
type face struct {
	person *model.Person
	x, y   int
}

// faceSide is the side of a face with its frame, in logical pixels.
const faceSide = 20

// gather finds a place for each face: those who stand together stand side by side, and one beyond the edge
// stands at it.
func (m *Map) gather(u *kit.Context) {
	m.faces = m.faces[:0]
	room := m.room(u)
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		if p.Asleep || p.Far() || p.Secret || !p.Me && m.hidden[friendGroup] {
			continue
		}
		x, y := m.place(grid.TileAt(p.Pos))
		if p.Me && !room.Contains(x, y) {
			continue // one may look elsewhere
		}
		const edge = faceSide/2 + 2
		x, y = min(max(x, room.X+edge), room.X+room.W-edge), min(max(y, room.Y+edge), room.Y+room.H-edge)
		for _, d := range [...][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {2, 0}, {-2, 0}} {
			if r := faceRect(x+d[0]*faceSide, y+d[1]*faceSide); m.free(u, r) {
				m.faces = append(m.faces, face{p, r.X + faceSide/2, r.Y + faceSide/2})
				break
			}
		}
	}
}

func faceRect(x, y int) kit.Rect {
	return kit.R(x-faceSide/2, y-faceSide/2, faceSide, faceSide)
}

// drawPeople draws the players by their faces. It returns the one at a place.
func (m *Map) drawPeople(u *kit.Context, cx, cy int) (over *model.Person) {
	for _, f := range m.faces {
		p, r, col := f.person, faceRect(f.x, f.y), kit.NameColour(int(f.person.Seat))
		if p.Me {
			col = kit.White
			pulse(u, f.x, f.y, 12)
		}
		u.P.Panel(r, kit.PanelColour, kit.InkColour, kit.PanelColour)
		frame(u, r.Inset(1), col)
		kit.DrawHead(u, f.x-8, f.y-8, p)
		if r.Contains(cx, cy) {
			over = p
		} else if !p.Me && m.view.zoom >= 0 {
			m.label(u, f.x, f.y+17, p.Name, col)
		}
	}
	return over
}

// pressedZoom returns by how much the keys and the wheel zoom in this tick.
func pressedZoom(in *input.State) int {
	by := int(in.WheelY)
	for _, b := range [...]input.Button{input.KeyNumpadAdd, input.KeyEqual, input.PadR1, input.KeyPageUp} {
		if in.ButtonPressed(b) {
			by++
		}
	}
	for _, b := range [...]input.Button{input.KeyNumpadSubtract, input.KeyMinus, input.PadL1, input.KeyPageDown} {
		if in.ButtonPressed(b) {
			by--
		}
	}
	return by
}
