package ui

import (
	"image/color"
	"testing"

	dolls "manyhold/render/atlas"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/assets"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/input/fake"
	"manyhold/render/gputest"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// plainArt is an Art of coloured squares.
type plainArt struct{ drawn bool }

func (a plainArt) Icon(k item.Kind) *ebiten.Image {
	if !a.drawn {
		return nil
	}
	img := ebiten.NewImage(16, 16)
	c := color.RGBA{uint8(90 + int(k)*37%150), uint8(80 + int(k)*71%140), uint8(60 + int(k)*113%120), 255}
	img.SubImage(imageRect(2, 3, 12, 11)).(*ebiten.Image).Fill(kit.InkColour)
	img.SubImage(imageRect(3, 4, 10, 9)).(*ebiten.Image).Fill(c)
	img.SubImage(imageRect(3, 4, 10, 2)).(*ebiten.Image).Fill(kit.Over(color.RGBA{255, 255, 255, 90}, c))
	return img
}

func (a plainArt) Face(l entity.Look) *ebiten.Image {
	if !a.drawn {
		return nil
	}
	img := ebiten.NewImage(16, 16)
	img.SubImage(imageRect(3, 2, 10, 13)).(*ebiten.Image).Fill(kit.InkColour)
	img.SubImage(imageRect(4, 3, 8, 11)).(*ebiten.Image).Fill(kit.Rgb(0xE2BE86))
	img.SubImage(imageRect(4, 3, 8, 4)).(*ebiten.Image).Fill(kit.NameColour(int(l.Hair)))
	img.SubImage(imageRect(5, 9, 2, 2)).(*ebiten.Image).Fill(kit.InkColour)
	img.SubImage(imageRect(9, 9, 2, 2)).(*ebiten.Image).Fill(kit.InkColour)
	return img
}

func (a plainArt) Figure(dolls.Dress, int, int) *ebiten.Image {
	if !a.drawn {
		return nil
	}
	img := ebiten.NewImage(16, 24)
	img.SubImage(imageRect(3, 2, 10, 21)).(*ebiten.Image).Fill(kit.Rgb(0xE2BE86))
	return img
}

func (plainArt) MapColour(g tile.Ground, b tile.Block) color.RGBA {
	switch {
	case b == tile.Oak:
		return kit.Rgb(0x2F5E45)
	case b == tile.WoodWall:
		return kit.Rgb(0xBC8757)
	case g == tile.Water:
		return kit.Rgb(0x1F5578)
	case g == tile.Sand:
		return kit.Rgb(0xF2E2B6)
	}
	return kit.Rgb(0x4F8A4B)
}

// bay is a world of one shore.
type bay struct {
	region tile.Region
	chest  [item.ChestSlots]item.Stack
	crafts bool
	near   []item.Station // besides the hands
	land   *world.State   // where ore is looked for; nil: nowhere
}

func (b *bay) Region(r grid.Region) *tile.Region {
	if r.X < -1 || r.X > 1 || r.Y < -1 || r.Y > 1 {
		return nil
	}
	return &b.region
}

func (b *bay) Recipes() int {
	if b.crafts {
		return len(item.Recipes)
	}
	return 0
}

func (b *bay) Container(grid.Tile) *[item.ChestSlots]item.Stack { return &b.chest }

// still is a camera that shows 15 tiles from top to bottom, the player in the middle.
type still struct{ w, h int }

func (c still) ToScreen(p fixed.Vec) (x, y float64) {
	k := float64(c.h) / 15
	return float64(c.w)/2 + (float64(p.X)/fixed.One-10.5)*k, float64(c.h)/2 + (float64(p.Y)/fixed.One-36.5)*k
}

// stage is an interface with hands, in a window of a size.
type stage struct {
	t    testing.TB
	u    *UI
	m    *model.Model
	hand *fake.Source
	keys *input.Bindings
	in   input.State
	did  []model.Action
	went []kit.Sound
}

// tables are the parsed tables of words, by language. The tests share them, because each stage would parse
// its own for longer than most tests take; no test changes them.
var tables = map[string]*kit.Words{}

func wordsOf(t testing.TB, language string) *kit.Words {
	t.Helper()
	if w := tables[language]; w != nil {
		return w
	}
	w, err := kit.ParseWords(assets.WordsOf(language))
	if err != nil {
		t.Fatal(err)
	}
	tables[language] = w
	return w
}

func newStage(t testing.TB, w, h int) *stage {
	t.Helper()
	keys, err := input.NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, u: New(plainArt{drawn: gputest.Have()}, wordsOf(t, "en")), hand: fake.New(), keys: keys, m: sample(w, h)}
	s.hand.Cursor(1, 1)
	return s
}

// tick is one Update; its actions are added to did.
func (s *stage) tick(n int) {
	for range n {
		if me, b := s.m.Game.Me, s.bay(); me != nil && b != nil {
			s.m.Game.Craft.Look(b.land, me)
			for _, at := range b.near {
				s.m.Game.Craft.At[at] = true
			}
		}
		s.keys.Read(s.hand, &s.in)
		r := s.u.Update(&s.in, s.m)
		s.did = append(s.did, r.Actions...)
		s.went = append(s.went, r.Sounds...)
		if s.u.Captures() {
			s.in.ConsumeWorld()
		}
	}
}

// tap presses buttons for a tick and lets them go again.
func (s *stage) tap(buttons ...input.Button) {
	s.hand.Tap(buttons...)
	s.tick(2)
}

// typed types a text.
func (s *stage) typed(text string) {
	s.hand.Type(text)
	s.tick(1)
}

// asked returns the actions since the last call.
func (s *stage) asked() []model.Action {
	did := s.did
	s.did = nil
	return did
}

// click clicks at a logical place.
func (s *stage) click(r kit.Rect) {
	s.hand.Cursor(float64((r.X+r.W/2)*s.u.c.Scale), float64((r.Y+r.H/2)*s.u.c.Scale))
	s.tick(1)
	s.tap(input.MouseLeft)
}

// trace draws a frame and returns its contents.
func (s *stage) trace() *kit.Trace {
	tr := &kit.Trace{}
	s.u.c.P.Trace = tr
	s.u.c.Model = s.m
	s.u.pass(true)
	s.u.c.P.Trace = nil
	return tr
}

// at returns a place some tiles from where the player stands.
func at(x, y int32) fixed.Vec { return grid.Tile{X: 10 + x, Y: 36 + y}.Centre() }

func name(s string) (n entity.Name) { copy(n[:], s); return n }

// sample is a model in which each element is visible.
func sample(w, h int) *model.Model {
	world := &bay{}
	for i := range world.region.Ground {
		x, y := i%64, i/64
		world.region.Ground[i] = tile.Grass
		switch d := y - 40 - (x*x/90)%9; {
		case d > 2:
			world.region.Ground[i] = tile.Water
		case d > 0:
			world.region.Ground[i] = tile.Sand
		case (x*7+y*13)%11 == 0:
			world.region.Block[i] = tile.Oak
		}
	}
	world.chest[0], world.chest[5] = item.Stack{Kind: item.Copper, Count: 12}, item.Stack{Kind: item.Lamp, Count: 3}
	me := &entity.PlayerState{Seat: 1, Health: 20, Slot: 2, Name: name("Ada")}
	for i := range 20 {
		me.Inventory[i] = item.Stack{Kind: item.Kind(7 + i%20), Count: uint8(1 + i*29%250)}
	}
	m := &model.Model{
		Window: model.Window{Width: w, Height: h},
		Title:  model.Title{LastWorld: "Lantern Bay", Version: "Manyhold 0.1"},
		Game: model.Game{
			Name: "Lantern Bay", Me: me, Tick: 5000, Hour: 18.4, World: world, Camera: still{w, h}, Centre: grid.Tile{X: 10, Y: 36},
		},
		Share:    model.Share{Invite: "manyhold:aeaqcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaibn5xw443jorqxi33sfzxxezzpon2heylt0123456789abcdef", CanCopy: true},
		ByHand:   model.ByHand{Able: true},
		Settings: sampleSettings(),
	}
	m.Title.Worlds = []model.WorldOffer{
		{ID: "a", Name: "Ada's world", Host: "Ada", Players: 3, Nearby: true, Picture: samplePicture(), Lock: model.ClosedLock},
		{ID: "b", Name: "The long winter of the northern lighthouse keepers", Host: "Bartholomew the Elder", Players: 12, Matches: 2, Nearby: true, Lock: model.OpenLock},
		{ID: "c", Name: "Old quarry", Nearby: true, Players: 1, Refusal: "Made by a newer game: get version 0.2 to enter"},
		{ID: "d", Name: "Harbour"}, {ID: "e", Name: "漢字の島"}, {ID: "f", Name: "Zzyzx"},
	}
	m.Game.People = []model.Person{
		{Seat: 1, Name: "Ada", Pos: at(0, 0), Health: 20, Me: true, Look: entity.Look{Hair: 1}},
		{Seat: 2, Name: "Bo", Pos: at(4, -1), Health: 20, Link: model.LinkGood, Look: entity.Look{Hair: 2}},
		{Seat: 3, Name: "Ærøskøbing Wanderer 漢字", Pos: at(-5, 2), Health: 9, Link: model.LinkSlow, Emote: 3, EmoteAt: m.Game.Tick - 20, Look: entity.Look{Hair: 3}},
		{Seat: 4, Name: "Cyd", Pos: at(7, 3), Health: 20, Link: model.LinkGone, Look: entity.Look{Hair: 4}},
	}
	m.Chat = []model.ChatLine{
		{Seq: 1, Tick: 100, Text: "Bo came in"},
		{Seq: 2, Tick: 4000, Seat: 3, Name: "Ærøskøbing Wanderer 漢字", Text: "is anybody at the old lighthouse? I have been digging towards it since the morning and seem to be lost in this cave, it is quite dark"},
		{Seq: 3, Tick: game.Tick(4900), Seat: 2, Name: "Bo", Text: "follow the lamps, we lit all of them down to the shore 灯り"},
	}
	m.Net = model.NetView{
		World: "xq3k9d2m", Peer: "b7c2aa01", Leader: "Bo", Epoch: "12", Firm: true, Ordered: 10233, Committed: 10231, Digest: "9f3c2a11",
		Voters: []string{"Bo", "Ada", "node-cupboard"}, Observers: []string{"Cyd"}, StepP50us: 84, StepP99us: 410, Lead: 7,
		Links: []model.LinkView{{Name: "Bo", Route: "direct 192.168.1.20", RTTms: 1.2, InKBs: 5.2, OutKBs: 2.1}, {Name: "Cyd", Route: "peer", Relayed: true, Via: 0, RTTms: 182.4, Loss: 0.031, InKBs: 1, OutKBs: 0.4, Lagging: true}},
	}
	m.Picture = model.PictureView{FPS: 60, TPS: 60, DrawCalls: 12, Sprites: 431, Particles: 80, Chunks: 6, GoMicros: 1830, Bodies: 44, RegionCount: 9}
	return m
}

// handText is as long as a text for connecting by hand.
const handText = "manyhold-offer:aeaqcaibaeaqfkx7m2qwy4djnzrwk3tpoqqgs3tlnfxgoidcmfzwkzdfmfrggzd2aeaqcaibaeaqfkx7m2qwy4djnzrwk3tpoqqgs3tlnfxgoidcmfzwkzdfmfrggzd2aeaqcaibaeaqfkx7m2qwy4djnzrwk3tpoqqgs3tlnfxgoidcmfzwkzdfmfrggzd2aeaqcaibaeaqfkx7m2qwy4djnzrwk3tpoqqgs3tlnfxgoidcmfzwkzdfmfrggzd2aeaqcaibaeaqfkx7m2qwy4djnzrwk3tpoqqgs3tlnfxgoidcmfzwkzdfmfrggzd2aeaqcaibaeaqfkx7m2qwy4djnzrwk3tpoqqgs3tlnfxgoidcmfzwkzdfmfrggzd2aeaqcaibaeaqfkx7m2qwy4djnzrwk3tpoqqgs3tlnfxgoidcmfzwkzdfmfrggzd2aeaqcaibaeaq"

func sampleSettings() []model.Setting {
	return []model.Setting{
		{Key: "name", Label: "Your name", Help: "What others see over your head.", Group: "Player", Kind: model.Text, Value: "Ada", Default: "guest-7f2c", Max: 24},
		{Key: "ui.scale", Label: "Size of the interface", Help: "Automatic goes by the height of the window.", Group: "Picture", Kind: model.Choice, Value: "auto", Default: "auto", Choices: []string{"auto", "1", "2", "3", "4"}},
		{Key: "picture.light", Label: "Light", Help: "Simple is for slow machines.", Group: "Picture", Kind: model.Choice, Value: "simple", Default: "full", Choices: []string{"full", "simple"}},
		{Key: "picture.shake", Label: "Camera shake", Help: "The picture jolts when something heavy lands.", Group: "Picture", Kind: model.Toggle, Value: "true", Default: "true"},
		{Key: "picture.motion", Label: "Reduced motion", Help: "Nothing slides or jolts.", Group: "Picture", Kind: model.Toggle, Value: "false", Default: "true"},
		{Key: "picture.gpu", Label: "Vertical sync", Group: "Picture", Kind: model.Toggle, Value: "true", Default: "true", Why: "Set by the command line."},
		{Key: "sound.master", Label: "Loudness of everything", Help: "0 is silence.", Group: "Sound", Kind: model.Range, Value: "80", Default: "100", Min: 0, Max: 100, Step: 5, Unit: "%"},
		{Key: "sound.music", Label: "Music", Help: "0 is silence.", Group: "Sound", Kind: model.Range, Value: "60", Default: "60", Min: 0, Max: 100, Step: 5, Unit: "%"},
		{Key: "keys.move_up", Label: "Walk north", Group: "Keys", Kind: model.Keys, Value: "W ArrowUp PadLeftStickUp", Default: "W ArrowUp PadLeftStickUp"},
		{Key: "keys.move_down", Label: "Walk south", Group: "Keys", Kind: model.Keys, Value: "S ArrowDown", Default: "S ArrowDown PadLeftStickDown"},
		{Key: "keys.dig", Label: "Dig", Group: "Keys", Kind: model.Keys, Value: "MouseLeft PadR2", Default: "MouseLeft PadR2"},
		{Key: "keys.use", Label: "Use, open, light", Group: "Keys", Kind: model.Keys, Value: "E PadA", Default: "E PadA"},
		{Key: "keys.kick", Label: "Kick", Group: "Keys", Kind: model.Keys, Value: "E PadX", Default: "Space PadX"},
		{Key: "keys.chat", Label: "Talk", Group: "Keys", Kind: model.Keys, Value: "T Enter", Default: "T Enter PadRight"},
		{Key: "keys.inventory", Label: "Inventory", Group: "Keys", Kind: model.Keys, Value: "Tab I", Default: "Tab I PadLeft"},
		{Key: "keys.map", Label: "Map", Group: "Keys", Kind: model.Keys, Value: "M", Default: "M PadSelect"},
		{Key: "keys.throw", Label: "Throw", Group: "Keys", Kind: model.Keys, Value: "R", Default: "R MouseMiddle PadB"},
		{Key: "keys.drop", Label: "Drop", Group: "Keys", Kind: model.Keys, Value: "Q", Default: "Q PadDown"},
		{Key: "net.lan", Label: "Be found on this network", Help: "Others nearby see your world at their title.", Group: "Network", Kind: model.Toggle, Value: "true", Default: "true"},
		{Key: "net.signal", Label: "Meeting place", Help: "The server through which friends over the internet find you.", Group: "Network", Kind: model.Text, Value: "", Default: "", Max: 200},
	}
}

// bay returns the world of the stage, nil without one.
func (s *stage) bay() *bay {
	b, _ := s.m.Game.World.(*bay)
	return b
}
