//go:build linux || freebsd || netbsd || openbsd

package audio

import (
	"errors"
	"io"

	"github.com/jfreymuth/pulse"
	"github.com/jfreymuth/pulse/proto"

	"manyhold/audio/synth"
)

// canReopen reports whether sound can come back in a process that lost its first connection. Here it can if
// there is a sound server: the library makes one context per process, but the server's own protocol has no
// such limit.
const canReopen = true

// reopen plays the output of r, in stereo frames of float32 little endian, on the sound server. failed
// returns the error that ended playback; stop ends it.
func reopen(r io.Reader) (failed func() error, stop func(), err error) {
	c, err := pulse.NewClient(pulse.ClientApplicationName("Manyhold"))
	if err != nil {
		return nil, nil, err
	}
	s, err := c.NewPlayback(pulse.NewReader(r, proto.FormatFloat32LE), pulse.PlaybackMediaName("Manyhold"), pulse.PlaybackStereo,
		pulse.PlaybackSampleRate(synth.Rate), pulse.PlaybackLatency(deviceBuffer.Seconds()))
	if err != nil {
		c.Close()
		return nil, nil, err
	}
	go s.Start() // which waits for the server's answer, and for ever where that dies first
	failed = func() error {
		if err := s.Error(); err != nil {
			return err
		}
		if s.Closed() {
			return errors.New("the sound server has closed the stream")
		}
		return nil
	}
	return failed, c.Close, nil
}
