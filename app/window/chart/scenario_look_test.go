package chart_test

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/window/chart"
	"manyhold/app/window/logbook"
	"manyhold/assets"
	"manyhold/game"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/input/fake"
	"manyhold/render"
	"manyhold/render/cards"
	"manyhold/render/gputest"
	"manyhold/render/ui"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

var dump = flag.String("dump", "", "directory to write a PNG of every screen to")

func TestMain(m *testing.M) {
	flag.Parse()
	gputest.Main(m)
}

// walked is a world that a player has seen much of: three lights burn, roads were walked, pins were set.
type walked struct {
	t     *testing.T
	w     *island.Island
	chart chart.Chart
	book  logbook.Book
	words *kit.Words
	m     model.Model
	now   uint64
}

// still is a camera that shows nothing in particular.
type still struct{}

func (still) ToScreen(fixed.Vec) (x, y float64) { return 0, 0 }

// ask lets a player ask for something, and the world go on by a turn.
func (l *walked) ask(n byte, c command.Command) {
	l.t.Helper()
	turn := l.w.Begin(game.TicksPerTurn)
	if _, err := turn.Append([32]byte{n}, l.w.Sequence([32]byte{n})+1, command.Append(nil, c)); err != nil {
		l.t.Fatal(err)
	}
	l.w.Step(turn.Turn())
}

// walk goes along a line, and looks around.
func (l *walked) walk(from, to grid.Tile) {
	n := max(from.X-to.X, to.X-from.X, from.Y-to.Y, to.Y-from.Y)/6 + 1
	fail := func(err error) { l.t.Error(err) }
	for k := range n + 1 {
		at := grid.Tile{X: from.X + (to.X-from.X)*k/n, Y: from.Y + (to.Y-from.Y)*k/n}
		l.chart.Walk(&l.w.State, at, fail)
		l.book.Look(l.w, at, game.Tick(k)*3000, nil, fail)
	}
}

func newWalked(t *testing.T, language string) *walked {
	t.Helper()
	const seed = 7
	words, err := kit.ParseWords(assets.WordsOf(language))
	if err != nil {
		t.Fatal(err)
	}
	l := &walked{t: t, w: island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules}), words: words}
	dir := t.TempDir()
	if err := l.book.Open(filepath.Join(dir, "a.journal"), seed); err != nil {
		t.Fatal(err)
	}
	if err := l.chart.Open(filepath.Join(dir, "a.map"), seed); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.chart.Save(func(error) {}); l.chart.Wait(); l.book.Wait() })
	home := l.w.SpawnTile
	for n, name := range []string{"Ada", "Bo", "Cleo"} {
		l.ask(byte(n+1), command.Command{Kind: command.Enter, Text: name, Look: entity.Look{Hair: uint8(n), HairColour: uint8(2 * n), Shirt: uint8(3 * n), Hat: uint8(n)}})
	}
	l.ask(2, command.Command{Kind: command.Pin, Tile: home.Add(-30, 24), Count: 2})
	l.ask(3, command.Command{Kind: command.Pin, Tile: home.Add(34, -40), Count: 5})
	l.ask(1, command.Command{Kind: command.Pin, Tile: home.Add(12, 30), Count: 3})
	places := terrain.Lights(seed)
	for n, at := range places[:3] {
		l.w.Lights.Light(n, lights.Entry{At: at, Since: game.Tick(n+1) * game.TicksPerDay / 2, Name: entity.NameOf([]string{"Ada", "Bo", "Ada"}[n])})
	}
	for n := range 5 {
		l.walk(home, places[n])
	}
	l.walk(places[3], places[4])
	l.chart.SetPin(home.Add(60, 10), 4)
	l.chart.SetPin(home.Add(-50, -20), 6)
	l.chart.SetPin(home.Add(20, -60), 1)
	for range 200 { // until all lands have their names
		l.chart.Walk(&l.w.State, home, func(err error) { t.Error(err) })
	}
	l.chart.SetTarget(true, home.Add(60, 10), "")
	for _, f := range []journal.Find{{Page: journal.Creatures, Number: uint8(journal.Butterfly)}, {Page: journal.Creatures, Number: uint8(journal.Crab)}, {Page: journal.Creatures, Number: uint8(journal.Magpie)},
		{Page: journal.Plants, Number: uint8(tile.Oak)}, {Page: journal.Plants, Number: uint8(tile.Flower)}, {Page: journal.Plants, Number: uint8(tile.Glowcap)}, {Page: journal.Stones, Number: uint8(tile.CopperOre)},
		{Page: journal.Traces, Number: uint8(tile.StandingStone)}, {Page: journal.Skies, Number: uint8(journal.Storm)}} {
		l.book.Note(f)
	}
	l.fill()
	return l
}

// fill fills the model.
func (l *walked) fill() {
	m, me := &l.m, l.w.Roster.ByKey(game.PlayerID{1})
	m.Phase = model.Playing
	m.Game.Name, m.Game.Me, m.Game.World, m.Game.Camera, m.Game.Centre = "Lantern Bay", me, l.w, still{}, l.w.SpawnTile
	m.Game.People = m.Game.People[:0]
	for k := range l.w.Players() {
		p := &l.w.Players()[k]
		at := l.w.SpawnTile.Centre()
		at.X += fixed.Q(k*34) * fixed.One
		m.Game.People = append(m.Game.People, model.Person{Seat: p.Seat, Key: p.Key, Name: p.Name.String(), Look: p.Look, Pos: at, Health: 20, Me: k == 0})
	}
	m.Land.Claims = []model.Claim{{Plot: claim.Plot{At: l.w.SpawnTile.Add(-60, 30), W: 28, H: 20}, Owner: "Bo", Colour: kit.NameColour(2)}}
	m.HUD.Goal = model.GoalLine{On: true, Goal: model.Goal{Name: "light", Light: 3}, Known: true, At: terrain.Lights(7)[3]}
	l.now += 60
	l.chart.Fill(&m.Map, &chart.View{Words: l.words, World: l.w, Me: me, At: m.Game.Centre, Now: l.now, Book: &l.book, Hides: func(entity.Seat) bool { return false },
		Goal: &m.HUD.Goal, Sees: func(grid.Tile) bool { return true }})
	m.Journal = *l.book.Collection(l.words, l.w)
}

// TestLook draws the map at its zooms, with legend, tip and card, and each tab of the journal, in two
// languages and three sizes of the window; -dump writes the pictures down. On each, land, signs and words are
// to be seen.
func TestLook(t *testing.T) {
	gputest.Need(t)
	r, err := render.New(render.Options{Seed: 7, Light: "simple"})
	if err != nil {
		t.Fatal(err)
	}
	show := ebiten.NewImage(320, 180)
	for range 12 { // its pictures come to the device by and by
		r.DrawScene(show, new(render.Scene))
	}
	keys, err := input.NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, language := range []string{"en", "de"} {
		l := newWalked(t, language)
		for n, size := range [][2]int{{640, 360}, {1280, 720}, {1920, 1080}} {
			if *dump == "" && n != k {
				continue // each language in a size of its own
			}
			u := ui.New(cards.New(r), l.words)
			hand, dst := fake.New(), ebiten.NewImage(size[0], size[1])
			l.m.Window.Width, l.m.Window.Height = size[0], size[1]
			var in input.State
			tick := func(n int) {
				for k := range n {
					keys.Read(hand, &in)
					if k%10 == 9 {
						l.fill() // also what is told of land by and by
					}
					u.Update(&in, &l.m)
					if k%4 == 3 || k == n-1 { // nobody looks at the others
						dst.Fill(kit.InkColour)
						u.Draw(dst, &l.m)
					}
					if u.Captures() {
						in.ConsumeWorld()
					}
				}
			}
			tap := func(b input.Button) { hand.Tap(b); tick(8) }
			var last *image.RGBA
			shot := func(name string) {
				img := gputest.Pixels(dst)
				save(t, fmt.Sprintf("%s-%s-%d", name, language, size[1]), img)
				if n := colours(img); n < 8 || strings.HasPrefix(name, "map") && n < 40 {
					t.Errorf("%s, %s at %v: only %d colours", name, language, size, n)
				}
				if last != nil && differ(last, img) < size[0]*size[1]/100 {
					t.Errorf("%s, %s at %v is the same as the picture before", name, language, size)
				}
				last = img
			}
			hand.Cursor(float64(size[0])*0.3, float64(size[1])*0.4)
			tick(30)
			shot("hud")
			tap(input.KeyM)
			tick(60)
			shot("map")
			tap(input.KeyEqual)
			tap(input.KeyEqual)
			tick(10)
			shot("map-near")
			tap(input.KeyEqual)
			tick(4)
			shot("map-tiles")
			tap(input.KeyV)
			tick(150)
			shot("map-world")
			tap(input.KeyC)
			hand.Cursor(float64(size[0])/2-20, float64(size[1])/2-20)
			tick(4)
			tap(input.MouseLeft)
			tick(10)
			shot("map-card")
			tap(input.KeyEscape)
			tap(input.KeyEscape)
			tap(input.KeyEscape)
			for range 2 {
				tap(input.KeyArrowDown)
			}
			tap(input.KeyEnter)
			tick(20)
			for k := range 8 {
				shot(fmt.Sprintf("journal-%d", k))
				tap(input.KeyPageDown)
				tick(8)
			}
			dst.Deallocate()
		}
	}
}

// differ counts the pixels in which two pictures differ.
func differ(a, b *image.RGBA) (n int) {
	for k := 0; k < len(a.Pix); k += 4 {
		if [3]uint8(a.Pix[k:]) != [3]uint8(b.Pix[k:]) {
			n++
		}
	}
	return n
}

// colours counts the colours of a picture.
func colours(img *image.RGBA) int {
	seen := map[[3]uint8]bool{}
	for k := 0; k < len(img.Pix); k += 4 {
		seen[[3]uint8(img.Pix[k:])] = true
	}
	return len(seen)
}

// save writes a picture into the directory of -dump.
func save(t *testing.T, name string, img *image.RGBA) {
	if *dump == "" {
		return
	}
	f, err := os.Create(filepath.Join(*dump, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}
