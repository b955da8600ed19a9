package act_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// claims asks that player n claims a rectangle whose corner is at (dx, dy) from the spawn.
func claims(s *rig.Stage, n int, dx, dy int32, w, h uint8) uint64 {
	return s.Ask(n, command.Command{Kind: command.Claim, Tile: s.At(dx, dy), Slot: w, Slot2: h})
}

// share asks that player n shares the claim at (dx, dy) from the spawn.
func share(s *rig.Stage, n int, dx, dy int32, g claim.Grant, who game.EntityID) {
	s.Ask(n, command.Command{Kind: command.Share, Tile: s.At(dx, dy), Count: uint8(g), Entity: who})
	s.Run(3)
}

// estate is a stage on which player 1 has the 9 × 9 tiles from (20, 0) on, and both players stand there.
func estate(t *testing.T, people int) *rig.Stage {
	s := rig.NewStage(t).Enter(people).Clear(32)
	for n := 1; n <= people; n++ {
		s.Put(n, 24, int32(2*n))
	}
	claims(s, 1, 20, 0, 9, 9)
	s.Run(3)
	s.Allowed()
	if c := s.Claims.At(s.At(28, 8)); c == nil || c.Owner != rig.Key(1) || c.Name != s.Player(1).Name || s.Claims.At(s.At(29, 8)) != nil {
		t.Fatalf("claimed %+v", s.Claims.List())
	}
	return s
}

// plotted returns a claim of player n on the 9 × 9 tiles from (20, 0) on.
func plotted(s *rig.Stage, n int, friends ...game.PlayerID) claim.Claim {
	return claim.Claim{Plot: claim.Plot{At: s.At(20, 0), W: 9, H: 9}, ID: 1, Owner: rig.Key(n), Friends: friends, Since: s.Clock, Visited: s.Clock}
}

// TestTwoClaimAtOnce: of two claims in one tick one succeeds, whoever comes first by that tick's order. The
// other player hears of the next free place, which is free, and can claim it.
func TestTwoClaimAtOnce(t *testing.T) {
	won := map[entity.Seat]int{}
	for n := range 12 {
		s := rig.NewStage(t).Enter(2).Clear(40).Put(1, 20, 0).Put(2, 22, 0)
		s.Run(1 + n)
		for who := range 2 {
			who = (who+n)%2 + 1 // in which order they come to the leader
			claims(s, who, 20+3*int32(who), 2, 8, 8)
		}
		s.Run(3)
		made, free, refused := s.Saw(event.ClaimMade), s.Saw(event.ClaimFree), s.Saw(event.Refused)
		if made == nil || free == nil || refused == nil || len(s.Claims.List()) != 1 {
			t.Fatalf("made %+v, free %+v, refused %+v: %d claims", made, free, refused, len(s.Claims.List()))
		}
		if event.Reason(refused.A) != event.Overlap || refused.Seat != free.Seat || refused.Seq != free.Seq || refused.Seat == made.Seat {
			t.Fatalf("made %+v, free %+v, refused %+v", made, free, refused)
		}
		won[made.Seat]++
		s.Ask(int(free.Seat), command.Command{Kind: command.Claim, Tile: free.Tile, Slot: uint8(free.A), Slot2: uint8(free.B)})
		s.Run(3)
		s.Allowed()
		list := s.Claims.List()
		if len(list) != 2 || list[0].Meets(list[1].Plot) || list[0].Tiles() != 64 || list[1].Tiles() != 64 {
			t.Fatalf("%+v", list)
		}
		at := [2]grid.Tile{s.At(23, 2), s.At(26, 2)}
		if d := free.Tile.X - at[free.Seat-1].X; free.Tile.Y != at[0].Y || d != 5 && d != -5 {
			t.Errorf("the next place to %v is %v", at[free.Seat-1], free.Tile)
		}
	}
	if won[1] == 0 || won[2] == 0 {
		t.Errorf("always the same one wins: %v", won)
	}
}

// TestWhereOneMayClaim: a claim has a form, a place near its author, and its room.
func TestWhereOneMayClaim(t *testing.T) {
	for name, c := range map[string]struct {
		rank   rights.Rank
		dx, dy int32
		w, h   uint8
		why    event.Reason
	}{
		"a field":                          {rights.Builder, 20, 0, 9, 9, event.NoReason},
		"as large as it may be":            {rights.Builder, 13, 0, 32, 32, event.NoReason},
		"a tile":                           {rights.Builder, 20, 0, 1, 1, event.NoReason},
		"nothing":                          {rights.Builder, 20, 0, 0, 9, event.ClaimLimit},
		"too long":                         {rights.Builder, 13, 0, 33, 1, event.ClaimLimit},
		"by a visitor":                     {rights.Visitor, 20, 0, 9, 9, event.NotAllowed},
		"too far":                          {rights.Builder, 200, 0, 9, 9, event.TooFar},
		"beside the arrival":               {rights.Builder, 13, -4, 9, 9, event.NoReason},
		"at the edge of the open ground":   {rights.Builder, 12, -4, 9, 9, event.OpenGround},
		"on the arrival":                   {rights.Builder, -4, -4, 9, 9, event.OpenGround},
		"on the arrival, by a keeper":      {rights.Keeper, -4, -4, 9, 9, event.NoReason},
		"on the arrival, by the founder":   {rights.Founder, -4, -4, 9, 9, event.NoReason},
		"beyond the world, so too far":     {rights.Founder, 1 << 29, 0, 9, 9, event.TooFar},
		"a row beyond what is active here": {rights.Builder, 20, 120, 9, 32, event.TooFar},
	} {
		s := rig.NewStage(t).Enter(1).Clear(4)
		s.Grant(1, c.rank)
		claims(s, 1, c.dx, c.dy, c.w, c.h)
		s.Run(3)
		got := event.NoReason
		if e := s.Saw(event.Refused); e != nil {
			got = event.Reason(e.A)
		}
		if got != c.why || (got == event.NoReason) != (len(s.Claims.List()) == 1) {
			t.Errorf("%s: %v, want %v", name, got, c.why)
		}
		if free := s.Saw(event.ClaimFree); (free != nil) != (c.why == event.OpenGround) {
			t.Errorf("%s: the next free place: %+v", name, free)
		}
	}
}

// TestAllotments: nobody gets more claims or more tiles than the rank allows; what is given up can be claimed
// again.
func TestAllotments(t *testing.T) {
	for r, most := range map[rights.Rank]rights.Allotment{rights.Builder: {Claims: 3, Tiles: 1024}, rights.Keeper: {Claims: 12, Tiles: 6144}, rights.Founder: {Claims: 48, Tiles: 24_576}} {
		if got := rights.AllotmentOf(r); got != most {
			t.Errorf("a %s may have %+v", r, got)
		}
		s := rig.NewStage(t).Enter(1).Clear(4)
		s.Grant(1, r)
		for n := range most.Claims + 1 {
			claims(s, 1, 14+2*int32(n%12), 14+2*int32(n/12), 1, 1)
			if s.Run(3); n < most.Claims {
				s.Allowed()
			}
		}
		s.Refused(event.ClaimLimit)
		s.Ask(1, command.Command{Kind: command.Unclaim, Tile: s.At(14, 14)})
		s.Run(3)
		if e := s.Saw(event.ClaimEnded); e == nil || e.A != 0 || e.Seat != s.Player(1).Seat {
			t.Errorf("told %+v", e)
		}
		claims(s, 1, 14, 14, 1, 1)
		s.Run(3)
		s.Allowed()
	}
	s := rig.NewStage(t).Enter(1).Clear(4)
	claims(s, 1, 14, 14, 32, 31)
	s.Run(3)
	s.Allowed()
	claims(s, 1, -30, 14, 11, 3)
	s.Run(3)
	s.Refused(event.ClaimLimit) // 33 tiles are one more than there are left
	claims(s, 1, -30, 14, 8, 4)
	s.Run(3)
	s.Allowed()
	if n := rights.AllotmentOf(rights.Visitor); n != (rights.Allotment{}) {
		t.Errorf("a visitor may have %+v", n)
	}
}

// TestAFullRegion: a region has room for so many claims, and the next free place is in another one.
func TestAFullRegion(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(4)
	at := s.At(20, 20).Region()
	for n := range claim.MaxIn {
		s.Claims.Put(claim.Claim{Plot: claim.Plot{At: at.Tile(grid.Index(n * 63)), W: 1, H: 1}, ID: uint64(n + 1), Owner: rig.Key(9)})
	}
	x := at.Tile(0).X - s.SpawnTile.X
	y := at.Tile(0).Y - s.SpawnTile.Y
	free := claim.Plot{At: s.At(x+40, y+60), W: 2, H: 2}
	for s.Claims.Meeting(free) != nil || free.At.X < s.At(15, 0).X && free.At.Y < s.At(0, 15).Y {
		free.At.X++
	}
	s.Ask(1, command.Command{Kind: command.Claim, Tile: free.At, Slot: 2, Slot2: 2})
	s.Run(3)
	s.Refused(event.NoRoom)
	s.Ask(1, command.Command{Kind: command.Claim, Tile: at.Tile(63), Slot: 1, Slot2: 1})
	s.Run(3)
	s.Refused(event.Overlap)
	if e := s.Saw(event.ClaimFree); e != nil && e.Tile.Region() == at {
		t.Errorf("the next free place is %v, in the full region", e.Tile)
	}
}

// TestWhoMayDoWhat: commands of all ranks on land of every relation, through turns, against the table of
// package rights.
func TestWhoMayDoWhat(t *testing.T) {
	lands := []struct {
		name string
		on   rights.Land
		set  func(s *rig.Stage)
	}{
		{"nobody's", rights.Common, func(s *rig.Stage) {}},
		{"its own", rights.Own, func(s *rig.Stage) { s.Claims.Put(plotted(s, 2)) }},
		{"a friend's", rights.Own, func(s *rig.Stage) { s.Claims.Put(plotted(s, 1, rig.Key(2))) }},
		{"a friend's, for use", rights.Opened, func(s *rig.Stage) {
			c := plotted(s, 1, rig.Key(2))
			c.Flags = claim.UseOnly
			s.Claims.Put(c)
		}},
		{"open to all", rights.Opened, func(s *rig.Stage) {
			c := plotted(s, 1)
			c.Flags = claim.Open
			s.Claims.Put(c)
		}},
		{"somebody else's", rights.Foreign, func(s *rig.Stage) { s.Claims.Put(plotted(s, 1)) }},
	}
	deeds := []struct {
		name   string
		common rights.Deed // on land of nobody or one's own
		others rights.Deed // on claimed land of others
		ask    func(s *rig.Stage) command.Command
	}{
		{"walks", rights.Move, rights.Move, func(s *rig.Stage) command.Command { return rig.Moving(fixed.One, 0) }},
		{"talks", rights.Talk, rights.Talk, func(s *rig.Stage) command.Command { return command.Command{Kind: command.Say, Text: "hello"} }},
		{"digs", rights.Build, rights.Build, func(s *rig.Stage) command.Command { return command.Command{Kind: command.Dig, Tile: s.At(25, 2)} }},
		{"places", rights.Build, rights.Build, func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.Place, Tile: s.At(25, 2), Slot: s.Slot(2, item.StoneWall)}
		}},
		{"sets on fire", rights.Build, rights.Build, func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.Place, Tile: s.At(24, 4), Slot: s.Slot(2, item.Tinder)}
		}},
		{"lights a lamp", rights.Use, rights.Use, func(s *rig.Stage) command.Command { return command.Command{Kind: command.Use, Tile: s.At(25, 1)} }},
		{"opens a chest", rights.Use, rights.Use, func(s *rig.Stage) command.Command { return command.Command{Kind: command.Use, Tile: s.At(23, 2)} }},
		{"cuts wheat", rights.Use, rights.Build, func(s *rig.Stage) command.Command { return command.Command{Kind: command.Use, Tile: s.At(23, 3)} }},
		{"turns a piston", rights.Use, rights.Build, func(s *rig.Stage) command.Command { return command.Command{Kind: command.Use, Tile: s.At(25, 3)} }},
		{"puts into a chest", rights.Take, rights.Take, func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.ChestPut, Tile: s.At(23, 2), Slot: s.Slot(2, item.StoneWall), Count: 1}
		}},
		{"takes from a chest", rights.Take, rights.Take, func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.ChestTake, Tile: s.At(23, 2), Count: 1}
		}},
		{"lifts a crate", rights.Take, rights.Take, func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.PickUp, Entity: s.Space.Bodies()[s.Find(entity.Crate)].ID}
		}},
		{"kicks a crate", rights.Play, rights.Take, func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.Kick, Dir: rig.Direction(0, -fixed.One)}
		}},
		{"throws", rights.Play, rights.Play, func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.Throw, Dir: rig.Direction(fixed.One, 0), Slot: s.Slot(2, item.StoneWall)}
		}},
	}
	for _, land := range lands {
		for _, d := range deeds {
			for r := range rights.RankCount {
				s := rig.NewStage(t).Enter(2).Clear(32).Put(1, 0, 0).Put(2, 24, 2)
				living.SetTile(&s.State, s.At(25, 1), tile.Grass, tile.Lamp, 0)
				living.SetTile(&s.State, s.At(23, 2), tile.Grass, tile.Chest, 0)
				s.Chests.Add(s.At(23, 2)).Slots[0] = item.Stack{Kind: item.Coal, Count: 3}
				s.Ledger.Created[item.Coal] += 3
				living.SetTile(&s.State, s.At(23, 3), tile.Dirt, tile.Wheat, tile.RipeWheat)
				living.SetTile(&s.State, s.At(25, 3), tile.Grass, tile.Piston, 0)
				living.SetTile(&s.State, s.At(24, 4), tile.Grass, tile.Bush, 0)
				s.Crate(24, 1)
				s.Give(2, item.Tinder, 1)
				s.Grant(2, r)
				land.set(s)
				deed := d.common
				if land.on == rights.Opened || land.on == rights.Foreign {
					deed = d.others
				}
				want := rights.May(deed, r, land.on, rights.Law{})
				s.Ask(2, d.ask(s))
				s.Run(3)
				got := event.NoReason
				if e := s.Saw(event.Refused); e != nil {
					got = event.Reason(e.A)
				}
				if got != want {
					t.Errorf("a %s %s on land that is %s: %v, want %v", r, d.name, land.name, got, want)
				}
			}
		}
	}
}

// TestSharing: an owner makes friends and takes it back, opens the claim and closes it; nobody else does.
func TestSharing(t *testing.T) {
	s := estate(t, 3)
	land := func(n int) rights.Land { return act.LandOf(&s.State, s.Player(n), s.At(21, 1)) }
	for _, step := range []struct {
		name    string
		by      int
		grant   claim.Grant
		who     int // 0: nobody
		why     event.Reason
		two     rights.Land // of player 2 from now on
		three   rights.Land
		edition uint32
	}{
		{"by somebody else", 2, claim.Befriend, 2, event.Claimed, rights.Foreign, rights.Foreign, 0},
		{"oneself", 1, claim.Befriend, 1, event.NothingThere, rights.Foreign, rights.Foreign, 0},
		{"nobody", 1, claim.Befriend, 0, event.NothingThere, rights.Foreign, rights.Foreign, 0},
		{"a friend", 1, claim.Befriend, 2, event.NoReason, rights.Own, rights.Foreign, 1},
		{"again", 1, claim.Befriend, 2, event.NothingThere, rights.Own, rights.Foreign, 1},
		{"by a friend", 2, claim.Befriend, 3, event.Claimed, rights.Own, rights.Foreign, 1},
		{"open", 1, claim.OpenToAll, 0, event.NoReason, rights.Own, rights.Opened, 2},
		{"friends use", 1, claim.FriendsUse, 0, event.NoReason, rights.Opened, rights.Opened, 3},
		{"close", 1, claim.CloseToAll, 0, event.NoReason, rights.Opened, rights.Foreign, 4},
		{"friends build", 1, claim.FriendsBuild, 0, event.NoReason, rights.Own, rights.Foreign, 5},
		{"not a friend", 1, claim.Unfriend, 3, event.NothingThere, rights.Own, rights.Foreign, 5},
		{"no friend any more", 1, claim.Unfriend, 2, event.NoReason, rights.Foreign, rights.Foreign, 6},
		{"another", 1, claim.Befriend, 3, event.NoReason, rights.Foreign, rights.Own, 7},
		{"nobody is", 1, claim.Unfriend, 0, event.NoReason, rights.Foreign, rights.Foreign, 8},
		{"nobody was", 1, claim.Unfriend, 0, event.NothingThere, rights.Foreign, rights.Foreign, 8},
		{"an unknown grant", 1, claim.GrantCount, 0, event.NothingThere, rights.Foreign, rights.Foreign, 8},
		{"no grant", 1, claim.NoGrant, 0, event.NothingThere, rights.Foreign, rights.Foreign, 8},
	} {
		who := game.EntityID(0)
		if step.who > 0 {
			who = s.Body(step.who).ID
		}
		share(s, step.by, 21, 1, step.grant, who)
		got := event.NoReason
		if e := s.Saw(event.Refused); e != nil {
			got = event.Reason(e.A)
		}
		told := s.Saw(event.ClaimShared)
		if got != step.why || (told != nil) != (got == event.NoReason) || told != nil && claim.Grant(told.A) != step.grant {
			t.Errorf("%s: %v, want %v; told %+v", step.name, got, step.why, told)
		}
		if land(1) != rights.Own || land(2) != step.two || land(3) != step.three || s.Claims.List()[0].Edition != step.edition {
			t.Errorf("%s: the land is %d, %d, %d, edition %d", step.name, land(1), land(2), land(3), s.Claims.List()[0].Edition)
		}
	}
	share(s, 1, 40, 1, claim.OpenToAll, 0)
	s.Refused(event.NothingThere)
}

// TestAFriendThatIsAway: it is named by its seat; and there is room for so many friends.
func TestAFriendThatIsAway(t *testing.T) {
	s := estate(t, claim.MaxFriends+2)
	s.Ask(2, command.Command{Kind: command.Leave})
	s.Run(3)
	for n := 2; n <= claim.MaxFriends+1; n++ {
		share(s, 1, 20, 0, claim.Befriend, game.EntityID(s.Player(n).Seat))
		s.Allowed()
	}
	share(s, 1, 20, 0, claim.Befriend, game.EntityID(s.Player(claim.MaxFriends+2).Seat))
	s.Refused(event.NoRoom)
	share(s, 1, 20, 0, claim.Unfriend, game.EntityID(s.Player(2).Seat))
	s.Allowed()
	if c := s.Claims.List()[0]; c.Befriended(rig.Key(2)) || len(c.Friends) != claim.MaxFriends-1 {
		t.Errorf("friends %d", len(c.Friends))
	}
}

// TestGivingUp: an owner gives its claim up, and a keeper anybody's; a friend does not.
func TestGivingUp(t *testing.T) {
	for n, c := range []struct {
		rank rights.Rank
		why  event.Reason
	}{{rights.Builder, event.Claimed}, {rights.Visitor, event.NotAllowed}, {rights.Keeper, event.NoReason}} {
		s := estate(t, 2)
		share(s, 1, 21, 1, claim.Befriend, s.Body(2).ID)
		s.Grant(2, c.rank)
		s.Ask(2, command.Command{Kind: command.Unclaim, Tile: s.At(28, 8)})
		s.Run(3)
		if c.why != event.NoReason {
			s.Refused(c.why)
			continue
		}
		if e := s.Saw(event.ClaimEnded); e == nil || e.A != 1 || e.B != 9<<8|9 || e.Seat != s.Player(1).Seat || len(s.Claims.List()) != 0 {
			t.Errorf("%d: told %+v", n, e)
		}
		s.Ask(2, command.Command{Kind: command.Unclaim, Tile: s.At(28, 8)})
		s.Run(3)
		s.Refused(event.NothingThere)
	}
}

// TestClaimsEnd: a claim ends when neither its owner nor a friend was there for the charter's days.
func TestClaimsEnd(t *testing.T) {
	const days = 3
	for _, c := range []struct {
		name    string
		visitor int // who is there in time
		friend  bool
		lives   bool
	}{{"the owner comes", 1, false, true}, {"a friend comes", 2, true, true}, {"somebody else comes", 2, false, false}, {"nobody comes", 0, false, false}} {
		s := estate(t, 2)
		s.Decide(world.Ordinance{Topic: world.OfClaimDays, Value: days})
		if c.friend {
			share(s, 1, 21, 1, claim.Befriend, s.Body(2).ID)
		}
		for n := 1; n <= 2; n++ {
			if n != c.visitor {
				s.Put(n, 0, 0)
			}
		}
		s.Run(120)
		end := s.Claims.List()[0].Visited + days*claim.Day
		pass(s, end-2*claim.VisitEvery-s.Clock)
		if s.Run(130); len(s.Claims.List()) != 1 {
			t.Fatalf("%s: ended before its time", c.name)
		}
		pass(s, 2*claim.VisitEvery)
		if c.visitor > 0 {
			s.Put(c.visitor, 0, 4)
		}
		over := 0
		for range 70 {
			if s.Run(60); s.Saw(event.ClaimEnded) != nil {
				over++
				if e := s.Saw(event.ClaimEnded); e.A != 2 || e.Seat != s.Player(1).Seat {
					t.Errorf("%s: told %+v", c.name, e)
				}
			}
		}
		if lives := len(s.Claims.List()) == 1; lives != c.lives || over != 1 && !c.lives {
			t.Errorf("%s: lives %v, told %d times that it ended", c.name, lives, over)
		}
	}
}

// pass lets time pass in which nothing happens.
func pass(s *rig.Stage, ticks game.Tick) { s.Clock += ticks }

// TestNothingSpreadsIntoAClaim: what others begin beside a claim stops at its edge, and what its owner begins
// goes on in it.
func TestNothingSpreadsIntoAClaim(t *testing.T) {
	for name, c := range map[string]struct {
		set     func(s *rig.Stage, x int32) // beside (x, 4), to the west of it
		touched func(s *rig.Stage, x int32) bool
	}{
		"fire": {func(s *rig.Stage, x int32) {
			for dx := int32(-2); dx < 3; dx++ {
				for dy := int32(0); dy < 9; dy++ {
					s.Set(x+dx, dy, tile.Bush, 0)
				}
			}
			for dy := int32(0); dy < 9; dy++ {
				living.Ignite(&s.State, nil, s.At(x-2, dy))
			}
		}, func(s *rig.Stage, x int32) bool {
			for dy := int32(0); dy < 9; dy++ {
				if s.Block(x, dy) != tile.Bush {
					return true
				}
			}
			return false
		}},
		"sparks": {func(s *rig.Stage, x int32) {
			for dx := int32(0); dx < 3; dx++ {
				for dy := int32(0); dy < 9; dy++ {
					s.Set(x+dx, dy, tile.Tuft, 0)
				}
			}
			for dy := int32(0); dy < 9; dy++ {
				s.Set(x-2, dy, tile.Oak, 0)
				living.Ignite(&s.State, nil, s.At(x-2, dy))
			}
		}, func(s *rig.Stage, x int32) bool {
			for dy := int32(0); dy < 9; dy++ {
				if s.Block(x, dy) != tile.Tuft {
					return true
				}
			}
			return false
		}},
		"water": {func(s *rig.Stage, x int32) {
			s.Build(func(d exhibit.Decor) { d.Pour(x-1, 4, 200) })
		}, func(s *rig.Stage, x int32) bool { return s.Block(x, 4) == tile.Flood }},
		"a pump": {func(s *rig.Stage, x int32) {
			living.SetTile(&s.State, s.At(x-2, 4), tile.Water, tile.NoBlock, 0)
			s.Set(x-1, 4, tile.Pump, tile.East)
			s.Set(x-1, 3, tile.Lever, 0)
			living.SetTile(&s.State, s.At(x-1, 3), tile.Grass, tile.Lever, tile.StateBit0)
		}, func(s *rig.Stage, x int32) bool { return s.Block(x, 4) == tile.Flood }},
		"a piston": {func(s *rig.Stage, x int32) {
			s.Set(x-1, 4, tile.Piston, tile.East)
			living.SetTile(&s.State, s.At(x-1, 3), tile.Grass, tile.Lever, tile.StateBit0)
		}, func(s *rig.Stage, x int32) bool { return s.Block(x, 4) == tile.PistonHead }},
	} {
		for x, reaches := range map[int32]bool{20: false, 24: true} { // at the edge of the claim, and within
			s := estate(t, 1)
			s.Put(1, 0, 0)
			c.set(s, x)
			touched := false
			for range 60 {
				s.Run(60)
				touched = touched || c.touched(s, x)
			}
			if touched != reaches {
				t.Errorf("%s at column %d: the tile there is touched: %v", name, x, touched)
			}
		}
	}
}

// TestThingsLieSafeOnAClaim: a passer-by draws nothing to itself that lies there, but what is its own.
func TestThingsLieSafeOnAClaim(t *testing.T) {
	for _, c := range []struct {
		name string
		seat entity.Seat
		open bool
		rank rights.Rank
		gets bool
	}{{"anybody's", 0, false, rights.Builder, false}, {"of open land", 0, true, rights.Builder, false}, {"its own", 2, false, rights.Builder, true}, {"by a keeper", 0, false, rights.Keeper, true}} {
		s := estate(t, 2)
		s.Put(1, 0, 0)
		s.Grant(2, c.rank)
		if c.open {
			share(s, 1, 21, 1, claim.OpenToAll, 0)
		}
		b := entity.Body{Kind: entity.Drop, Pos: s.At(24, 4).Centre(), Seat: c.seat, Stack: item.Stack{Kind: item.Coal, Count: 2}}
		b.ID = s.Space.NewID(1)
		s.Space.Insert(b)
		s.Ledger.Created[item.Coal] += 2
		had := s.Count(2, item.Coal)
		s.Run(600)
		if got := s.Count(2, item.Coal) > had; got != c.gets {
			t.Errorf("what is %s: drawn %v", c.name, got)
		}
	}
}

// TestHomesteadsAreClaims: by that law builders build on their own land and their friends' only.
func TestHomesteadsAreClaims(t *testing.T) {
	s := estate(t, 2).Rule(world.Homestead)
	for _, c := range []struct {
		n   int
		dx  int32
		why event.Reason
	}{{1, 25, event.NoReason}, {1, 30, event.NotYours}, {2, 25, event.Claimed}, {2, 30, event.NotYours}} {
		s.Put(c.n, c.dx-1, 4)
		s.Place(c.n, item.StoneWall, c.dx, 4)
		if s.Run(3); c.why == event.NoReason {
			s.Allowed()
			s.Ask(c.n, command.Command{Kind: command.Dig, Tile: s.At(c.dx, 4)})
			s.Run(300)
		} else {
			s.Refused(c.why)
		}
	}
}
