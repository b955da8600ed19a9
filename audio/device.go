package audio

import (
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/ebitengine/oto/v3"

	"manyhold/audio/synth"
)

const (
	// deviceBuffer is how far the device plays behind the mixer: shorter stutters on a busy machine.
	deviceBuffer = 40 * time.Millisecond
	// readAhead is how much is mixed at a time, in bytes: 20 ms.
	readAhead = synth.Rate / 50 * 8
	// watchEvery is how often the device is asked whether it still works.
	watchEvery = time.Second
)

// device is the process's one connection to the sound system: the library permits no second one, so it is
// kept when a player is closed and used by the next.
var device struct {
	mu    sync.Mutex
	ctx   *oto.Context
	ready chan struct{}
	err   error
}

func connect() (*oto.Context, chan struct{}, error) {
	device.mu.Lock()
	defer device.mu.Unlock()
	if device.ctx == nil && device.err == nil {
		o := oto.NewContextOptions{SampleRate: synth.Rate, ChannelCount: 2, Format: oto.FormatFloat32LE, ApplicationName: "Manyhold"}
		if runtime.GOOS != "js" { // there the browser knows best
			o.BufferSize = deviceBuffer
		}
		device.ctx, device.ready, device.err = oto.NewContext(&o)
	}
	return device.ctx, device.ready, device.err
}

// run opens the device, makes the sounds and watches until the player is closed or the device has gone.
func (p *Player) run() {
	if why := missing(); why != "" {
		p.lack("No audio device found; sound starts when one is connected: " + why + ".")
		if !p.await() {
			return
		}
	}
	ctx, ready, err := connect()
	if err != nil {
		p.lack("There will be no sound: " + brief(err) + ".")
		return
	}
	p.work.Go(func() { p.bank.Fill(p.stopped) })
	select {
	case <-ready:
	case <-p.stop:
		return
	}
	if err := ctx.Err(); err != nil {
		p.lack("There will be no sound: " + brief(err) + ".")
		p.halt.Do(func() { close(p.stop) }) // the sounds need not be made
		return
	}
	out := ctx.NewPlayer(p.mixer)
	out.SetBufferSize(readAhead)
	out.Play()
	gone := p.watch(ctx.Err)
	out.PauseAndStopReading()
	for gone != nil {
		if !canReopen {
			p.lack("The sound has gone with its device: " + brief(gone) + ". Start the game again to hear.")
			return
		}
		p.lack("The sound has gone with its device: " + brief(gone) + ". It comes back with the sound server.")
		gone = p.again()
	}
}

// lack tells that there is no sound, and keeps why.
func (p *Player) lack(why string) {
	p.trouble.Store(&why)
	p.log(why)
}

// again plays by the sound server itself, once there is one, and returns when the player is closed or, with
// why, the server has gone again.
func (p *Player) again() (gone error) {
	for p.await() {
		failed, stop, err := reopen(p.mixer)
		if err != nil {
			continue // the server that answered is not ready yet
		}
		p.note("There is sound again.")
		gone = p.watch(failed)
		stop()
		return gone
	}
	return nil
}

// await waits until there may be a device, and reports whether that came before the player was closed. The
// library's one context is not made before: one that failed can never be made again.
func (p *Player) await() bool {
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for {
		select {
		case <-p.stop:
			return false
		case <-t.C:
			if missing() == "" {
				return true
			}
		}
	}
}

// maxWords limits the library's error text, in bytes: it lists every ALSA plug-in.
const maxWords = 160

func brief(err error) string {
	s := strings.Join(strings.Fields(err.Error()), " ")
	if len(s) > maxWords {
		s = strings.ToValidUTF8(s[:maxWords], "") + " ..."
	}
	return strings.TrimSuffix(s, ".")
}

// watch marks the player as live until it is closed or the device is lost; gone is the cause of the loss. The
// sound server (or the library on Windows and macOS) switches devices unnoticed, so only the loss of the
// server is reported here. The library makes one context per process, which is useless after an error.
func (p *Player) watch(failed func() error) (gone error) {
	p.trouble.Store(nil)
	p.live.Store(true)
	defer p.live.Store(false)
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for {
		select {
		case <-p.stop:
			return nil
		case <-t.C:
			if err := failed(); err != nil {
				return err
			}
		}
	}
}
