package ui

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// bobuilds is a step in which Bo becomes a builder.
type bobuilds struct{}

// outlined is a step after which an outline waits to be built.
type outlined struct{}

// TestWhatKeysAskFor drives each screen by the keyboard alone and compares the requested actions.
func TestWhatKeysAskFor(t *testing.T) {
	const (
		up, down, left, right = input.KeyArrowUp, input.KeyArrowDown, input.KeyArrowLeft, input.KeyArrowRight
		enter, esc            = input.KeyEnter, input.KeyEscape
	)
	knockOfBo := menu.VisitRequest{Seat: 2}
	joinFailed := model.JoinStatus{Error: "The world was closed.", Again: true}
	for _, test := range []struct {
		name  string
		phase model.Phase
		steps []any // buttons are tapped, strings typed
		want  string
	}{
		{"play", model.AtTitle, []any{enter}, "[model.Play{}]"},
		{"found", model.AtTitle, []any{down, enter, "Lantern Bay", down, " 42", enter}, `[model.NewWorld{Name:"Lantern Bay", Seed:"42", Start:0x0}]`},
		{"found nothing", model.AtTitle, []any{down, enter, enter}, `[model.NewWorld{Name:"", Seed:"", Start:0x0}]`},
		{"join the first world", model.AtTitle, []any{right, enter}, `[model.JoinWorld{ID:"a"}]`},
		{"a newer world refuses", model.AtTitle, []any{right, down, down, enter}, "[]"},
		{"invitation", model.AtTitle, []any{down, down, enter, "manyhold:abc", enter}, `[model.JoinInvite{Text:"manyhold:abc"}]`},
		{"no invitation", model.AtTitle, []any{down, down, enter, enter}, "[]"},
		{"ask for the clipboard", model.AtTitle, []any{down, down, enter, down, enter}, "[model.RequestPaste{}]"},
		{"quit", model.AtTitle, []any{up, enter}, "[model.Quit{}]"},
		{"cancel joining", model.Joining, []any{enter}, "[model.CancelJoin{}]"},
		{"escape from joining", model.Joining, []any{esc}, "[model.CancelJoin{}]"},
		{"try again", model.AtTitle, []any{joinFailed, enter}, "[model.JoinAgain{}]"},
		{"do not try again", model.AtTitle, []any{joinFailed, right, enter}, "[model.CancelJoin{}]"},
		{"say", model.Playing, []any{input.KeyT, "hello wasd", enter}, `[model.Say{Text:"hello wasd"}]`},
		{"say nothing", model.Playing, []any{input.KeyEnter, enter}, "[]"},
		{"name", model.Playing, []any{input.KeySlash, "name Bo", enter}, `[model.SetName{Text:"Bo"}]`},
		{"emote by word", model.Playing, []any{input.KeyT, "/emote laugh", enter}, "[model.SendEmote{Which:0x3}]"},
		{"emote by key", model.Playing, []any{input.KeyG, right, enter}, "[model.SendEmote{Which:0x2}]"},
		{"emote by number", model.Playing, []any{input.KeyG, input.KeyDigit5}, "[model.SendEmote{Which:0x5}]"},
		{"slot", model.Playing, []any{input.KeyDigit0}, "[model.Select{Slot:0x9}]"},
		{"next slot", model.Playing, []any{input.KeyBracketRight}, "[model.Select{Slot:0x3}]"},
		{"swap", model.Playing, []any{input.KeyI, enter, right, enter}, "[model.SwapSlots{A:0xc, B:0xd}]"},
		{"swap with the pad", model.Playing, []any{input.PadLeft, input.PadA, input.PadRight, input.PadA}, "[model.SwapSlots{A:0xc, B:0xd}]"},
		{"drop", model.Playing, []any{input.KeyI, input.KeyQ}, "[model.DropItem{Slot:0xc, Count:0x63}]"},
		{"leave", model.Playing, []any{esc, up, enter, enter}, "[model.LeaveWorld{}]"},
		{"dress", model.Playing, []any{esc, down, down, down, enter, down, down, down, down, enter, right}, "[model.SetLook{Look:entity.Look{Skin:0x1, Hair:0x0, HairColour:0x0, Shirt:0x0, Trousers:0x0, Hat:0x0}}]"},
		{"dress with the pad", model.Playing, []any{input.PadStart, input.PadDown, input.PadDown, input.PadDown, input.PadA, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadA, input.PadDown, input.PadLeft, input.PadB}, "[model.SetLook{Look:entity.Look{Skin:0x0, Hair:0x4, HairColour:0x0, Shirt:0x0, Trousers:0x0, Hat:0x0}}]"},
		{"a builder", model.Playing, []any{rights.Keeper, esc, down, down, down, enter, enter, down, enter, down, down, down, enter}, "[model.RankPlayer{Key:game.PlayerID{0x2, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}, Rank:0x1}]"},
		{"kicked once", model.Playing, []any{rights.Keeper, esc, down, down, down, enter, enter, down, enter, down, down, down, down, enter, down, enter}, "[]"},
		{"kicked", model.Playing, []any{rights.Keeper, esc, down, down, down, enter, enter, down, enter, down, down, down, down, enter, enter}, "[model.KickPlayer{Key:game.PlayerID{0x2, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}}]"},
		{"a builder kicks nobody", model.Playing, []any{rights.Builder, esc, down, down, down, enter, enter, down, enter, down, down, down, down, enter, enter}, "[]"},
		{"muted", model.Playing, []any{rights.Keeper, esc, down, down, down, enter, enter, down, enter, down, down, enter}, "[model.MutePlayer{Key:game.PlayerID{0x2, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}, On:true}]"},
		{"no builder any more", model.Playing, []any{rights.Keeper, bobuilds{}, esc, down, down, down, enter, enter, down, enter, down, down, down, enter}, "[model.RankPlayer{Key:game.PlayerID{0x2, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}, Rank:0x0}]"},
		{"banned", model.Playing, []any{rights.Keeper, esc, down, down, down, enter, enter, down, enter, down, down, down, down, down, enter, enter}, "[model.BanPlayer{Key:game.PlayerID{0x2, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0}}]"},
		{"banned once", model.Playing, []any{rights.Keeper, esc, down, down, down, enter, enter, down, enter, down, down, down, down, down, enter}, "[]"},
		{"a visit", model.Playing, []any{rights.Keeper, esc, down, down, down, enter, enter, down, enter, enter}, "[model.VisitPlayer{Seat:0x2}]"},
		{"a guest is let in, once", model.Playing, []any{rights.Keeper, knockOfBo, esc, down, down, down, enter, enter, down, enter, enter, enter}, "[model.WelcomePlayer{Seat:0x2} model.VisitPlayer{Seat:0x2}]"},
		{"a tool", model.Playing, []any{input.KeyB, input.KeyDigit2}, "[model.SetTool{Tool:0x1}]"},
		{"nothing is copied", model.Playing, []any{input.KeyB, input.KeyDigit5}, "[]"},
		{"undo with the pad", model.Playing, []any{input.PadStart, input.PadDown, input.PadDown, input.PadDown, input.PadA, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadA, input.PadLeft, input.PadDown, input.PadDown, input.PadDown, input.PadDown, input.PadRight, input.PadA}, "[model.Undo{}]"},
		{"stop, with outlines, pressed once", model.Playing, []any{outlined{}, input.KeyB, input.KeyDigit8}, "[]"},
		{"stop, with outlines", model.Playing, []any{outlined{}, input.KeyB, input.KeyDigit8, input.KeyDigit8}, "[model.StopBuilding{}]"},
		{"stop, without outlines", model.Playing, []any{input.KeyB, input.KeyDigit8}, "[model.StopBuilding{}]"},
		{"the inspect tool", model.Playing, []any{input.KeyB, input.KeyDigit9}, "[model.SetTool{Tool:0x6}]"},
		{"the tool for claiming", model.Playing, []any{model.Land{MostClaims: 3}, input.KeyB, input.KeyDigit0}, "[model.SetTool{Tool:0x5}]"},
		{"the tool for claiming, by a visitor", model.Playing, []any{input.KeyB, input.KeyDigit0}, "[]"},
		{"a revert of another player, for longer, at once", model.Playing, []any{model.Revert{On: true, Who: "Eve"}, right, down, right, down, left, down, enter}, "[model.TuneRevert{Player:1, Minutes:0, Radius:0} model.TuneRevert{Player:0, Minutes:1, Radius:0} model.TuneRevert{Player:0, Minutes:0, Radius:-1} model.DoRevert{}]"},
		{"nothing to revert", model.Playing, []any{model.Revert{On: true, Why: event.NothingToRevert}, down, down, down, enter, esc}, "[model.EndRevert{}]"},
		{"a picture", model.Playing, []any{esc, down, down, down, enter, up, up, up, up, up, enter, enter, esc}, "[model.TakePhoto{} model.EndPhoto{}]"},
		{"a picture with the pad", model.Playing, []any{input.PadStart, input.PadDown, input.PadDown, input.PadDown, input.PadA, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadUp, input.PadA, input.PadDown, input.PadR3, input.PadA, input.PadB}, "[model.PanPhoto{X:0, Y:10} model.ZoomPhoto{By:-1} model.TakePhoto{} model.EndPhoto{}]"},
		{"copy the invitation", model.Playing, []any{esc, down, enter, enter}, "[model.CopyInvite{}]"},
		{"another world, pressed once", model.Playing, []any{esc, up, enter, down, enter, enter}, "[]"},
		{"another world", model.Playing, []any{esc, up, enter, down, enter, enter, enter}, `[model.JoinWorld{ID:"a"}]`},
		{"the card of keys", model.Playing, []any{input.KeyF1, esc, esc, esc}, "[]"},
		{"nothing to take back", model.Playing, []any{esc, enter}, "[]"},
		{"take the world back", model.Playing, []any{model.TakeBack{}, esc, enter}, "[model.TakeBack{}]"},
		{"pause and back", model.Playing, []any{esc, esc, esc, esc}, "[]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, 1280, 720)
			s.m.Phase = test.phase
			s.tick(3)
			for _, step := range test.steps {
				switch step := step.(type) {
				case input.Button:
					s.tap(step)
				case string:
					s.typed(step)
				case rights.Rank:
					s.m.Game.People[0].Rank = step
					if step >= rights.Builder {
						s.m.Land.MostClaims = 3
					}
					s.m.Game.People[1].Key = game.PlayerID{2}
				case bobuilds:
					s.m.Game.People[1].Rank = rights.Builder
				case outlined:
					s.m.Build.Plan = append(s.m.Build.Plan, model.PlanTile{Item: item.Fence, Sure: true})
				case model.Land:
					s.m.Land = step
				case model.TakeBack:
					s.m.Game.Usurped = true
				case menu.VisitRequest:
					s.u.menus.Players.RequestVisit(s.u.c, step.Seat, "Bo")
				case model.Revert:
					s.m.Revert = step
					s.u.OpenRevert()
					s.tick(2)
				case model.JoinStatus:
					s.m.Phase, s.m.Join = model.Joining, step
					s.tick(2)
				}
			}
			if got := list(s.asked()); got != test.want {
				t.Errorf("asked for %s, want %s", got, test.want)
			}
		})
	}
}

func list(actions []model.Action) string {
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = fmt.Sprintf("%#v", a)
	}
	return "[" + strings.Join(words, " ") + "]"
}

// TestTypingIsNotPlaying: a letter in the chat box is only a letter (one key event, one consequence).
func TestTypingIsNotPlaying(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	if s.u.Captures() {
		t.Fatal("captures while playing")
	}
	s.tap(input.KeyT)
	if !s.u.Captures() {
		t.Fatal("the chat box does not capture")
	}
	for _, b := range []input.Button{input.KeyM, input.KeyI, input.KeyW, input.KeySpace, input.KeyDigit3} {
		s.hand.Type(strings.ToLower(b.Label()[:1]))
		s.tap(b)
	}
	if !s.u.c.IsOpen(&s.u.chat) || len(s.asked()) > 0 {
		t.Error("a letter did more than being typed")
	}
	if got := s.u.chat.Box.String(); got != "miws3" {
		t.Errorf("typed %q", got)
	}
	s.tap(input.KeyEscape)
	if s.u.Captures() {
		t.Error("the box is still open after Escape")
	}
}

// TestParseChat is the table of chat lines and their meanings; input/slash has that of the commands.
func TestParseChat(t *testing.T) {
	for _, test := range []struct{ line, action, wrong string }{
		{"hello", `model.Say{Text:"hello"}`, ""},
		{"//shrug", `model.Say{Text:"/shrug"}`, ""},
		{"/world  hello all ", `model.Shout{Text:"hello all"}`, ""},
		{"/ALL hello", `model.Shout{Text:"hello"}`, ""},
		{"/all", `<nil>`, "missing"},
		{"/help", "<nil>", ""},
		{"/STATS", "<nil>", ""},
		{"/clear", "<nil>", ""},
		{"/chat clear", "<nil>", ""},
		{"/spawn", "model.GoHome{}", ""},
		{"/spawn set", `model.Carry{Line:"/spawn set"}`, ""},
		{"/admin", "<nil>", ""},
		{"/name Ada", `model.SetName{Text:"Ada"}`, ""},
		{"/name   Ada Lovelace  ", `model.SetName{Text:"Ada Lovelace"}`, ""},
		{"/name", "<nil>", "missing"},
		{"/name abcdefghijklmnopqrstuvwxyz", "<nil>", "long"},
		{"/name 漢字漢字漢字漢字漢", "<nil>", "long"},
		{"/name \xff", "<nil>", "unreadable"},
		{"/emote 8", "model.SendEmote{Which:0x8}", ""},
		{"/emote Heart", "model.SendEmote{Which:0x2}", ""},
		{"/emote 9", "<nil>", "wrong"},
		{"/emote", "<nil>", "missing"},
		{"/tp 0 0", "<nil>", "unknown"},
		{"/server stats", "<nil>", ""},
		{"/Server  Stats", "<nil>", ""},
		{"/server", "<nil>", "unknown"},
		{"/ban Bo 2h rude", `model.Carry{Line:"/ban Bo 2h rude"}`, ""},
		{"/", "<nil>", "unknown"},
	} {
		p, wrong := chat.ParseChat(test.line), ""
		if p.Wrong != nil {
			wrong = p.Wrong.Code
		}
		if got := fmt.Sprintf("%#v", p.Action); got != test.action || wrong != test.wrong {
			t.Errorf("%q: %s %q, want %s %q", test.line, got, wrong, test.action, test.wrong)
		}
	}
}

func FuzzParseChat(f *testing.F) {
	for _, s := range []string{"/name Ada", "/emote 3", "//", "/", "hello", "/name \xff", "/emote 99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		switch a := chat.ParseChat(line).Action.(type) {
		case model.SetName:
			if len(a.Text) == 0 || len(a.Text) > entity.MaxName || !utf8.ValidString(a.Text) {
				t.Errorf("name %q", a.Text)
			}
		case model.SendEmote:
			if a.Which < 1 || a.Which > model.EmoteCount {
				t.Errorf("emote %d", a.Which)
			}
		}
	})
}

// TestFloodOfText pastes far more than fits, and types characters that names must not contain.
func TestFloodOfText(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.tap(input.KeyT)
	s.u.Paste(strings.Repeat("漢", 10_000), true)
	s.tick(1)
	text := s.u.chat.Box.String()
	if len(text) > command.MaxText || !utf8.ValidString(text) || len(text) < command.MaxText-3 {
		t.Errorf("the box holds %d bytes", len(text))
	}
	if s.u.c.Help != s.u.c.Say("edit.cut") {
		t.Error("that it was cut is not said")
	}
	s.tap(input.KeyEnter)
	if a := s.asked(); len(a) != 1 || len(a[0].(model.Say).Text) > command.MaxText {
		t.Errorf("asked for %v", a)
	}
	f := kit.NewField(100)
	f.Insert("a\u202Eb\x00c\nd\te\u0301🙂\xff")
	if got := f.String(); got != "abc d e\u0301🙂" {
		t.Errorf("field holds %q", got)
	}
	s.u.Paste("", false)
	s.tick(2)
	if len(s.u.c.Notices.Lane) == 0 {
		t.Error("a machine without a clipboard is not told of")
	}
}

// TestChest opens a chest by its event, moves stacks both ways and closes it.
func TestChest(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	at := grid.Tile{X: 3, Y: 4}
	s.u.Observe([]event.Event{{Kind: event.Opened, Seat: 1, Tile: at, A: int32(tile.Chest)}}, s.m)
	s.tick(3)
	first := s.u.c.Items[0].R
	s.hand.Press(input.KeyShiftLeft)
	s.click(first)
	s.hand.Release(input.KeyShiftLeft)
	if got, want := list(s.asked()), fmt.Sprintf("[%#v]", model.ChestTake{Tile: at, Slot: 0, Count: 12}); got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	// Drag from the inventory into the chest.
	bag := s.widget(kit.Ident("slot", item.HotbarSlots)).R
	centre := func(r kit.Rect) (x, y float64) {
		return float64((r.X + r.W/2) * s.u.c.Scale), float64((r.Y + r.H/2) * s.u.c.Scale)
	}
	s.hand.Cursor(centre(bag))
	s.tick(1)
	s.hand.Press(input.MouseLeft)
	s.tick(2)
	s.hand.Cursor(centre(s.widget(kit.Ident("slot", item.InventorySlots+5)).R))
	s.tick(2)
	s.hand.Release(input.MouseLeft)
	s.tick(2)
	if got, want := list(s.asked()), fmt.Sprintf("[%#v]", model.ChestMove{Tile: at, From: item.HotbarSlots, To: item.InventorySlots + 5, Count: s.m.Game.Me.Inventory[item.HotbarSlots].Count}); got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	for _, c := range []struct {
		id   string
		want model.Action
	}{
		{"take_all", model.ChestAll{Tile: at}}, {"stack", model.ChestStack{Tile: at}}, {"sort_chest", model.ChestSort{Tile: at}}, {"sort_bag", model.BagSort{}},
	} {
		s.click(s.widget(kit.Ident(c.id, 0)).R)
		if got, want := list(s.asked()), fmt.Sprintf("[%#v]", c.want); got != want {
			t.Errorf("%s asked for %s, want %s", c.id, got, want)
		}
	}
	s.tap(input.KeyEscape)
	if got, want := list(s.asked()), fmt.Sprintf("[%#v]", model.CloseChest{Tile: at}); got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

// TestRefusalsAreTold shows each reason in words of its own.
func TestRefusalsAreTold(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	seen := map[string]bool{}
	for r := event.NoReason + 1; r < event.ReasonCount; r++ {
		s.u.Observe([]event.Event{{Kind: event.Refused, Seat: 1, A: int32(r)}}, s.m)
		if w := s.u.c.Notices.Refusal; seen[w] || strings.Contains(w, ".") {
			t.Errorf("reason %d: %q", r, w)
		}
		seen[s.u.c.Notices.Refusal] = true
	}
	s.u.c.Notices.Refusal = ""
	s.u.Observe([]event.Event{{Kind: event.Refused, Seat: 2, A: int32(event.TooFar)}}, s.m)
	if s.u.c.Notices.Refusal != "" {
		t.Error("another player's refusal is shown")
	}
}

// TestHover moves the mouse over buttons: the focus follows with one sound, and a disabled button shows its
// reason.
func TestHover(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.tick(30)
	s.went = nil
	over := func(i int) {
		r := s.u.c.Items[i].R
		s.hand.Cursor(float64((r.X+r.W/2)*s.u.c.Scale), float64((r.Y+r.H/2)*s.u.c.Scale))
		s.tick(5)
	}
	over(3)
	if s.u.c.Focused != s.u.c.Items[3].ID || fmt.Sprint(s.went) != "[hover]" {
		t.Errorf("focus %d, sounds %v", s.u.c.Focused, s.went)
	}
	s.went = nil
	over(8)
	s.tap(input.MouseLeft)
	if fmt.Sprint(s.went) != "[hover no]" || len(s.asked()) > 0 {
		t.Errorf("a world that cannot be entered: %v", s.went)
	}
	over(6)
	s.tap(input.MouseLeft)
	if got := list(s.asked()); got != `[model.JoinWorld{ID:"a"}]` {
		t.Errorf("asked for %s", got)
	}
}

// TestPointer asks that a click on the hotbar is not one in the world, and that one beside it is.
func TestPointer(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.hand.Cursor(640, 700)
	s.tap(input.MouseLeft)
	if !s.u.PointerTaken() || len(s.asked()) != 1 {
		t.Error("the hotbar did not take the click")
	}
	s.hand.Cursor(640, 360)
	s.tap(input.MouseLeft)
	if s.u.PointerTaken() || len(s.asked()) != 0 {
		t.Error("the interface took a click in the world")
	}
}

// TestNews checks the words and sounds of the network's states.
func TestNews(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, "[]"},
		{func() { s.m.Net.Leader = "Ada" }, "[host changed]"},
		{func() { s.m.Net.Firm = false }, "[provisional]"},
		{func() { s.m.Net.Firm = true }, "[healed]"},
		{func() { s.u.Observe([]event.Event{{Kind: event.Entered, Seat: 9, Text: "Cyd"}}, s.m) }, "[joined]"},
		{func() { s.u.Observe([]event.Event{{Kind: event.Left, Seat: 9, Text: "Cyd"}}, s.m) }, "[left]"},
	} {
		s.went = nil
		step.do()
		s.tick(3)
		if got := fmt.Sprint(s.went); got != step.want {
			t.Errorf("sounds %s, want %s", got, step.want)
		}
	}
	s.m.Game.Me = nil
	s.u.Observe([]event.Event{{Kind: event.Entered, Seat: 1, Text: "Ada"}}, s.m)
	lines := s.u.chat.Log.Lines
	if n := len(lines); lines[n-2].Text != "Cyd joined" || lines[n-1].Text != "Cyd left" {
		t.Errorf("told: %v", lines)
	}
}

// TestAdmin: /admin tells the player's rank, and the names of owners and admins.
func TestAdmin(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	told := func() (said []string) {
		for _, l := range s.u.chat.Log.Told {
			said = append(said, l.Text)
		}
		return said
	}
	for rank, want := range []string{"You are a visitor", "You are a builder", "You are a keeper", "You are the founder"} {
		s.m.Game.People = []model.Person{{Seat: 1, Name: "Ada", Me: true, Rank: rights.Rank(rank)}, {Seat: 2, Name: "Bo", Rank: rights.Keeper}, {Seat: 3, Name: "Cy", Rank: rights.Builder}}
		s.tap(input.KeyT)
		s.typed("/admin")
		s.tap(input.KeyEnter)
		said := told()
		if n := len(said); n < 2 || !strings.HasPrefix(said[n-2], want) || !strings.HasSuffix(said[n-1], ": Bo") {
			t.Errorf("said %q", said)
		}
		s.tap(input.KeyEscape)
	}
	s.m.Game.People = s.m.Game.People[:1]
	s.tap(input.KeyT)
	s.typed("/admin")
	s.tap(input.KeyEnter)
	if said := told(); !strings.Contains(said[len(said)-1], "No other keeper") {
		t.Errorf("said %q", said)
	}
}
