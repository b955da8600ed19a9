// Package inspect is the inspect tool of the window: what the diary says about the tile under the cursor, and
// a keeper's revert with its preview. It reads the state and gives commands; it changes nothing by itself.
package inspect

import (
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/revert"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// lines is how many changes of a tile are shown.
const lines = 5

// planEvery is how often an open preview is made anew, in ticks of the view: others go on building.
const planEvery = 30

// Minutes and radii that can be chosen.
var (
	minutes = []uint8{1, 2, 5, 10, 15, 30, 60, 120, 255}
	radii   = []uint8{2, 4, 8, 16, 24, 32, 48, 64}
)

// Inspector is the state of the tool.
type Inspector struct {
	on      bool // a revert is being prepared
	of      diary.Author
	players []diary.Author // that changed something near
	area    revert.Area
	minutes uint8
	plan    revert.Plan
	why     event.Reason
	made    game.Tick // when the plan was made
}

// May reports whether a player may revert what others did.
func May(i *world.State, p *entity.PlayerState) bool {
	return p != nil && rights.May(rights.Revert, i.Rank(p), rights.Common, rights.Law{}) == event.NoReason
}

// Look shows what the diary says about a tile, or about the crate or ball on it.
func Look(m *model.Inspect, i *world.State, p *entity.PlayerState, at grid.Tile) {
	g, b, _, ok := i.Land.TileAt(at)
	*m = model.Inspect{On: ok, At: at.Centre(), Ground: g, Block: b, Now: i.Clock, May: May(i, p), Lines: m.Lines[:0]}
	if id := act.LooseOn(i, at); id != 0 && b == tile.NoBlock {
		m.Lines = append(m.Lines, i.Diary.History(at, id, 1)...)
		m.Thing = i.Space.Body(id).Kind.Item()
	}
	for _, l := range i.Diary.History(at, 0, lines) {
		if !slices.Contains(m.Lines, l) && len(m.Lines) < lines {
			m.Lines = append(m.Lines, l)
		}
	}
}

// Begin prepares a revert round a tile: of the player that changed it last, else of the last one that changed
// something near. It reports whether there is anybody.
func (s *Inspector) Begin(i *world.State, at grid.Tile) bool {
	*s = Inspector{area: revert.Area{Middle: at, Radius: 16}, minutes: 30}
	s.known(i)
	if len(s.players) == 0 {
		return false
	}
	s.on, s.of = true, s.players[0]
	if list := i.Diary.History(at, 0, 1); len(list) > 0 {
		s.of = list[0].Author
	}
	return true
}

// known lists the players that changed something in the regions near, those of the newest changes first.
func (s *Inspector) known(i *world.State) {
	type entry struct {
		at game.Tick
		of diary.Author
	}
	var all []entry
	for _, at := range (revert.Area{Middle: s.area.Middle, Radius: revert.MaxRadius}).Regions() {
		if d := i.Diary.Of(at); d != nil {
			for k := range d.Entries {
				all = append(all, entry{d.Entries[k].Tick, d.Authors[d.Entries[k].Author]})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return int(b.at) - int(a.at) })
	for _, e := range all {
		if !slices.ContainsFunc(s.players, func(a diary.Author) bool { return a.Key == e.of.Key }) {
			s.players = append(s.players, e.of)
		}
	}
}

// End gives a revert up.
func (s *Inspector) End() { *s = Inspector{} }

// Tune changes the player, the minutes and the radius by steps.
func (s *Inspector) Tune(player, minute, radius int) {
	if n := len(s.players); n > 0 && player != 0 {
		k := slices.IndexFunc(s.players, func(a diary.Author) bool { return a.Key == s.of.Key })
		s.of = s.players[((k+player)%n+n)%n]
	}
	s.minutes = step(minutes, s.minutes, minute)
	s.area.Radius = step(radii, s.area.Radius, radius)
	s.made = 0
}

func step(list []uint8, v uint8, by int) uint8 {
	k := slices.Index(list, v) + by
	return list[max(0, min(k, len(list)-1))]
}

// Command is the revert that is prepared.
func (s *Inspector) Command() command.Command {
	return command.Command{Kind: command.Revert, Tile: s.area.Middle, Slot: s.area.Radius, Count: s.minutes, Entity: game.EntityID(s.of.Seat)}
}

// Undo is the command that undoes the last revert near a tile.
func Undo(at grid.Tile) command.Command {
	return command.Command{Kind: command.Revert, Tile: at, Slot: revert.MaxRadius}
}

// Fill shows what the revert that is prepared would do. The plan is made anew now and then.
func (s *Inspector) Fill(m *model.Revert, i *world.State, p *entity.PlayerState) {
	if *m = (model.Revert{}); !s.on || p == nil {
		return
	}
	if s.made == 0 || i.Clock >= s.made+planEvery || i.Clock < s.made {
		s.plan, s.why = revert.Of(i, p, &s.of, s.area, s.minutes)
		s.made = i.Clock
	}
	*m = model.Revert{On: true, Who: s.of.Name.String(), Players: len(s.players), Minutes: int(s.minutes), Radius: int(s.area.Radius),
		Tiles: len(s.plan.Tiles()), Chests: s.plan.Chests(i), Bodies: s.plan.Bodies, Kept: s.plan.Kept, Beyond: s.plan.Beyond, More: s.plan.More, Why: s.why}
	if s.why == event.NoReason && s.plan.Changes() == 0 {
		m.Why = event.NothingToRevert
	}
}

// Show appends the tiles as they would be again.
func (s *Inspector) Show(list []render.Restored) []render.Restored {
	if !s.on || s.why != event.NoReason {
		return list
	}
	for _, t := range s.plan.Tiles() {
		r := render.Restored{Tile: t.T, Block: t.To.Block, Item: world.BlockItem(t.To.Block)}
		if t.To.Ground != t.Now.Ground && t.To.Block == tile.NoBlock {
			r.Item = world.GroundItem(t.To.Ground)
		}
		if t.To.Block == tile.NoBlock && t.Now.Block != tile.NoBlock && t.To.Ground == t.Now.Ground {
			r.Item, r.Gone = item.None, true
		}
		list = append(list, r)
	}
	return list
}
