package ui

import (
	"fmt"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render"
	"manyhold/render/gputest"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// land is an untouched world with people in it.
type land struct {
	bay
	seed    uint64
	regions map[grid.Region]*tile.Region
	players []entity.PlayerState
}

func (l *land) Region(r grid.Region) *tile.Region {
	if l.regions[r] == nil {
		l.regions[r] = new(tile.Region)
		terrain.Generate(l.seed, r, l.regions[r])
	}
	return l.regions[r]
}

func (l *land) Players() []entity.PlayerState { return l.players }

func (l *land) EffectOn(game.EntityID) (act.Effect, uint16) { return act.NoEffect, 0 }

// evening is a scene of four people at the spawn of a world; the fourth is too far away to be drawn.
func evening(seed uint64) (*land, *render.Scene) {
	l := &land{seed: seed, regions: map[grid.Region]*tile.Region{}}
	spawn := terrain.Spawn(seed)
	s := &render.Scene{World: l, Tick: game.TicksPerDay * 10 / 24}
	for i, n := range []string{"Ada", "Bo", "Ærøskøbing Wanderer", "Cyd"} {
		id := game.EntityID(i + 1)
		p := entity.PlayerState{Seat: entity.Seat(i + 1), Body: id, Health: uint8(20 - 3*i), Name: name(n), Look: entity.Look{Hair: uint8(i), Shirt: uint8(i * 3), HairColour: uint8(i)}}
		l.players = append(l.players, p)
		if n == "Cyd" {
			continue
		}
		s.Bodies = append(s.Bodies, render.Body{Body: entity.Body{
			ID: id, Kind: entity.Player, Seat: p.Seat, Pos: spawn.Add(int32(i*4-4), int32(i%3*2)).Centre(), Face: 64,
		}})
	}
	s.Bodies[2].Flags |= entity.Asleep
	s.Me = &l.players[0]
	return l, s
}

func TestSee(t *testing.T) {
	_, s := evening(7)
	m := &model.Model{Game: model.Game{LinkOf: func(game.PlayerID) model.LinkState { return model.LinkSlow }}}
	for range 2 { // the second time in the same memory
		m.See(s)
	}
	if m.Game.Me != s.Me || m.Game.Centre != grid.TileAt(s.Bodies[0].Pos) || m.Game.Hour != render.Hour(s.Tick) || m.Game.World == nil {
		t.Errorf("seen: %+v", m)
	}
	if len(m.Game.People) != 4 {
		t.Fatalf("%d people", len(m.Game.People))
	}
	for i, want := range []model.Person{
		{Me: true, Pos: s.Bodies[0].Pos},
		{Pos: s.Bodies[1].Pos, Link: model.LinkSlow},
		{Pos: s.Bodies[2].Pos, Link: model.LinkSlow, Asleep: true},
		{Pos: fixed.Vec{}, Link: model.LinkSlow},
	} {
		if p := m.Game.People[i]; p.Me != want.Me || p.Pos != want.Pos || p.Link != want.Link || p.Asleep != want.Asleep {
			t.Errorf("person %d: %+v", i, p)
		}
	}
	if !m.Game.People[3].Far() || m.Game.People[0].Far() {
		t.Error("who is far away")
	}
}

// TestOverTheWorld draws each screen over the real picture of a world, to be looked at with -dump.
func TestOverTheWorld(t *testing.T) {
	gputest.Need(t)
	r, err := render.New(render.Options{Seed: 7, Light: "full"})
	if err != nil {
		t.Fatal(err)
	}
	l, scene := evening(7)
	dst := ebiten.NewImage(1280, 720)
	defer dst.Deallocate()
	for _, sc := range scenes {
		s := newStage(t, 1280, 720)
		s.u = New(r, s.u.c.Words)
		s.m.Game.Camera = r.Camera()
		r.Camera().Jump(terrain.Spawn(7).Centre())
		sc.set(s)
		if me := s.m.Game.Me; me != nil {
			l.players[0].Inventory, l.players[0].Slot, l.players[0].Health = me.Inventory, me.Slot, me.Health
		}
		s.m.See(scene)
		r.UpdateScene(scene)
		dst.Fill(kit.InkColour)
		r.DrawScene(dst, scene)
		before := gputest.Pixels(dst)
		s.u.Draw(dst, s.m)
		after := gputest.Pixels(dst)
		if changed(before, after) < 1280*720/100 {
			t.Errorf("%s: hardly anything was drawn over the world", sc.name)
		}
		save(t, "world-"+sc.name, after)
	}
}

// TestSeeAcrossALine: a player on another island is listed in order of seat, at the place of the body visible
// across the border; one in both tables for a moment is listed once.
func TestSeeAcrossALine(t *testing.T) {
	l, s := evening(7)
	l.players = append(l.players[:1:1], l.players[2:]...) // the second has crossed
	s.Elsewhere = []entity.PlayerState{{Seat: 2, Name: name("Bo"), Look: entity.Look{Hair: 5}}, {Seat: 3, Name: name("a shade")}, {Seat: 9, Name: name("Zoe")}}
	m := &model.Model{}
	m.See(s)
	var seats []entity.Seat
	for _, p := range m.Game.People {
		seats = append(seats, p.Seat)
	}
	if fmt.Sprint(seats) != "[1 2 3 4 9]" {
		t.Fatalf("seats %v", seats)
	}
	if bo := m.Game.People[1]; bo.Name != "Bo" || bo.Look.Hair != 5 || bo.Far() || bo.Pos.X != s.Bodies[1].Pos.X {
		t.Errorf("Bo across the line: %+v", bo)
	}
	if m.Game.People[2].Name == "a shade" || !m.Game.People[4].Far() {
		t.Errorf("the others: %+v", m.Game.People[2:])
	}
}

// TestSeeOtherLand: a player in another land of the world has no place on the screen: no arrow leads there.
func TestSeeOtherLand(t *testing.T) {
	_, s := evening(7)
	s.Bodies[1].Pos = grid.TileAt(s.Bodies[1].Pos).InScene(1).Centre()
	m := &model.Model{}
	m.See(s)
	if m.Game.People[0].Far() || !m.Game.People[1].Far() || m.Game.People[2].Far() || len(m.Game.People) != 4 {
		t.Errorf("%+v", m.Game.People)
	}
}
