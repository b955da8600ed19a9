package views_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/app/rig"
	"manyhold/render/sketch"
)

// fifty places fifty things with views around player 1: a third burns like fireworks, a third is painted like
// the canvas, and a third moves a disc and writes its name.
func (r *rehearsal) fifty() {
	views := []string{
		"def on_frame(me, time):\n    for n in range(8):\n        line(0, 0, sin(time * 90 + n * 45), cos(time * 90 + n * 45), YELLOW)\n    burst(0, -1, 2, YELLOW, to = RED, life = 0.8, gravity = 3)\n    glow(0, 0, 2, YELLOW, 0.4)\n",
		"def on_frame(me, time):\n    n = 0\n    while n < 64:\n        rect(n % 8 * 0.25 - 1, n // 8 * 0.25 - 2, 0.25, 0.25, 1 + (n * 7 + floor(time)) % 32)\n        n += 1\n",
		"def on_frame(me, time):\n    disc(sin(time * 180), -1, 0.4, PINK)\n    ring(0, 0, 1 + time % 1, CYAN)\n    write(0, -2, \"number %d\" % floor(time))\n",
	}
	for n := range int32(50) {
		r.place(fmt.Sprintf("Thing-%d", n), nothing, views[n%3], n%10*2-9, n/10*2-4)
	}
}

// BenchmarkFifty measures a tick of views with fifty things: the mean, and the median.
func BenchmarkFifty(b *testing.B) {
	r := rehearse(b)
	r.fifty()
	r.play(40)
	s := r.scene()
	var each []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		r.list = r.views.Tick(s)
		each = append(each, time.Since(began))
	}
	slices.Sort(each)
	b.ReportMetric(float64(each[len(each)/2].Nanoseconds()), "ns/median")
	quads, sparks := 0, 0
	for _, d := range r.list {
		for k := range d.Shapes {
			quads += d.Shapes[k].Quads()
		}
		sparks += len(d.Sparks.List)
	}
	if len(r.list) != 50 || len(r.faults) > 0 {
		b.Fatalf("%d drawings, faults %+v", len(r.list), r.faults)
	}
	b.ReportMetric(float64(quads), "quads")
	b.ReportMetric(float64(sparks), "sparks")
}

// BenchmarkFiftyDrawn measures the Go part of drawing a frame with and without these fifty things' views.
func BenchmarkFiftyDrawn(b *testing.B) {
	if !rig.HasDisplay {
		b.Skip("there is no display: skipped (use xvfb-run -a go test)")
	}
	r := rehearse(b)
	r.fifty()
	c := r.film(20)
	r.play(40)
	with := r.list
	for _, name := range []string{"without", "with"} {
		r.list = map[string][]sketch.Drawing{"with": with}[name]
		r.shoot(c, "fifty-"+name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.scene.Drawings = r.list
				c.DrawScene(c.screen, &c.scene)
				c.screen.At(0, 0)
			}
			b.ReportMetric(c.Stats().DrawMicros, "µs/Go")
			b.ReportMetric(float64(c.Stats().DrawCalls), "calls")
		})
	}
}

// BenchmarkWorst measures a tick of fifty things; each takes all the steps that it gets.
func BenchmarkWorst(b *testing.B) {
	r := rehearse(b)
	for n := range int32(50) {
		r.place(fmt.Sprintf("Thing-%d", n), nothing, "def on_frame(me, time):\n    x = \"\"\n    for n in range(110):\n        x = (str(n) + x)[:900]\n        y = near(\"player\", 1)\n", n%10*2-9, n/10*2-4)
	}
	r.play(40)
	if len(r.faults) > 0 {
		b.Fatal(r.faults[0])
	}
	s := r.scene()
	var each []time.Duration
	for b.Loop() {
		began := time.Now()
		r.list = r.views.Tick(s)
		each = append(each, time.Since(began))
	}
	slices.Sort(each)
	b.ReportMetric(float64(each[len(each)/2].Nanoseconds()), "ns/median")
}
