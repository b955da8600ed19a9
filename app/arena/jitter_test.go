package arena_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/app/arena"
	"manyhold/app/maker/engine"
	"manyhold/app/rooms"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/match"
	"manyhold/game/predict"
	"manyhold/net/link/memory"
	"manyhold/net/room"
	"manyhold/net/room/cadence"
)

// clicker is a player at a window, without its picture: it draws frames, predicts, and clicks where a dog
// shall go. It measures two times. A click takes effect when the tick passes at which its order is executed;
// and it is in the state when the client has executed the generation with that tick.
type clicker struct {
	c      *arena.Client
	seat   uint8
	orders bool // it gives its orders in words, as programs do, and not at a window
	rng    *rand.Rand

	asked   map[string]time.Time // by their words, clicks that no state has
	effects []float64            // ticks
	states  []float64
	errors  []error
}

// clickAfter is the frames between two clicks at least, and clickSpread by how many they vary.
const clickAfter, clickSpread = 6, 12

// play clicks until ctx ends.
func (k *clicker) play(ctx context.Context) {
	visit := k.c.Visit()
	visit.Copies().Want(true)
	defer visit.Stop()
	p := predict.New(visit.Player())
	next := clickAfter
	for frame := 0; ctx.Err() == nil; frame++ {
		time.Sleep(time.Second/60 + time.Duration(k.rng.Int64N(int64(time.Millisecond))) - time.Millisecond/2)
		if x := visit.Copies().Take(); x != nil {
			p.Steer(x.Ahead)
			if old := p.Confirm(x.World, x.Events); old != nil {
				x.World = old
				visit.Copies().Give(x)
			}
		}
		p.Advance()
		if frame < next || !p.Ready() {
			continue
		}
		next = frame + clickAfter + k.rng.IntN(clickSpread)
		k.click(visit, p)
	}
}

// click sends a dog somewhere.
func (k *clicker) click(visit *arena.Visit, p *predict.Predictor) {
	words := fmt.Sprintf("go %d %d %d", 1+k.rng.IntN(3), 5+k.rng.IntN(70), 5+k.rng.IntN(38))
	x := command.Command{Kind: command.Ask, Text: words}
	fresh := false
	k.c.Inside(func(m *match.Match, _ *arena.Sight) {
		_, known := k.asked[words]
		fresh, x.Entity, k.asked[words] = !known, m.Referee().ID, time.Now()
	})
	switch {
	case !fresh:
	case !k.orders:
		var seq uint64
		seq, x.Tick = p.Command(x)
		visit.SendPredicted(seq, x)
	default:
		if _, err := k.c.Order("ask " + words); err != nil {
			k.errors = append(k.errors, err)
		}
	}
}

// executed is called after each generation, by the client.
func (k *clicker) executed(m *match.Match, master *room.Master) {
	began := m.Island().Clock - game.Tick(master.Ticks)
	for _, in := range master.Inputs {
		at := game.Tick(0)
		err := match.ReadInput(in.Body, func(seq uint64, c command.Command) {
			if c.Tick > began { // as match.Match takes it
				at = max(at, min(c.Tick-began, game.Tick(master.Ticks)-1))
			}
			since, mine := k.asked[c.Text]
			if !mine || in.Seat != k.seat {
				return
			}
			if m.Island().Sequence([32]byte(k.c.Player())) < seq {
				k.errors = append(k.errors, fmt.Errorf("the state lacks order %d", seq))
			}
			delete(k.asked, c.Text)
			d := float64(time.Since(since)) / float64(cadence.Tick)
			k.states, k.effects = append(k.states, d), append(k.effects, d+float64(at))
		})
		if err != nil {
			k.errors = append(k.errors, err)
		}
	}
}

// spread returns mean and standard deviation.
func spread(list []float64) (mean, deviation float64) {
	squares := 0.0
	for _, v := range list {
		mean, squares = mean+v, squares+v*v
	}
	n := float64(max(1, len(list)))
	mean /= n
	return mean, math.Sqrt(max(0, squares/n-mean*mean))
}

// TestClickToEffect: in a match of herders at 80 ± 40 ms of round trip the time from a click of a player at a
// window to its effect hardly varies over a minute, flowing and strict: its standard deviation is less than a
// tick, whether the effect counts when its tick passes or when the state has it. So it is with orders in
// words.
func TestClickToEffect(t *testing.T) {
	p, err := engine.Find("herders")
	if err != nil {
		t.Fatal(err)
	}
	for _, strict := range []bool{false, true} {
		for _, orders := range []bool{false, true} {
			t.Run(fmt.Sprintf("strict %v, in words %v", strict, orders), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := newStage(t, p, 2, strict, memory.Conditions{Delay: 20 * time.Millisecond, Jitter: 40 * time.Millisecond})
					players := []*clicker{}
					ctx, cancel := context.WithCancel(s.ctx)
					defer cancel()
					for k := range 2 {
						x := &clicker{seat: uint8(k), orders: orders, rng: rand.New(rand.NewPCG(uint64(k), 5)), asked: map[string]time.Time{}}
						x.c = s.play(k, false, x.executed)
						x.c.SetFrameRate(60)
						players = append(players, x)
					}
					s.ready(2, `{"sheep":300,"minutes":3}`)
					s.await(0, "the match", func(v *rooms.View) bool { return v.Generation > 20 })
					for _, x := range players {
						go x.play(ctx)
					}
					time.Sleep(10 * time.Second)
					for _, x := range players {
						x.c.Inside(func(*match.Match, *arena.Sight) { x.effects, x.states = nil, nil })
					}
					time.Sleep(time.Minute)
					cancel()
					synctest.Wait()
					v := s.rooms[0].View()
					for k, x := range players {
						effect, jitter := spread(x.effects)
						state, steps := spread(x.states)
						t.Logf("player %d: %d clicks, effect after %.1f ticks ± %.2f, in the state after %.1f ± %.2f; generations of %d ticks, delay %d", k+1, len(x.effects), effect, jitter, state, steps, v.Length, v.Delay)
						if len(x.effects) < 200 || jitter > 0.7 || steps > 1 {
							t.Errorf("player %d: %d clicks, deviation %.2f ticks, in the state %.2f", k+1, len(x.effects), jitter, steps)
						}
						for _, err := range x.errors {
							t.Error(err)
						}
					}
				})
			})
		}
	}
}
