package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"manyhold/app/usage"
	"manyhold/app/window/logbook"
	"manyhold/game"
	"manyhold/game/abroad"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/pins"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// signsEvery is how long the signs stand, in ticks of the window.
	signsEvery = 30
	// mostShared is how many pins of others a map shows; those of the players seen last.
	mostShared = 128
	perMinute  = 60 * game.TicksPerSecond
)

// signs are what the map was filled with last.
type signs struct {
	list  []model.Sign
	names []model.AreaName
	until uint64     // tick of the window
	words *kit.Words // of list and names
	stale bool
}

// View is what a map is filled from.
type View struct {
	Words   *kit.Words
	World   *island.Island
	Me      *entity.PlayerState // nil while the player is not in the world
	At      grid.Tile           // where the player is
	Now     uint64              // tick of the window
	Book    *logbook.Book
	Beacons []grid.Tile             // lighthouses that are known to burn, also on other islands
	Hides   func(entity.Seat) bool  // players whose pins are hidden
	Goal    *model.GoalLine         // what is next
	Sees    func(at grid.Tile) bool // whether a burning lighthouse is in sight
}

// Fill fills the model of the maps.
func (c *Chart) Fill(m *model.Map, v *View) {
	*m = model.Map{Signs: c.signs.list, Names: c.signs.names}
	if !c.Opened() {
		return
	}
	c.lead(&v.World.State, v.At)
	c.hear()
	if s := &c.signs; s.stale || s.words != v.Words || v.Now >= s.until {
		s.stale, s.words, s.until = false, v.Words, v.Now+signsEvery
		s.list = c.signsOf(v)
		s.names = s.names[:0:0]
		for _, a := range c.areas.list {
			s.names = append(s.names, model.AreaName{Tile: a.at, Text: usage.Capital(v.Words.Get("find.biome_" + a.biome.String())), Tiles: int(math.Sqrt(float64(a.size)) * block)})
		}
	}
	m.Signs, m.Names = c.signs.list, c.signs.names
	m.Reveal, m.Seen, m.Hint, m.Edition = c.Reveal, c.Seen, c.Hint, c.edition+uint64(len(c.hints.land))
	b := &c.bounds[v.At.Region().Scene()]
	m.Least, m.Most = b.least, b.most
	m.Pins, m.MayPin = len(c.pins), v.Me != nil
	if v.Me != nil {
		m.Shared = len(pins.Of(v.Me))
	}
	c.showTarget(&m.Target)
}

// standKeys are the keys of the names of what stands on the land.
var standKeys = map[model.SignKind]string{model.HearthSign: "map.hearth", model.PortalSign: "map.portal", model.VaultSign: "map.vault"}

// signsOf lists the signs, the lowest on the map first.
func (c *Chart) signsOf(v *View) (list []model.Sign) {
	say := v.Words.Get
	list = v.Book.Signs(list, v.Words, v.World, v.At)
	for _, t := range v.Beacons {
		if !slices.ContainsFunc(list, func(s model.Sign) bool { return s.Tile == t && s.Kind == model.LitSign }) && v.Sees(t) {
			list = append(list, model.Sign{Kind: model.LitSign, Tile: t, Name: say("map.burning"), Edge: true})
		}
	}
	for _, t := range c.standing() {
		s := model.Sign{Kind: c.stands[t], Tile: t, Name: say(standKeys[c.stands[t]])}
		if _, b, state, ok := v.World.TileAt(t); ok && s.Kind == model.VaultSign {
			s.About = say("map.vault_shut")
			if !tile.Solid(b, state) {
				s.About = say("map.vault_open")
			}
		} else if v.Me != nil && s.Kind == model.HearthSign && v.Me.Hearth == t {
			s.About = say("map.wakes")
		}
		list = append(list, s)
	}
	for _, p := range c.pins {
		list = append(list, model.Sign{Kind: model.PinSign, Tile: p.tile, Pin: p.sign, Name: say(pinKey(p.sign)), About: say("map.own_pin")})
	}
	list = c.people(list, v)
	if g := v.Goal; g != nil && g.On && g.Known {
		key, n := g.Words()
		list = append(list, model.Sign{Kind: model.GoalSign, Tile: g.At, Name: v.Words.Fill(key, "n", n), About: say("map.goal"), Edge: true})
	}
	slices.SortStableFunc(list, func(a, b model.Sign) int { return cmp.Compare(a.Kind, b.Kind) })
	return list
}

// pinKey is the key of the name of the sign of a pin.
func pinKey(sign uint8) string { return "map.pin_" + strconv.Itoa(int(sign)) }

// knownPeople returns the players of all islands who share a pin, or whose things lie somewhere: those of
// this island first, and of others as much as is known here.
func knownPeople(i *world.State) (known []*entity.PlayerState) {
	for _, of := range [...][]entity.PlayerState{i.Roster.Here, i.Roster.Away} {
		for k := range of {
			if p := &of[k]; p.Pins[0].Sign != 0 || p.FellAt != 0 {
				known = append(known, p) // a few of many: they are not copied
			}
		}
	}
	i.Abroad.All(func(n *abroad.Note) {
		if n.Pins[0].Sign == 0 && n.Need != abroad.Lost || i.Roster.BySeat(n.Seat) != nil {
			return
		}
		p := &entity.PlayerState{Seat: n.Seat, Name: n.Name, Look: n.Look, Rest: entity.Rest{Pins: n.Pins}, LastSeen: i.Clock, Body: abroadBody}
		if n.Need == abroad.Lost {
			p.Fell, p.FellAt = n.At, max(n.Until, entity.RemainsTime+1)-entity.RemainsTime
		}
		known = append(known, p)
	})
	return known
}

// abroadBody stands for the body of a player of another island: it is in the world.
const abroadBody game.EntityID = 1

// people appends what players share and have lost.
func (c *Chart) people(list []model.Sign, v *View) []model.Sign {
	known := knownPeople(&v.World.State)
	slices.SortStableFunc(known, func(a, b *entity.PlayerState) int { return cmp.Compare(b.LastSeen, a.LastSeen) })
	shared := 0
	for _, p := range known {
		mine := v.Me != nil && p.Key == v.Me.Key
		if !mine && v.Hides(p.Seat) {
			continue
		}
		for _, pin := range pins.Of(p) {
			if shared++; shared > mostShared && !mine {
				break
			}
			about := v.Words.Fill("map.shared_by", "name", p.Name.String())
			if mine {
				about = v.Words.Get("map.shared")
			}
			list = append(list, model.Sign{Kind: model.SharedSign, Tile: pin.Tile, Pin: pin.Sign, Name: v.Words.Get(pinKey(pin.Sign)), About: about, Seat: p.Seat, Look: p.Look, Mine: mine, Edge: c.news.points(p.Seat, pin.Tile, v.Now)})
		}
		if at, until, ok := p.Remains(v.World.Clock); ok && (mine || p.Body != 0) {
			s := model.Sign{Kind: model.LostSign, Tile: at, Name: v.Words.Fill("map.lost_by", "name", p.Name.String()), Seat: p.Seat, Look: p.Look, Mine: mine, Edge: mine}
			if mine {
				s.Name = v.Words.Get("map.lost")
			}
			minutes := int((until - v.World.Clock + perMinute - 1) / perMinute)
			s.About = v.Words.Fill("map.lost_until", "n", strconv.Itoa(minutes))
			list = append(list, s)
		}
	}
	return list
}
