package asset

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Sounds are walked chunk by chunk or page by page; nothing is unpacked.

const (
	// minRate and maxRate bound the samples a second of a sound.
	minRate, maxRate = 8000, 48000
	// maxWaveChunks is the largest number of chunks of a WAV.
	maxWaveChunks = 64
	maxChannels   = 2
)

// checkWave accepts PCM of 8 or 16 bits, mono or stereo.
func checkWave(b []byte) error {
	if len(b) < 12 || string(b[:4]) != "RIFF" || string(b[8:12]) != "WAVE" {
		return errors.New("not a WAV")
	}
	if int64(binary.LittleEndian.Uint32(b[4:])) != int64(len(b)-8) {
		return errors.New("the file is not as long as it says")
	}
	b = b[12:]
	frame := 0 // bytes of a sample of all channels
	for n := 0; len(b) > 0; n++ {
		if len(b) < 8 || n == maxWaveChunks {
			return errors.New("the chunks do not end")
		}
		kind, size := string(b[:4]), binary.LittleEndian.Uint32(b[4:])
		if uint64(size) > uint64(len(b)-8) {
			return fmt.Errorf("chunk %q is longer than the file", kind)
		}
		data := b[8 : 8+size]
		b = b[min(len(b), int(8+size+size%2)):]
		switch {
		case kind == "fmt " && frame != 0:
			return errors.New("two formats")
		case kind == "fmt ":
			var err error
			if frame, err = waveFormat(data); err != nil {
				return err
			}
		case kind == "data" && (frame == 0 || size == 0 || int(size)%frame != 0):
			return errors.New("data without a format, or a part of a sample")
		case kind == "data":
			return nil // what follows are notes of programs
		}
	}
	return errors.New("no data")
}

// waveFormat returns the bytes of one sample of all channels.
func waveFormat(b []byte) (int, error) {
	if len(b) < 16 {
		return 0, errors.New("a short format")
	}
	format, channels, rate := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:]), binary.LittleEndian.Uint32(b[4:])
	frame, bits := binary.LittleEndian.Uint16(b[12:]), binary.LittleEndian.Uint16(b[14:])
	switch {
	case format != 1 || bits != 8 && bits != 16:
		return 0, errors.New("only PCM of 8 or 16 bits is allowed")
	case channels == 0 || channels > maxChannels:
		return 0, fmt.Errorf("%d channels; 1 or 2 are allowed", channels)
	case rate < minRate || rate > maxRate:
		return 0, fmt.Errorf("%d samples a second; %d to %d are allowed", rate, minRate, maxRate)
	case frame != channels*bits/8:
		return 0, errors.New("samples of a wrong size")
	}
	return int(frame), nil
}

// oggTable is the table of Ogg's checksum: polynomial 0x04c11db7, the highest bit first (RFC 3533).
var oggTable = func() (t [256]uint32) {
	for i := range t {
		r := uint32(i) << 24
		for range 8 {
			if r&0x80000000 != 0 {
				r = r<<1 ^ 0x04c11db7
			} else {
				r <<= 1
			}
		}
		t[i] = r
	}
	return t
}()

// checkOgg accepts one logical stream of Vorbis.
func checkOgg(b []byte) error {
	var stream uint32
	for n := uint32(0); ; n++ {
		page, body, err := oggPage(b)
		if err != nil {
			return fmt.Errorf("page %d: %w", n, err)
		}
		flags, serial, number := page[5], binary.LittleEndian.Uint32(page[14:]), binary.LittleEndian.Uint32(page[18:])
		b = b[len(page)+len(body):]
		switch {
		case number != n || n > 0 && serial != stream:
			return errors.New("pages of several streams, or not in their order")
		case (flags&2 != 0) != (n == 0):
			return errors.New("the stream does not begin with its first page")
		}
		if n == 0 {
			stream = serial
			if err := oggHead(body); err != nil {
				return err
			}
		}
		if flags&4 != 0 {
			if len(b) > 0 {
				return errors.New("bytes after the end")
			}
			return nil
		}
		if len(b) == 0 {
			return errors.New("the stream does not end")
		}
	}
}

// oggPage returns the head and the body of the first page, whose checksum is right.
func oggPage(b []byte) (head, body []byte, err error) {
	if len(b) < 27 || string(b[:4]) != "OggS" || b[4] != 0 {
		return nil, nil, errors.New("not an OGG page")
	}
	n := 27 + int(b[26])
	if len(b) < n {
		return nil, nil, errors.New("cut off")
	}
	size := 0
	for _, s := range b[27:n] {
		size += int(s)
	}
	if len(b) < n+size {
		return nil, nil, errors.New("cut off")
	}
	sum := uint32(0)
	for i, c := range b[:n+size] {
		if i >= 22 && i < 26 {
			c = 0 // the checksum itself
		}
		sum = sum<<8 ^ oggTable[byte(sum>>24)^c]
	}
	if sum != binary.LittleEndian.Uint32(b[22:]) {
		return nil, nil, errors.New("damaged")
	}
	return b[:n], b[n : n+size], nil
}

// oggHead checks the first packet. Opus is refused: no window decodes it.
func oggHead(b []byte) error {
	if len(b) < 30 || string(b[:7]) != "\x01vorbis" {
		return errors.New("not Vorbis; convert the sound to Ogg Vorbis or WAV")
	}
	if channels, rate := b[11], binary.LittleEndian.Uint32(b[12:]); channels == 0 || channels > maxChannels || rate < minRate || rate > maxRate {
		return fmt.Errorf("%d channels at %d samples a second; 1 or 2 at %d to %d are allowed", channels, rate, minRate, maxRate)
	}
	return nil
}
