package ui

import (
	"fmt"
	"image"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/challenge"
	"manyhold/game/claim"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/gputest"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

func imageRect(x, y, w, h int) image.Rectangle { return image.Rect(x, y, x+w, y+h) }

// sizes are the windows that every screen must fit.
var sizes = [][2]int{{1280, 720}, {1920, 1080}, {1024, 768}, {854, 480}, {960, 540}}

// smallest is the size in which there is the least room.
var smallest = [2]int{854, 480}

// doorInvitations are invitations in each state.
var doorInvitations = []model.Invitation{
	{ID: "abcd2345", Note: "for the club", Rank: "builder", Used: 3, Uses: 20, Expires: "2026-12-02", By: "Ada", State: "open", Mine: true},
	{ID: "efgh2345", Rank: "visitor", Used: 0, Uses: 1000, Expires: "2026-11-27", By: "Bartholomew the Elder", State: "open"},
	{ID: "ijkl2345", Note: "old", Rank: "keeper", Used: 1, Uses: 1, Expires: "2026-11-20", By: "Ada", State: "used up", Mine: true},
	{ID: "mnop2345", Rank: "builder", Used: 2, Uses: 5, Expires: "2026-11-20", By: "Ada", State: "revoked"},
}

// scenes are all screens, each with the way there from the start.
var scenes = []struct {
	name string
	set  func(s *stage)
}{
	{"title", func(s *stage) { s.tick(200) }},
	{"title-alone", func(s *stage) { s.m.Title.Worlds, s.m.Title.LastWorld = nil, ""; s.tick(90) }},
	{"found", func(s *stage) {
		s.tick(200)
		s.tap(input.KeyArrowDown)
		s.tap(input.KeyEnter)
		s.typed("Lantern Bay")
		s.tick(20)
	}},
	{"greeting", func(s *stage) {
		s.tick(200)
		s.m.Title.Greeting = sampleGreeting(1)
		s.tick(20)
	}},
	{"invite", func(s *stage) {
		s.tick(200)
		s.tap(input.KeyArrowDown)
		s.tap(input.KeyArrowDown)
		s.tap(input.KeyEnter)
		s.tick(20)
	}},
	{"joining", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Text: "Asking Bo for the world …", Progress: 0.4}
		s.tick(200)
	}},
	{"join-answer", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Text: s.u.c.Words.Fill("byhand.answering", "name", "Bartholomew the Elder"), Answer: handText}
		s.tick(200)
	}},
	{"join-strict", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Error: s.u.c.Say("reach.no_path"), Again: true}
		s.tick(200)
	}},
	{"join-failed", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Error: "Nobody answered at signal.example.org within 10 seconds. Is the other game still running? Check your connection and try again.", Again: true}
		s.tick(200)
	}},
	{"door-closed", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Head: s.u.c.Say("entrance.closed"), Error: s.u.c.Say("reach.not_invited"), Progress: -1, Knock: model.CanKnock, Paste: true}
		s.tick(200)
	}},
	{"door-knocked", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Head: s.u.c.Say("entrance.closed"), Text: s.u.c.Say("reach.members_only") + " " + s.u.c.Say("entrance.knocked"), Progress: -1, Knock: model.KnockWaits, Paste: true}
		s.tick(200)
	}},
	{"door-queue", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Head: s.u.c.Say("entrance.world_full"), Text: s.u.c.Words.Fill("reach.before", "n", "3"), Progress: -1}
		s.tick(200)
	}},
	{"door-banned", func(s *stage) {
		s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Head: s.u.c.Say("entrance.banned"), Error: s.u.c.Words.Fill("reach.banned_until", "date", "2026-12-01 18:00") + " " + s.u.c.Words.Fill("entrance.banned_why", "why", "took my lamps"), Progress: -1}
		s.tick(200)
	}},
	{"knock", func(s *stage) {
		s.play()
		s.m.Door.Knocks = []model.Knocker{{Name: "Bartholomew the Elder"}, {Name: "Cyd"}}
		s.tick(20)
	}},
	{"invitations", func(s *stage) {
		s.play()
		s.m.Door = model.Door{MayInvite: true, Invitations: doorInvitations}
		s.u.c.Open(&s.u.menus.Invitations)
		s.tick(20)
	}},
	{"invite-preview", func(s *stage) {
		s.m.Phase = model.AtTitle
		s.tick(2)
		s.m.Title.Preview = model.Preview{Name: "Lantern Bay", Picture: &model.Picture{3, 3, 5}}
		s.u.menus.Invite.Open(s.u.c)
		s.tick(20)
	}},
	{"share-made", func(s *stage) {
		s.play()
		s.m.Door = model.Door{MayInvite: true, Invitations: doorInvitations, Made: s.m.Share.Invite}
		s.u.c.Open(&s.u.menus.Share)
		s.tick(20)
	}},
	{"play", func(s *stage) {
		s.play()
		s.m.HUD.Hints = true
		s.tick(60)
		s.m.Chat = append(s.m.Chat, model.ChatLine{Seq: 4, Tick: 4990, Seat: 4, Name: "Cyd", Text: "hello, hello!"})
		s.tick(10)
	}},
	{"play-trouble", func(s *stage) {
		s.play()
		s.tick(30)
		s.m.Game.Me.Health, s.m.HUD.Recording, s.m.HUD.RecordedSecs = 7, true, 83
		s.m.Net.Banner, s.m.Net.Waiting, s.m.Net.Firm = "Waiting for Ada and Cyd; what is built now is merged when they return", true, false
		s.m.HUD.Aim = model.Aim{At: at(2, 2), Block: tile.Door}
		s.hand.Cursor(float64(s.m.Window.Width*2/3), float64(s.m.Window.Height*2/3))
		s.u.c.Toast("Ada disconnected; Bo is hosting now")
		s.m.Game.Me.Slot = 5
		for i := range 5 {
			s.u.chat.Tell(s.u.c, fmt.Sprintf("%d: the tide is coming in and the lower lamps are out", i))
		}
		s.tick(20)
		s.u.c.Refuse(s.u.c.Say("refused.too_far"))
		s.tick(5)
	}},
	{"bag", func(s *stage) { s.play(); s.tap(input.KeyI); s.tick(20) }},
	{"craft", func(s *stage) {
		s.play()
		s.bay().crafts = true
		clear(s.m.Game.Me.Inventory[:])
		copy(s.m.Game.Me.Inventory[:], []item.Stack{{Kind: item.Torch, Count: 2}, {Kind: item.Hearth, Count: 1}, {Kind: item.Stick, Count: 14}, {Kind: item.Stone, Count: 2}})
		s.tap(input.KeyI)
		s.tick(20)
	}},
	{"craft machines", func(s *stage) {
		s.play()
		s.bay().crafts, s.bay().near = true, []item.Station{item.AtBench}
		s.m.Game.Me.Inventory[20], s.m.Game.Me.Inventory[21] = item.Stack{Kind: item.Copper, Count: 3}, item.Stack{Kind: item.Stone, Count: 9}
		s.tap(input.KeyI)
		s.tick(5)
		s.u.c.SetFocus(kit.Ident("group", int(item.Machinery)))
		s.tap(input.KeyEnter)
		s.tick(20)
		s.tap(input.KeyArrowDown)
		s.tick(5)
	}},
	{"chest", func(s *stage) {
		s.play()
		s.u.bag.OpenChest(s.u.c, grid.Tile{})
		s.tick(20)
		s.tap(input.KeyArrowDown)
		s.tap(input.KeyArrowDown)
		s.tap(input.KeyEnter)
		s.tap(input.KeyArrowUp)
	}},
	{"chat", func(s *stage) {
		s.play()
		s.tap(input.KeyT)
		s.typed("/help")
		s.tap(input.KeyEnter)
		s.typed("what a fine evening")
		s.tick(20)
	}},
	{"slash", func(s *stage) {
		s.play()
		s.m.Game.People[0].Rank = rights.Founder
		s.tap(input.KeySlash)
		s.tick(20)
	}},
	{"slash-player", func(s *stage) {
		s.play()
		s.m.Game.People[0].Rank = rights.Founder
		s.tap(input.KeySlash)
		s.typed("ban ")
		s.tick(20)
	}},
	{"page-world", func(s *stage) { s.page(0, "") }},
	{"page-laws", func(s *stage) { s.page(1, "") }},
	{"page-rules", func(s *stage) { s.page(2, "") }},
	{"page-rules-visitor", func(s *stage) { s.page(2, s.u.c.Say("world.only_founder")) }},
	{"page-members", func(s *stage) { s.page(3, "") }},
	{"page-bans", func(s *stage) { s.page(4, "") }},
	{"page-claims", func(s *stage) { s.page(5, "") }},
	{"page-invites", func(s *stage) { s.page(6, "") }},
	{"page-government", func(s *stage) { s.page(7, "") }},
	{"page-branches", func(s *stage) { s.page(8, "") }},
	{"match-board", func(s *stage) { s.matches(); s.u.OpenMatches(s.u.c); s.tick(20) }},
	{"match-board-empty", func(s *stage) {
		s.matches()
		s.m.Game.Matches.Rows = nil
		s.u.OpenMatches(s.u.c)
		s.tick(20)
	}},
	{"match-results", func(s *stage) {
		s.matches()
		s.u.OpenMatches(s.u.c)
		s.tap(input.KeyPageDown)
		s.tick(20)
	}},
	{"match-create", func(s *stage) {
		s.matches()
		s.u.matches.Create.Open(s.u.c)
		s.tick(20)
		s.tap(input.KeyArrowDown)
	}},
	{"match-lobby", func(s *stage) { s.matches(); s.u.matches.Room.Open(s.u.c, "m1"); s.tick(20) }},
	{"match-lobby-many", func(s *stage) {
		s.matches()
		r := &s.m.Game.Matches.Room
		for k := range 12 {
			r.Seats = append(r.Seats, model.MatchSeat{Seat: fmt.Sprintf("runner-%d", k+5), Bot: k%3 == 0})
		}
		r.Stage, r.Invalid = 1, "The red side needs a keeper."
		s.u.matches.Room.Open(s.u.c, "m1")
		s.tick(20)
	}},
	{"match-countdown", func(s *stage) {
		s.matches()
		r := &s.m.Game.Matches.Room
		r.Stage, r.Countdown, r.Child = 1, 1.4, "countdown"
		for k := range r.Seats {
			r.Seats[k].Ready = r.Seats[k].Name != ""
		}
		s.u.matches.Room.Open(s.u.c, "m1")
		s.tick(20)
	}},
	{"match-holdup", func(s *stage) {
		s.matches()
		r := &s.m.Game.Matches.Room
		r.Seats[0].Ready, r.Seats[1].HoldsUp, r.Seats[1].Waited = true, true, 60
		s.u.matches.Room.Open(s.u.c, "m1")
		s.tick(20)
	}},
	{"match-play", func(s *stage) { s.match(""); s.tick(20) }},
	{"match-lagging", func(s *stage) {
		s.match("overtime")
		s.m.Game.Matches.Room.Seats[1].Lagging, s.m.Game.Matches.Room.Seats[2].Vacant, s.m.Game.Matches.Room.Seats[0].Voted = true, true, true
		s.tick(20)
	}},
	{"match-paused", func(s *stage) { s.match("paused"); s.m.Game.Matches.Room.Paused = true; s.tick(20) }},
	{"match-halted", func(s *stage) {
		s.match("halted")
		s.m.Game.Matches.Room.Halted, s.m.Game.Matches.Room.Seats[2].Diverged = true, true
		s.tick(20)
	}},
	{"match-watch", func(s *stage) {
		s.match("")
		s.m.Game.Me, s.m.Game.Matches.Room.Watching = nil, true
		s.m.Game.Matches.Live.Watching, s.m.Game.Matches.Live.Behind = true, 12
		s.tick(20)
	}},
	{"match-menu", func(s *stage) { s.match(""); s.tap(input.KeyEscape); s.tick(20) }},
	{"match-room", func(s *stage) {
		s.match("")
		s.m.Game.Matches.Room.Seats[1].Voted = true
		s.u.OpenMatches(s.u.c)
		s.tick(20)
	}},
	{"match-result", func(s *stage) {
		s.match("")
		s.m.Game.Matches.Room.Phase, s.m.Game.Matches.Room.Child, s.m.Game.Matches.Room.Result = model.MatchEnded, "", s.m.Game.Matches.Results[0]
		s.tick(20)
	}},
	{"board", func(s *stage) { s.play(); s.tap(input.PadRight); s.tick(20) }},
	{"pause", func(s *stage) { s.play(); s.tap(input.KeyEscape); s.tick(20) }},
	{"pause-usurped", func(s *stage) {
		s.play()
		s.m.Game.Usurped, s.m.Net.Waiting, s.m.Net.Banner = true, true, s.u.c.Say("net.usurped")
		s.tap(input.KeyEscape)
		s.tick(20)
	}},
	{"pause-tyrant", func(s *stage) {
		s.play()
		s.m.Game.Usurped, s.m.Game.Tyrant, s.m.Net.Waiting = true, "Bo", true
		s.m.Net.Banner = s.u.c.Say1("net.tyrant", "name", "Bo")
		s.tap(input.KeyEscape)
		s.tick(20)
	}},
	{"banner-usurped", func(s *stage) {
		s.play()
		s.m.Game.Usurped, s.m.Net.Waiting, s.m.Net.Banner = true, true, s.u.c.Say("net.usurped")
		s.tick(20)
	}},
	{"showroom", func(s *stage) {
		s.m.Title.Showroom = []model.SceneOffer{
			{ID: "a", Name: "Machine", About: "A plate holds a piston back; let go, it pushes a crate to a lamp"},
			{ID: "b", Name: "1,000 discs", About: "Each gets a new speed every second; they rub, bounce and spin", Kind: "Physics"},
		}
		s.tick(200)
		s.u.c.Open(&s.u.menus.Showroom)
		s.tick(20)
	}},
	{"trial", func(s *stage) {
		s.play()
		s.m.Game.Me, s.m.Game.World, s.m.Game.Visiting = nil, nil, true
		s.m.Trial = model.TrialView{On: true, About: "500 boxes fall into a pit, pile up and fall asleep", Bodies: 500, Asleep: 25, Micros: 354, Seconds: 63, Pace: 0.5}
		s.tick(20)
	}},
	{"scene", func(s *stage) {
		s.play()
		s.m.Scene = model.SceneView{On: true, Paused: true}
		s.tick(20)
	}},
	{"travel", func(s *stage) {
		s.play()
		s.m.Game.BackTo = "The harbour of the north"
		s.u.c.Open(&s.u.menus.Pause)
		s.u.menus.Travel.Open(s.u.c)
		s.tick(20)
	}},
	{"byhand", func(s *stage) {
		s.play()
		s.m.ByHand = model.ByHand{Able: true, Busy: true, Text: handText, Say: s.u.c.Say("byhand.offering") + " " + s.u.c.Say("byhand.near")}
		s.u.c.Open(&s.u.menus.Pause)
		s.u.menus.ByHand.Open(s.u.c)
		s.tick(20)
	}},
	{"byhand-answer", func(s *stage) {
		s.play()
		s.m.ByHand = model.ByHand{Able: true, Busy: true, Answer: true, Text: handText, Say: s.u.c.Words.Fill("byhand.answering", "name", "Bo")}
		s.u.c.Open(&s.u.menus.Pause)
		s.u.menus.ByHand.Open(s.u.c)
		s.tick(20)
	}},
	{"byhand-failed", func(s *stage) {
		s.play()
		s.m.ByHand = model.ByHand{Able: true, Say: s.u.c.Say("reach.no_path")}
		s.u.c.Open(&s.u.menus.Pause)
		s.u.menus.ByHand.Open(s.u.c)
		s.tick(20)
	}},
	{"share", func(s *stage) { s.play(); s.u.c.Open(&s.u.menus.Pause); s.u.c.Open(&s.u.menus.Share); s.tick(20) }},
	{"players", func(s *stage) { s.play(); s.people(); s.u.c.Open(&s.u.menus.Players); s.tick(20) }},
	{"players-visitor", func(s *stage) { s.play(); s.u.c.Open(&s.u.menus.Players); s.tick(20) }},
	{"notes", func(s *stage) { s.play(); s.strum(item.Harp); s.tap(input.KeyG); s.tick(20) }},
	{"emotes", func(s *stage) { s.play(); s.tap(input.KeyG); s.tick(20) }},
	{"friends", func(s *stage) {
		s.play()
		for i, p := range [][2]int32{{0, 0}, {40, -10}, {-60, 20}, {3, 30}} {
			s.m.Game.People[i].Pos = at(p[0], p[1])
		}
		s.m.Game.People = append(s.m.Game.People, model.Person{Seat: 5, Name: "Dov", Pos: at(30, -22), Health: 20, Look: entity.Look{Hair: 5}})
		s.hand.Cursor(float64(s.m.Window.Width/2), float64(s.m.Window.Height-20*s.u.c.Scale))
		s.tick(4)
	}},
	{"wardrobe", func(s *stage) {
		s.play()
		s.m.Look, s.m.Avatar = entity.Look{Skin: 1, Hair: 2, Shirt: 3, Hat: 2}, model.Avatar{Worn: true, Allowed: true}
		s.u.c.Open(&s.u.menus.Pause)
		s.u.menus.Wardrobe.Open(s.u.c)
		s.tick(20)
	}},
	{"finery", func(s *stage) {
		s.play()
		s.m.Look = entity.Look{Skin: 1, Hair: 2, Shirt: 3, Hat: 2}
		me := *s.m.Game.Me
		for n, k := range []item.Kind{item.KeeperHat, item.StrawHat, item.TravelCloak, item.AmberLantern, item.RedDye, item.YellowDye} {
			me.Inventory[n] = item.Stack{Kind: k, Count: 1}
		}
		me.Worn = [4]item.Kind{item.KeeperHat, item.TravelCloak, item.AmberLantern, item.None}
		s.m.Game.Me = &me
		s.u.c.Open(&s.u.menus.Pause)
		s.u.menus.Wardrobe.Open(s.u.c)
		s.tick(20)
		s.click(s.widget(kit.Ident("wardrobe.tab", 0)).R)
		s.tick(20)
	}},
	{"notice", func(s *stage) {
		s.play()
		s.m.HUD.Board = model.Board{Lights: 3, Next: model.Way{Name: "the Lighthouse of the Sleeping Otter", Tiles: 195, Eighth: 7}, DaysLeft: 4,
			Needs:  []model.Need{{Way: model.Way{Name: "Bartholomew the Elder", Tiles: 24, Eighth: 2}, Out: true}, {Way: model.Way{Name: "Cyd", Tiles: 140, Eighth: 5}}},
			People: []string{"Ada", "Bo", "Cyd", "Bartholomew the Elder", "Dunja", "Emre", "Fumiko", "Gwen", "Hakon", "Ines", "Jorge", "Kirsi", "Leila", "Mads", "Nour", "Odile"}}
		for n, r := range []int{2, 6, 15} {
			row := &challenge.Rows[r]
			s.m.HUD.Board.Challenges[n] = model.Challenge{Name: row.Name, Goal: int(row.Goal), Done: []int{7, 20, 1}[n], Prize: row.Prize, Got: n == 2}
		}
		s.u.c.Open(&s.u.menus.Notice)
		s.tick(20)
	}},
	{"notice-tended", func(s *stage) {
		s.play()
		s.m.HUD.Board = model.Board{Lights: 9, Whole: true, Care: []model.Light{{Name: "the Lighthouse of the Sleeping Otter"}, {Name: "Old Harn", Dim: true}}, DaysLeft: 1, People: []string{"Ada"}}
		s.m.HUD.Board.Challenges = [3]model.Challenge{{Name: "trees", Goal: 12, Prize: challenge.Rows[0].Prize}, {Name: "glass", Goal: 20, Prize: challenge.Rows[12].Prize}, {Name: "songs", Goal: 4, Prize: challenge.Rows[16].Prize}}
		s.u.c.Open(&s.u.menus.Notice)
		s.tick(20)
	}},
	{"network", func(s *stage) {
		s.network()
		s.tick(60)
	}},
	{"touch", func(s *stage) {
		s.in.TouchArea = input.TouchArea{Width: float64(s.m.Window.Width), Height: float64(s.m.Window.Height), Mode: input.TouchOn}
		s.m.HUD.Hints = true
		s.play()
		s.tick(20)
	}},
	{"claim-tool", func(s *stage) {
		s.claims()
		s.m.Build.Tool, s.m.Land.Draft = model.ToolClaim, claim.Plot{At: tileAt(3, 3), W: 12, H: 9}
		s.tick(20)
	}},
	{"claim-refused", func(s *stage) {
		s.claims()
		s.m.Build.Tool, s.m.Land.Draft, s.m.Land.Why = model.ToolClaim, claim.Plot{At: tileAt(3, 3), W: 32, H: 32}, event.Overlap
		s.m.Land.Offer = claim.Plot{At: tileAt(40, 3), W: 32, H: 32}
		s.tick(20)
	}},
	{"land", func(s *stage) { s.claims(); s.u.menus.Land.Open(s.u.c); s.tick(20) }},
	{"land-of-another", func(s *stage) {
		s.claims()
		s.m.Land.Claims, s.m.Land.MayEndAll = s.m.Land.Claims[1:], true
		s.u.menus.Land.Open(s.u.c)
		s.tick(20)
	}},
	{"land-none", func(s *stage) { s.play(); s.m.Land.MostClaims = 3; s.u.menus.Land.Open(s.u.c); s.tick(20) }},
	{"land-map", func(s *stage) { s.claims(); s.tap(input.KeyM); s.tick(20) }},
	{"tools", func(s *stage) { s.play(); s.tap(input.KeyB); s.tick(20) }},
	{"inspect", func(s *stage) {
		s.play()
		ada := diary.Author{Name: entity.NameOf("Ada")}
		wall := diary.Entry{Kind: diary.Tile, Tick: 4000, After: diary.Look{Block: tile.StoneWall}}
		taken := diary.Entry{Kind: diary.Taken, Tick: 60, Stack: item.Stack{Kind: item.Crystal, Count: 12}, Reverted: 4900}
		s.m.Build.Tool = model.ToolInspect
		s.m.HUD.Inspect = model.Inspect{On: true, At: at(4, 2), Block: tile.StoneWall, Now: 500000, May: true, Lines: []diary.Line{
			{Entry: wall, Author: ada}, {Entry: taken, Author: diary.Author{Name: entity.NameOf("Bartholomew the Elder")}, Reverter: ada}}}
		s.tick(10)
	}},
	{"revert", func(s *stage) {
		s.play()
		s.m.Revert = model.Revert{On: true, Who: "Bartholomew the Elder", Players: 3, Minutes: 255, Radius: 64, Tiles: 34, Chests: 2, Bodies: 1, Kept: 5, Beyond: 1, More: true}
		s.u.OpenRevert()
		s.tick(20)
	}},
	{"revert-nothing", func(s *stage) {
		s.play()
		s.m.Revert = model.Revert{On: true, Who: "Eve", Players: 1, Minutes: 5, Radius: 8, Why: event.NotAllowed}
		s.u.OpenRevert()
		s.tick(20)
	}},
	{"plan", func(s *stage) {
		s.play()
		s.m.Build.Tool = model.ToolBox
		for i := range int32(8) {
			t := model.PlanTile{At: grid.Tile{X: 8 + i, Y: 33}, Item: item.WoodWall, State: model.PlanState(i % 3), Sure: i < 4}
			s.m.Build.Plan = append(s.m.Build.Plan, t)
		}
		s.tick(10)
	}},
	{"photo", func(s *stage) {
		s.play()
		s.u.photo.Open(s.u.c)
		s.tick(20)
	}},
	{"map", func(s *stage) { s.signs(); s.play(); s.tap(input.KeyM); s.tick(20) }},
	{"map-card", func(s *stage) { s.signs(); s.play(); s.tap(input.KeyM); s.tap(input.KeyEnter); s.tick(20) }},
	{"journal", func(s *stage) { s.signs(); s.play(); s.u.menus.Journal.Open(s.u.c); s.tick(20) }},
	{"journal-history", func(s *stage) {
		s.signs()
		s.play()
		s.m.Journal.News = []model.JournalEntry{{Title: "Offline changes by Bo, merged", Lines: []string{"12 tiles", "3 chests"}}}
		s.u.menus.Journal.Open(s.u.c)
		s.tap(input.KeyPageUp)
		s.tick(20)
	}},
	{"settings-player", func(s *stage) { s.settings(0) }},
	{"settings-picture", func(s *stage) { s.settings(1) }},
	{"settings-sound", func(s *stage) { s.settings(2) }},
	{"settings-keys", func(s *stage) { s.settings(3) }},
	{"debug", func(s *stage) { s.play(); s.tap(input.KeyF3); s.tick(20) }},
}

// people gives the players of the stage keys and ranks: the player keeps order.
func (s *stage) people() {
	for i := range s.m.Game.People {
		s.m.Game.People[i].Key = game.PlayerID{byte(i + 1)}
		s.m.Game.People[i].Rank = []rights.Rank{rights.Keeper, rights.Builder, rights.Visitor, rights.Founder}[i%4]
	}
	s.m.Game.People[2].Muted = true
}

func (s *stage) play() {
	s.m.Phase = model.Playing
	s.tick(10)
}

// network opens the view of the network of a world with regions of two peers.
func (s *stage) network() {
	s.play()
	n := &s.m.Net
	n.Name, n.Version, n.Part, n.World = "Ada", "0.4.0", model.Votes, "Lantern Bay"
	n.Territories = []model.Territory{{Holder: "Bo", Firm: true, Here: true}, {Holder: "node-cupboard", Firm: true}, {Holder: "Cyd"}}
	for y := int32(-1); y <= 1; y++ {
		for x := int32(-1); x <= 1; x++ {
			n.Territories[0].Regions = append(n.Territories[0].Regions, grid.Region{X: x, Y: y})
		}
	}
	n.Territories[1].Regions = []grid.Region{{X: 2, Y: 0}, {X: 2, Y: 1}}
	n.Territories[2].Regions = []grid.Region{{X: -2, Y: 2}, {X: -1, Y: 2}}
	for i := range s.m.Game.People {
		s.m.Game.People[i].Key = game.PlayerID{byte(i + 1)}
	}
	n.Links[0].Player, n.Links[0].Version, n.Links[0].Part, n.Links[0].Agreement = game.PlayerID{2}, "0.4.0", model.Leads, model.Agrees
	n.Links[1].Player, n.Links[1].Version, n.Links[1].Agreement = game.PlayerID{3}, "0.3.9", model.Differs
	n.Links = append(n.Links, model.LinkView{Name: "node-cupboard", Route: "direct", RTTms: 23, InKBs: 40, OutKBs: 3, Version: "0.4.0", Headless: true, Part: model.Votes, Agreement: model.NotCompared})
	s.tap(input.KeyF4)
}

// settings opens a group of the settings and goes down into its list.
func (s *stage) settings(group int) {
	s.play()
	s.u.menus.Settings.Open(s.u.c)
	s.tick(10)
	for range group {
		s.tap(input.KeyArrowRight)
	}
	s.tap(input.KeyEnter)
	s.tap(input.KeyArrowDown)
	s.tick(20)
}

// TestEveryScreenDraws draws each screen at the smallest size and at another one, at each with
// MANYHOLD_FIGURES; -dump writes them down to be looked at.
func TestEveryScreenDraws(t *testing.T) {
	gputest.Need(t)
	for n, size := range sizes {
		world, dst := ebiten.NewImage(size[0], size[1]), ebiten.NewImage(size[0], size[1])
		backdrop(world)
		before := gputest.Pixels(world)
		for i, sc := range scenes {
			if *dump == "" && i%len(sizes) != n && (testing.Short() || gputest.Few() && size != smallest) {
				continue // one size for each screen, and the smallest
			}
			s := newStage(t, size[0], size[1])
			sc.set(s)
			dst.DrawImage(world, nil)
			s.u.Draw(dst, s.m)
			after := gputest.Pixels(dst)
			if changed(before, after) < size[0]*size[1]/100 {
				t.Errorf("%s at %v: hardly anything was drawn", sc.name, size)
			}
			save(t, fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1]), after)
		}
		dst.Deallocate()
		world.Deallocate()
	}
}

func changed(a, b *image.RGBA) int {
	n := 0
	for i := 0; i < len(a.Pix); i += 4 {
		if a.Pix[i] != b.Pix[i] || a.Pix[i+1] != b.Pix[i+1] || a.Pix[i+2] != b.Pix[i+2] {
			n++
		}
	}
	return n
}

// backdrop draws a plausible world to lay an interface over: a shore at dusk in tiles.
func backdrop(dst *ebiten.Image) {
	b := dst.Bounds()
	side := b.Dy() / 15
	for y := 0; y*side < b.Dy(); y++ {
		for x := 0; x*side < b.Dx(); x++ {
			c := kit.Rgb(0x4F8A4B)
			switch d := y - 9 - (x*x/30)%4; {
			case d > 1:
				c = kit.Rgb(0x1F5578)
			case d > 0:
				c = kit.Rgb(0xE2BE86)
			case (x*7+y*13)%11 == 0:
				c = kit.Rgb(0x2F5E45)
			case (x*5+y*3)%7 == 0:
				c = kit.Rgb(0x8CB85A)
			}
			dst.SubImage(imageRect(x*side, y*side, side, side)).(*ebiten.Image).Fill(c)
		}
	}
}
