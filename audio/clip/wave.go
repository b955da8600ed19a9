package clip

import (
	"encoding/binary"
	"errors"
)

// decodeWave walks the chunks of a WAV to its samples.
func decodeWave(data []byte) (*Clip, error) {
	if len(data) < 12 || string(data[8:12]) != "WAVE" {
		return nil, errors.New("not a WAV")
	}
	le := binary.LittleEndian
	channels, rate, bits := 0, 0, 0
	for b := data[12:]; len(b) >= 8; {
		kind, size := string(b[:4]), le.Uint32(b[4:])
		if uint64(size) > uint64(len(b)-8) {
			return nil, errors.New("a chunk is longer than the file")
		}
		chunk := b[8 : 8+size]
		b = b[min(len(b), int(8+size+size%2)):]
		switch kind {
		case "fmt ":
			if len(chunk) < 16 || le.Uint16(chunk) != 1 {
				return nil, errors.New("not PCM")
			}
			channels, rate, bits = int(le.Uint16(chunk[2:])), int(le.Uint32(chunk[4:])), int(le.Uint16(chunk[14:]))
			if err := bounds(channels, rate); err != nil {
				return nil, err
			}
			if bits != 8 && bits != 16 {
				return nil, errors.New("only samples of 8 or 16 bits are allowed")
			}
		case "data":
			if channels == 0 {
				return nil, errors.New("data without a format")
			}
			return &Clip{Samples: mono(chunk, channels, bits, MaxSeconds*rate), Rate: rate}, nil
		}
	}
	return nil, errors.New("no data")
}

// mono returns at most most samples of PCM, the average of the channels.
func mono(pcm []byte, channels, bits, most int) []int16 {
	frame := channels * bits / 8
	out := make([]int16, min(len(pcm)/frame, most))
	for k := range out {
		at, sum := pcm[k*frame:], 0
		for c := range channels {
			if bits == 8 {
				sum += (int(at[c]) - 128) << 8 // of 8 bits, the middle is 128
			} else {
				sum += int(int16(binary.LittleEndian.Uint16(at[2*c:])))
			}
		}
		out[k] = int16(sum / channels)
	}
	return out
}
