package render

import (
	"fmt"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render/gputest"
	"manyhold/render/palette"
)

// pace counts frames of 1280×720, each drawn to its end.
func pace(t testing.TB, seconds float64, frame func(dst *ebiten.Image)) (fps float64) {
	dst := ebiten.NewImageWithOptions(imageRect(1280, 720), &ebiten.NewImageOptions{Unmanaged: true})
	defer dst.Deallocate()
	end := frameEnd()
	frames := 0
	for range 5 {
		frame(dst)
	}
	end()
	began := time.Now()
	for time.Since(began).Seconds() < seconds {
		frame(dst)
		end()
		frames++
	}
	return float64(frames) / time.Since(began).Seconds()
}

// TestFigures prints the cost of a frame; with -args -figures it measures long enough to be quoted.
func TestFigures(t *testing.T) {
	gputest.Need(t)
	if gputest.Few() && !*figures {
		t.Skip("measures and asserts nothing")
	}
	seconds := 0.3
	if *figures {
		seconds = 4
	}
	empty := pace(t, seconds, func(dst *ebiten.Image) { dst.Fill(palette.Ink1.RGBA()) })
	t.Logf("clear only: %.1f fps", empty)
	const seed = 7
	forest, _ := nearest(seed, terrain.Spawn(seed), terrain.Forest)
	for _, light := range []string{"simple", "full"} {
		for _, place := range []string{"shore", "forest"} {
			r := newRenderer(t, light)
			_, s := duskScene()
			r.SetHour(19)
			r.Camera().Jump(toVec(5, 3))
			if place == "forest" {
				s = &Scene{World: newPainted(seed, tile.NoGround)}
				r.Camera().Jump(forest.Centre())
			}
			go1, go2, n := 0.0, 0.0, 0.0
			fps := pace(t, seconds, func(dst *ebiten.Image) {
				s.Tick++
				r.UpdateScene(s)
				r.DrawScene(dst, s)
				go1 += r.Stats().UpdateMicros
				go2 += r.Stats().DrawMicros
				n++
			})
			st := r.Stats()
			t.Logf("light %-6s %-6s: %.1f fps; Go: update %.0f µs, draw %.0f µs a frame; %d draw calls, %d quads, %d particles",
				light, place, fps, go1/n, go2/n, st.DrawCalls, st.Quads, st.Particles)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, light := range []string{"simple", "full"} {
		b.Run(fmt.Sprintf("light=%s", light), func(b *testing.B) {
			r := newRenderer(b, light)
			_, s := duskScene()
			r.SetHour(19)
			r.Camera().Jump(toVec(5, 3))
			dst := ebiten.NewImage(1280, 720)
			b.ReportAllocs()
			end := frameEnd()
			for b.Loop() {
				s.Tick++
				r.UpdateScene(s)
				r.DrawScene(dst, s)
				end()
			}
			b.ReportMetric(float64(r.Stats().DrawCalls), "calls/frame")
		})
	}
}
