package window

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/input/fake"
)

// TestNoSoundIsSaidInTheSettings: where there is no sound device, no toast stands over the title; the
// settings of sound say so, and how it is mended.
func TestNoSoundIsSaidInTheSettings(t *testing.T) {
	t.Setenv("PULSE_SERVER", "/nonexistent")
	t.Setenv("ALSA_CONFIG_PATH", "/dev/null")
	f := options.Play{Data: t.TempDir(), NoLAN: true, Hour: -1}
	id, err := node.OpenIdentity(f)
	if err != nil {
		t.Fatal(err)
	}
	id.Windowed = true
	s, err := newSession(context.Background(), f, id, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s.source = fake.New()
	t.Cleanup(func() { s.close(); id.Close() })
	v := &visitor{t, s, s.source.(*fake.Source)}
	v.within(20*time.Second, "the sound to be there or not", func() bool { return s.sound.Live() || s.sound.Trouble() != "" })
	if s.sound.Live() {
		t.Skip("this machine has a sound device that cannot be hidden")
	}
	v.tick(30)
	words := s.words.Get("note.no_sound")
	for _, line := range s.ui.Lane().Lines() {
		t.Errorf("the title says %q", line)
	}
	told, others := 0, 0
	for _, e := range s.model.Settings {
		switch {
		case e.Help != words:
		case strings.HasPrefix(e.Key, "audio."):
			told++
		default:
			others++
		}
	}
	if told < 5 || others > 0 {
		t.Errorf("%d settings of sound say it, and %d others", told, others)
	}
}
