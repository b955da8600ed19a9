// Package senses is what a newcomer sees: exactly what its screen shows, and nothing of the world beyond. It
// has the tiles and bodies within the picture, the line of the next goal with its arrow, the bag and the
// stations of the crafting panel, the clock, the messages to the player, and the cross of its remains on the
// map. Package mind plays by it, and imports neither the world nor its terrain.
package senses

import (
	"manyhold/game"
	"manyhold/game/craft"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/goal"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
)

// Wide and High are how far a screen shows the land from the player, in tiles: 27 by 15.
const Wide, High int32 = 13, 7

// Screen is what one player sees. A Screen is valid for a turn: Look makes it that of the present.
type Screen struct {
	Memory *Memory // shared with friends

	Self
	Line

	Remains   grid.Tile // the cross on the map
	HasFallen bool

	Bodies []entity.Body // on the picture, without the player itself
	News   []event.Event // messages to the player, and what happened on the picture

	world  *island.Island
	key    game.PlayerID
	places [goal.Count]place
	asked  game.Tick // when it looked around last
	leads  craft.Leads
}

// place is where the arrow of a goal points to, as far as it was shown: the window keeps it, too.
type place struct {
	shown, known bool
	at           grid.Tile
}

// New returns the screen of a player.
func New(w *island.Island, key game.PlayerID, m *Memory) *Screen {
	return &Screen{Memory: m, world: w, key: key}
}

// Self is the player, as its figure, its hearts, its bag and the clock show it.
type Self struct {
	Seat    entity.Seat
	Pos     fixed.Vec
	Here    grid.Tile
	Health  uint8
	Asleep  bool // knocked out, or not in the world
	Riding  bool
	Holds   entity.Kind // the body in its hands
	Slot    uint8
	Bag     [item.InventorySlots]item.Stack
	Near    craft.Near // the crafting panel: which stations are in reach
	Now     game.Tick  // the clock
	Dark    uint8      // how dark it is where the player stands: 0 is light
	Raining bool
	Friends int // how many others the list of players shows
}

// Line is the line of the next goal.
type Line struct {
	Goal   goal.Goal
	Aimed  bool      // there is a line
	Arrow  grid.Tile // its place: the arrow and the distance tell it
	Placed bool      // it has a place
	Lights int       // how many lights burn, as the line says
}

// lookEvery is how often the land is read, in ticks: a quarter of a second.
const lookEvery = 15

// Look makes the screen that of the present. events are those of the world since the last Look.
func (s *Screen) Look(events []event.Event) {
	p := s.world.Roster.ByKey(s.key)
	if p == nil {
		s.Asleep = true
		return
	}
	b := s.world.Space.Body(p.Body)
	if b == nil {
		s.Asleep = true
		return
	}
	s.Seat, s.Pos, s.Here, s.Health = p.Seat, b.Pos, grid.TileAt(b.Pos), p.Health
	s.Asleep, s.Riding = b.Flags&entity.Asleep != 0, b.Flags&entity.Riding != 0
	s.Slot, s.Bag, s.Now = p.Slot, p.Inventory, s.world.Clock
	s.Holds = entity.NoKind
	if o := s.world.Space.Body(b.Other); o != nil && b.Flags&entity.Carrying != 0 {
		s.Holds = o.Kind
	}
	s.Remains, _, s.HasFallen = p.Remains(s.Now)
	s.Friends = len(s.world.Roster.Here) - 1
	s.Near.Look(&s.world.State, p, b)
	s.Dark = dark.Level(&s.world.State, s.Pos)
	s.Raining = s.rain()
	s.thread(p, b)
	s.picture(p.Body)
	s.hear(events)
	if s.asked == 0 || s.Now >= s.asked+lookEvery {
		s.asked = s.Now
		s.land()
	}
}

// thread reads the line of the next goal.
func (s *Screen) thread(p *entity.PlayerState, b *entity.Body) {
	w := &s.world.State
	s.Lights = w.Lights.Count()
	s.Goal, s.Aimed = goal.Next(w, p)
	if s.Placed = false; !s.Aimed {
		return
	}
	if s.Goal == goal.LongNight { // it has a new place each time
		s.Arrow, s.Placed = goal.Place(w, p, b, s.Goal)
		return
	}
	x := &s.places[s.Goal]
	if !x.shown {
		x.at, x.known = goal.Place(w, p, b, s.Goal)
		x.shown = true
	}
	s.Arrow, s.Placed = x.at, x.known
}

// Done reports whether a goal is reached, as the page of goals says.
func (s *Screen) Done(g goal.Goal) bool {
	p := s.world.Roster.ByKey(s.key)
	return p != nil && goal.Done(&s.world.State, p, g)
}

// picture takes the bodies within the picture.
func (s *Screen) picture(own game.EntityID) {
	s.Bodies = s.Bodies[:0]
	list := s.world.Space.Bodies()
	for k := range list {
		if list[k].ID != own && s.Shows(grid.TileAt(list[k].Pos)) {
			s.Bodies = append(s.Bodies, list[k])
		}
	}
}

// Shows reports whether a tile is within the picture.
func (s *Screen) Shows(t grid.Tile) bool {
	dx, dy := t.X-s.Here.X, t.Y-s.Here.Y
	return max(dx, -dx) <= Wide && max(dy, -dy) <= High
}

// hear takes the messages to the player, and what happened on the picture.
func (s *Screen) hear(events []event.Event) {
	s.News = s.News[:0]
	for k := range events {
		if e := &events[k]; e.Seat == s.Seat || e.Kind != event.Refused && s.Shows(e.Tile) {
			s.News = append(s.News, *e)
		}
	}
}

// land takes the tiles of the picture into the memory. Rock shows what it is only beside open ground.
func (s *Screen) land() {
	for dy := -High; dy <= High; dy++ {
		for dx := -Wide; dx <= Wide; dx++ {
			t := s.Here.Add(dx, dy)
			g, b, state, ok := s.world.TileAt(t)
			if !ok {
				continue
			}
			if ore(b) && !s.bare(t) {
				b, state = tile.Cliff, 0
			}
			if b == tile.StandingStone || b == tile.Portal {
				state = 0 // no stone tells where it leads
			}
			s.Memory.Note(t, Cell{Ground: g, Block: b, State: state, Seen: true})
		}
	}
}

func ore(b tile.Block) bool { return gloom.Natural(b) || b == tile.EmberOre }

// bare reports whether a tile has open ground beside it.
func (s *Screen) bare(t grid.Tile) bool {
	for _, d := range [...][2]int32{{0, 1}, {1, 0}, {-1, 0}, {0, -1}} {
		if _, b, state, ok := s.world.TileAt(t.Add(d[0], d[1])); ok && !tile.Solid(b, state) {
			return true
		}
	}
	return false
}

// rain reports whether it rains on the player.
func (s *Screen) rain() bool {
	g, _, _, ok := s.world.TileAt(s.Here)
	if !ok || g.Info().Roofed {
		return false
	}
	sky, _ := s.world.Land.Estates.Sky(s.world.Gen.Seed, s.Now, s.Here)
	return sky.Rain >= living.RainDouses
}

// Lead returns what the crafting panel says of a material that is missing: how far the nearest ore is, and in
// which direction, in eighths of a circle from east over south.
func (s *Screen) Lead(k item.Kind) (tiles int32, eighth int, ok bool) {
	at, ok := s.leads.Of(&s.world.State, s.Here, k)
	dx, dy := int64(at.X-s.Here.X), int64(at.Y-s.Here.Y)
	for int64(tiles+1)*int64(tiles+1) <= dx*dx+dy*dy {
		tiles++
	}
	d := fixed.Vec{X: fixed.Q(dx) * fixed.One, Y: fixed.Q(dy) * fixed.One}
	for n, best := 0, fixed.Q(-1)<<62; n < 8; n++ {
		way := fixed.Direction(fixed.Angle(n * 8192)).Vec()
		if along := way.X*(d.X>>fixed.Bits) + way.Y*(d.Y>>fixed.Bits); along > best {
			best, eighth = along, n
		}
	}
	return tiles, eighth, ok
}

// Gloom returns how dark a tile of the picture is: 0 is light.
func (s *Screen) Gloom(t grid.Tile) uint8 {
	if !s.Shows(t) {
		return 0
	}
	return dark.Level(&s.world.State, t.Centre())
}

// Night reports whether the sky is dark, as the clock shows, or becomes so within some time.
func (s *Screen) Night(ahead game.Tick) bool {
	return gloom.Depth(s.Now) > 0 || gloom.Depth(s.Now+ahead) > 0
}
