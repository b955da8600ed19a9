package ui

import (
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/gputest"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// hudGarbage is the most that a frame of play may leave behind, in bytes.
const hudGarbage = 4 << 10

// TestFrameLeavesNoGarbage counts the allocations of Update and of laying out a frame while playing, with
// everything on the display and the clock running.
func TestFrameLeavesNoGarbage(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(s *stage)
	}{
		{"play", (*stage).play},
		{"network", (*stage).network},
		{"hints, a plan and fingers", func(s *stage) {
			s.in.TouchArea = input.TouchArea{Width: 1280, Height: 720, Mode: input.TouchOn}
			s.m.HUD.Hints, s.m.Build.Tool = true, model.ToolLine
			for i := range int32(40) {
				s.m.Build.Plan = append(s.m.Build.Plan, model.PlanTile{At: grid.Tile{X: 4 + i%12, Y: 32 + i/12}, Item: item.WoodWall, Sure: true})
			}
			s.play()
		}},
	} {
		t.Run(c.name, func(t *testing.T) { frameGarbage(t, c.set) })
	}
}

func frameGarbage(t *testing.T, set func(s *stage)) {
	s := newStage(t, 1280, 720)
	set(s)
	s.m.Game.Me.Health, s.m.HUD.Recording = 13, true
	frame := func() {
		s.m.Game.Tick++
		s.m.Game.Hour += 24.0 / game.TicksPerDay
		s.keys.Read(s.hand, &s.in)
		s.u.Update(&s.in, s.m)
		s.u.pass(true)
	}
	for range 300 {
		frame()
	}
	const frames = 600
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range frames {
		frame()
	}
	runtime.ReadMemStats(&after)
	each := (after.TotalAlloc - before.TotalAlloc) / frames
	t.Logf("%d bytes in %d allocations of a frame; %d quads", each, (after.Mallocs-before.Mallocs)/frames, len(s.u.c.P.Vertices)/4)
	if each > hudGarbage {
		t.Errorf("a frame leaves %d bytes, limit %d", each, hudGarbage)
	}
}

// TestDrawLeavesLittleGarbage also counts the draw call and the reading back of a pixel, which makes the
// graphics library execute its queue, less the cost of reading back an empty frame.
func TestDrawLeavesLittleGarbage(t *testing.T) {
	gputest.Need(t)
	dst := ebiten.NewImage(1280, 720)
	defer dst.Deallocate()
	corner := dst.SubImage(imageRect(0, 0, 1, 1)).(*ebiten.Image)
	pixel := make([]byte, 4)
	count := func(frame func()) uint64 {
		for range 120 {
			frame()
			corner.ReadPixels(pixel)
		}
		const frames = 240
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range frames {
			frame()
			corner.ReadPixels(pixel)
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / frames
	}
	empty := count(func() { corner.Fill(kit.InkColour) })
	s := newStage(t, 1280, 720)
	s.play()
	full := count(func() {
		s.m.Game.Tick++
		s.tick(1)
		s.u.Draw(dst, s.m)
	})
	t.Logf("%d bytes of a frame with its draw call, %d of an empty one", full, empty)
	if full > empty+hudGarbage {
		t.Errorf("a frame leaves %d bytes more than an empty one, limit %d", full-empty, hudGarbage)
	}
}

// BenchmarkHUD is one tick and one frame of the heads-up display, without the graphics device.
func BenchmarkHUD(b *testing.B) {
	s := newStage(b, 1280, 720)
	s.play()
	s.tick(60)
	b.ReportAllocs()
	for b.Loop() {
		s.keys.Read(s.hand, &s.in)
		s.u.Update(&s.in, s.m)
		s.u.pass(true)
	}
}

// BenchmarkTitle is the same of the title.
func BenchmarkTitle(b *testing.B) {
	s := newStage(b, 1280, 720)
	s.tick(400)
	b.ReportAllocs()
	for b.Loop() {
		s.keys.Read(s.hand, &s.in)
		s.u.Update(&s.in, s.m)
		s.u.pass(true)
	}
}
