// Package clip decodes the sounds of makers: WAV with PCM of 8 or 16 bits, and Ogg with Vorbis I. A Clip is
// mono, because it is heard at a place, and is kept at the rate of its file: the mixer changes rates anyway.
//
// The bytes come from peers. They were checked against their hash and by the rules of package asset, but not
// decoded, so everything is bounded here again: channels, rate, length, and for Vorbis also the tables that a
// setup header asks for (see vet). Decode never panics, returns within seconds, and takes at most some 20 MB
// besides the samples, whatever the bytes are. A window decodes one sound at a time, beside its frames.
//
// # Loudness
//
// No maker's sound is louder than those of the game beside it: if the loudest tenth of a second of a clip is
// above Loudest, Gain brings it down to that. Quieter clips stay as they were made.
package clip

import (
	"errors"
	"fmt"
	"math"
)

const (
	// MaxSeconds is how much of a sound is played; the rest is cut off.
	MaxSeconds = 60
	// MinRate and MaxRate bound the samples a second, and MaxChannels the channels, which are mixed to one.
	MinRate, MaxRate, MaxChannels = 8000, 48000, 2
	// MaxSamples is the most samples of a clip: 5.8 MB.
	MaxSamples = MaxSeconds * MaxRate
	// Loudest is the RMS of the loudest tenth of a second, of full scale: -20 dB, as the breaking of a rock.
	Loudest = 0.1
)

// ErrFormat says that bytes are no sound that is decoded here. It is wrapped with the reason.
var ErrFormat = errors.New("clip: not a sound")

// Clip is a decoded sound. It is read-only once it is made.
type Clip struct {
	Samples []int16
	Rate    int     // samples a second
	Gain    float32 // by which it is played, at most 1
}

// Seconds is the length.
func (c *Clip) Seconds() float64 { return float64(len(c.Samples)) / float64(c.Rate) }

// Decode decodes a WAV or an Ogg file. Its error is ErrFormat.
func Decode(data []byte) (c *Clip, err error) {
	defer func() {
		if r := recover(); r != nil { // the library trusts its input in places
			c, err = nil, fmt.Errorf("%w: damaged: %v", ErrFormat, r)
		}
	}()
	switch {
	case len(data) >= 4 && string(data[:4]) == "RIFF":
		c, err = decodeWave(data)
	case len(data) >= 4 && string(data[:4]) == "OggS":
		c, err = decodeVorbis(data)
	default:
		return nil, fmt.Errorf("%w: neither WAV nor Ogg", ErrFormat)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if len(c.Samples) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrFormat)
	}
	c.level()
	return c, nil
}

// bounds reports why a sound of so many channels and samples a second is not decoded.
func bounds(channels, rate int) error {
	if channels < 1 || channels > MaxChannels || rate < MinRate || rate > MaxRate {
		return fmt.Errorf("%d channels at %d samples a second; 1 to %d at %d to %d are allowed", channels, rate, MaxChannels, MinRate, MaxRate)
	}
	return nil
}

// level sets the gain by the loudest tenth of a second.
func (c *Clip) level() {
	span := min(max(c.Rate/10, 1), len(c.Samples))
	var sum, loudest float64
	for k, s := range c.Samples {
		v := float64(s) / (1 << 15)
		sum += v * v
		if k >= span {
			o := float64(c.Samples[k-span]) / (1 << 15)
			sum -= o * o
		}
		loudest = max(loudest, sum)
	}
	c.Gain = 1
	if rms := math.Sqrt(loudest / float64(span)); rms > Loudest {
		c.Gain = float32(Loudest / rms)
	}
}
