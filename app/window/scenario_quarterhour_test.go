package window

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/feed"
	"manyhold/app/newcomer/mind"
	"manyhold/app/newcomer/senses"
	"manyhold/app/order"
	"manyhold/app/rig"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/goal"
	"manyhold/game/island"
	"manyhold/game/item"
	gameworld "manyhold/game/world"
	"manyhold/input"
)

// quarterSeed is a world in which copper is not far.
const quarterSeed = 11

// TestFirstQuarterHourByKeys plays the first fifteen minutes of an evening through the window's session by
// keys alone, in virtual time: a name, the hearth, the first light, bench, pick, copper and furnace. The
// newcomer of package mind decides, by what the screen shows; fingers turn each decision into keys. With
// MANYHOLD_SHOTS set there is a picture of each milestone.
func TestFirstQuarterHourByKeys(t *testing.T) {
	began := time.Now()
	q := newQuarter(t)
	q.greet()
	for q.s.world.Clock < 15*60*game.TicksPerSecond {
		q.turn()
	}
	q.frame("end")
	t.Logf("played %v in %v; by keys %v, in vain %v", time.Duration(q.s.world.Clock)*time.Second/game.TicksPerSecond, time.Since(began).Round(time.Second), q.done, q.vain)
	for g := range goal.First + 3 {
		if at, ok := q.reached[g]; ok {
			t.Logf("%s in minute %.1f", g.Name(), float64(at)/game.TicksPerSecond/60)
		} else {
			t.Errorf("%s was not reached", g.Name())
		}
	}
}

// quarter is a newcomer at a window.
type quarter struct {
	*fingers
	screen     *senses.Screen
	mind       *mind.Player
	wants      []wish
	number     uint64
	reached    map[goal.Goal]game.Tick
	screenshot *ebiten.Image
}

// wish is something that the newcomer wants to do, and its number.
type wish struct {
	command.Command
	seq uint64
}

func newQuarter(t *testing.T) *quarter {
	v := newVisitor(t)
	s := &solo{me: game.PlayerID(v.s.id.Pair.ID()), world: island.New(gameworld.Genesis{Seed: quarterSeed, Rules: game.CurrentRules, Start: item.Settlers})}
	s.feed, s.labour = feed.NewFeed(s.me), order.NewQueue(s.EnterCommand())
	s.feed.Want(true)
	q := &quarter{fingers: &fingers{visitor: v, s: s, vain: map[command.Kind]int{}, done: map[command.Kind]int{}}, reached: map[goal.Goal]game.Tick{}}
	q.fingers.shots = q.frame
	if rig.HasDisplay {
		q.screenshot = ebiten.NewImage(v.s.width, v.s.height)
		t.Cleanup(q.screenshot.Deallocate)
	}
	return q
}

// greet answers who the player is, by keys, and enters the world.
func (q *quarter) greet() {
	s := q.visitor.s
	s.id.Conf.Settings.Player.Greet, s.id.Conf.Settings.Player.Name = true, ""
	greet(s, func() {
		q.s.step()
		s.nodes.single.Lock() // as whoever starts a node
		s.turnTo(newPlay(s, q.s, q.s.feed.Take()))
	})
	q.tick(20)
	q.hands.Type("Ada")
	q.tick(2)
	q.frame("name")
	q.hands.Tap(input.KeyEnter)
	q.tick(4)
	if _, in := s.mode.(*play); !in {
		q.t.Fatal("Enter does not begin")
	}
	q.pass(60)
	me := q.s.world.Roster.ByKey(q.s.me)
	if me == nil || me.Name.String() != "Ada" {
		q.t.Fatalf("the player is %+v", me)
	}
	q.screen = senses.New(q.s.world, q.s.me, new(senses.Memory))
	q.mind = mind.New(q.screen, 0, func(c command.Command) uint64 {
		q.number++
		q.wants = append(q.wants, wish{c, q.number})
		return q.number
	})
}

// turn looks, decides and acts.
func (q *quarter) turn() {
	for _, e := range q.events {
		switch {
		case e.Kind == event.GoalReached && e.Seat == q.screen.Seat:
			q.reach(goal.Goal(e.A))
		case e.Kind == event.LightWon:
			q.reach(goal.First + goal.Goal(e.A))
		}
	}
	q.screen.Look(q.events)
	q.events = q.events[:0]
	q.wants = q.wants[:0]
	q.mind.Turn()
	if len(q.wants) == 0 {
		q.pass(3)
	}
	for _, w := range slices.Clone(q.wants) {
		q.do(w.Command, w.seq)
		if w.Kind == command.Move {
			q.pass(3)
		}
	}
}

// reach notes that a goal was reached, and looks at the window.
func (q *quarter) reach(g goal.Goal) {
	if _, had := q.reached[g]; had {
		return
	}
	q.reached[g] = q.s.world.Clock
	q.frame(fmt.Sprintf("%02d-%s", g, g.Name()))
}

// frame draws the window, and keeps the picture.
func (q *quarter) frame(name string) {
	if q.screenshot == nil {
		return
	}
	q.visitor.s.Draw(q.screenshot)
	m := image.NewRGBA(q.screenshot.Bounds())
	q.screenshot.ReadPixels(m.Pix)
	for _, words := range [...]string{"click", "Click", "trigger", "stick:"} {
		if rig.Reads(m, m.Bounds(), words, 2) {
			q.t.Errorf("%s: the screen speaks of %q to a player who has only keys", name, words)
		}
	}
	dir := os.Getenv("MANYHOLD_SHOTS")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, "quarter-"+strings.ReplaceAll(name, " ", "-")+".png"))
	if err != nil {
		q.t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, m); err != nil {
		q.t.Fatal(err)
	}
}
