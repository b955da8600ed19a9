package audio

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"manyhold/audio/synth"
	"manyhold/net/patience"
)

// until waits for a condition that another process or goroutine brings about.
func until(t *testing.T, what string, within time.Duration, ok func() bool) {
	t.Helper()
	patience.Wait(t, what, within, 2*time.Millisecond, ok)
}

func TestWithoutDevice(t *testing.T) {
	if missing() == "" {
		if !emptyMachine(t) {
			t.Skip("this machine has a sound device that cannot be hidden")
		}
	}
	defer goleak.VerifyNone(t)
	said := make(chan string, 10)
	p := Open(Options{Log: func(s string) { said <- s }})
	var words string
	until(t, "what is wrong to be said", 5*time.Second, func() bool {
		select {
		case words = <-said:
			return true
		default:
			return false
		}
	})
	p.UI(SoundOK)
	p.SetVolumes(0, 0, 0, 0, 0)
	p.Close()
	p.Close()
	if p.Live() || p.Stats().Dropped != 0 {
		t.Error("it plays, or remembers what nobody hears")
	}
	if !strings.HasPrefix(words, "No audio device found; sound starts when one is connected: ") || strings.Count(words, ".") < 1 || strings.Contains(words, "\n") {
		t.Errorf("said %q", words)
	}
	if len(said) != 0 {
		t.Errorf("said more: %q", <-said)
	}
}

func TestOpenReturnsAtOnce(t *testing.T) {
	soonest := time.Hour
	for try := 0; try < 5 && soonest > 100*time.Millisecond; try++ { // it takes microseconds; the rest is a busy machine
		began := time.Now()
		p := Open(Options{})
		soonest = min(soonest, time.Since(began))
		p.Close()
	}
	if soonest > 100*time.Millisecond {
		t.Errorf("took %v", soonest)
	}
}

func TestSilentOpensNothing(t *testing.T) {
	defer goleak.VerifyNone(t)
	p := Open(Options{Silent: true, Log: func(s string) { t.Error(s) }})
	p.UI(SoundOK)
	p.Close()
	if p.Live() {
		t.Error("it plays")
	}
}

func TestNamedSounds(t *testing.T) {
	seen := map[synth.Sound]bool{synth.Silence: true}
	for _, s := range []Sound{SoundHover, SoundOK, SoundNo, SoundOpen, SoundClose, SoundPick, SoundType, SoundJoined, SoundLeft, SoundHostChanged, SoundProvisional, SoundHealed, SoundFound, SoundFirst, SoundSaid} {
		if got := named(s); seen[got] || got.Info().Bus != synth.Interface {
			t.Errorf("%s is %s", s, got)
		} else {
			seen[got] = true
		}
	}
	if named("nonsense") != synth.Silence {
		t.Error("nonsense sounds")
	}
}
