package rigid

import "testing"

// thousand is a world of a thousand discs under way, on a region of tiles.
func thousand(b *testing.B) *World {
	s := readScene(b, "s1d_1000")
	w := sceneWorld(b, s)
	drive(w, s, 0, 40, 60)
	return w
}

// BenchmarkRollback goes back to a snapshot and eight steps on again.
func BenchmarkRollback(b *testing.B) {
	w := thousand(b)
	var s Snapshot
	w.Save(&s)
	b.ReportAllocs()
	for b.Loop() {
		w.Load(&s)
		for range 8 {
			w.Step(60)
		}
	}
}

// BenchmarkSnapshot saves and loads.
func BenchmarkSnapshot(b *testing.B) {
	w := thousand(b)
	var s Snapshot
	b.ReportAllocs()
	for b.Loop() {
		w.Save(&s)
		w.Load(&s)
	}
	b.ReportMetric(float64(s.Size())/1000, "KB")
}

// BenchmarkDigest hashes the whole state.
func BenchmarkDigest(b *testing.B) {
	w := thousand(b)
	b.ReportAllocs()
	for b.Loop() {
		w.Digest()
	}
}

// BenchmarkAsleep steps a pile that sleeps.
func BenchmarkAsleep(b *testing.B) {
	s := readScene(b, "s2_pyramid")
	w := sceneWorld(b, s)
	w.rules.Restless = false
	for range 600 {
		w.Step(60)
	}
	b.ReportAllocs()
	for b.Loop() {
		w.Step(60)
	}
}
