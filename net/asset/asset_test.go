package asset

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"manyhold/net/wire"
)

// picture is a PNG of one colour with a red left half.
func picture(t testing.TB, w, h int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{G: 200, A: 255})
			if x < w/2 {
				m.SetNRGBA(x, y, color.NRGBA{R: 100, A: 128})
			}
		}
	}
	return encoded(t, m)
}

func encoded(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// chunk inserts a chunk into a PNG after the header.
func chunk(b []byte, kind string, data []byte) []byte {
	c := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	c = append(append(c, kind...), data...)
	c = binary.BigEndian.AppendUint32(c, crc32.ChecksumIEEE(c[4:]))
	return slices.Insert(slices.Clone(b), 33, c...)
}

// header changes bytes of a PNG's header and mends its checksum.
func header(b []byte, at int, to ...byte) []byte {
	b = slices.Clone(b)
	copy(b[16+at:], to)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func wave(channels, bits, rate, samples int) []byte {
	frame := channels * bits / 8
	b := append([]byte("RIFF\x00\x00\x00\x00WAVEfmt "), 16, 0, 0, 0, 1, 0, byte(channels), 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate*frame))
	b = append(b, byte(frame), 0, byte(bits), 0)
	b = binary.LittleEndian.AppendUint32(append(b, "data"...), uint32(samples*frame))
	b = append(b, make([]byte, samples*frame)...)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

// page is a page of an OGG stream.
func page(flags byte, serial, number uint32, body []byte) []byte {
	b := append([]byte("OggS\x00"), flags)
	b = append(b, make([]byte, 8)...)
	b = binary.LittleEndian.AppendUint32(b, serial)
	b = binary.LittleEndian.AppendUint32(b, number)
	b = append(b, 0, 0, 0, 0)
	n := len(body)/255 + 1
	b = append(b, byte(n))
	for i := range n {
		b = append(b, byte(min(255, len(body)-255*i)))
	}
	b = append(b, body...)
	sum := uint32(0)
	for _, c := range b {
		sum = sum<<8 ^ oggTable[byte(sum>>24)^c]
	}
	binary.LittleEndian.PutUint32(b[22:], sum)
	return b
}

func vorbis(channels byte) []byte {
	return append(append([]byte("\x01vorbis\x00\x00\x00\x00"), channels, 0x80, 0xbb, 0, 0), make([]byte, 14)...)
}

func flip(b []byte, at int) []byte {
	b = slices.Clone(b)
	b[at] ^= 1
	return b
}

func module(sections ...byte) []byte { return append([]byte("\x00asm\x01\x00\x00\x00"), sections...) }

// bundle is a bundle with the right hash, of a blueprint and some assets.
func bundle(assets ...string) []byte {
	return closed(1, len(assets), append([]string{"notice", "a blueprint"}, assets...)...)
}

// closed is a bundle that says how many blueprints and assets it has, with these blobs: notice, blueprints,
// assets.
func closed(blueprints, assets int, blobs ...string) []byte {
	b := append([]byte(BundleMagic), BundleVersion)
	for k, blob := range blobs {
		switch k {
		case 1:
			b = wire.AppendUvarint(b, uint64(blueprints))
		case 1 + blueprints:
			b = wire.AppendUvarint(b, uint64(assets))
		}
		b = wire.AppendText(b, blob)
	}
	if len(blobs) == 1+blueprints {
		b = wire.AppendUvarint(b, uint64(assets))
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// TestCheck is a table of bytes that are allowed, or not, with a word of the reason.
func TestCheck(t *testing.T) {
	small := picture(t, 16, 16)
	sound := slices.Concat(page(2, 7, 0, vorbis(2)), page(0, 7, 1, make([]byte, 700)), page(4, 7, 2, []byte("end")))
	for _, c := range []struct {
		what string
		kind Kind
		b    []byte
		want string // "": allowed
	}{
		{"a sprite", Sprite, small, ""},
		{"a sheet", Sheet, picture(t, 300, 20), ""},
		{"a notes chunk", Sprite, chunk(small, "teXt", []byte("by Ada")), ""},
		{"nothing", Sprite, nil, "size"},
		{"no kind", 0, small, "kind 0"},
		{"a kind of the future", Engine + 1, small, "kind 9"},
		{"too wide for a sprite", Sprite, picture(t, 257, 1), "257×1"},
		{"too high for a sheet", Sheet, picture(t, 1, 2049), "1×2049"},
		{"a forged width", Sprite, header(small, 0, 0x7f, 0xff, 0xff, 0xff), "2147483647×16"},
		{"no width", Sprite, header(small, 0, 0, 0, 0, 0), "0×16"},
		{"16 bits", Sprite, header(small, 8, 16), "8 bits"},
		{"interlaced", Sprite, header(small, 12, 1), "interlac"},
		{"an unknown chunk that matters", Sprite, chunk(small, "ABCD", nil), "unknown chunk"},
		{"two headers", Sprite, chunk(small, "IHDR", make([]byte, 13)), "header"},
		{"a flipped byte", Sprite, flip(small, 45), "damaged"},
		{"bytes after the end", Sprite, append(slices.Clone(small), 1), "after the end"},
		{"cut off", Sprite, small[:len(small)-1], "do not end"},
		{"more chunks than allowed", Sprite, bytes.Replace(small, small[33:], bytes.Repeat(chunk(small, "teXt", nil)[33:45], maxChunks+1), 1), "do not end"},
		{"a JPEG", Sprite, []byte("\xff\xd8\xff\xe0"), "not a PNG"},

		{"mono", Wave, wave(1, 16, 44100, 500), ""},
		{"stereo of 8 bits", Wave, wave(2, 8, 8000, 501), ""},
		{"three channels", Wave, wave(3, 16, 44100, 5), "3 channels"},
		{"24 bits", Wave, wave(1, 24, 44100, 5), "PCM"},
		{"too fast", Wave, wave(1, 16, 96000, 5), "96000"},
		{"no sample", Wave, wave(1, 16, 44100, 0), "part of a sample"},
		{"a wrong length", Wave, append(wave(1, 16, 44100, 5), 0), "not as long"},
		{"a forged chunk", Wave, flip(wave(1, 16, 44100, 5), 43), "longer than the file"},
		{"no data", Wave, wave(1, 16, 44100, 5)[:12], "not as long"},

		{"Vorbis", Ogg, sound, ""},
		{"Opus", Ogg, page(6, 7, 0, append([]byte("OpusHead\x01\x01"), make([]byte, 20)...)), "convert the sound"},
		{"a flipped byte", Ogg, flip(sound, 300), "damaged"},
		{"no end", Ogg, sound[:len(sound)-31], "does not end"},
		{"cut off", Ogg, sound[:len(sound)-1], "cut off"},
		{"bytes after the end", Ogg, append(slices.Clone(sound), 0), "after the end"},
		{"two streams", Ogg, slices.Concat(page(2, 7, 0, vorbis(2)), page(4, 8, 1, nil)), "several streams"},
		{"a lost page", Ogg, slices.Concat(page(2, 7, 0, vorbis(2)), page(4, 7, 2, nil)), "order"},
		{"eight channels", Ogg, page(6, 7, 0, vorbis(8)), "8 channels"},
		{"a film", Ogg, page(6, 7, 0, []byte("\x80theora 1234567890123456789")), "not Vorbis"},

		{"a script", Script, []byte("def on_use(me, who):\n\tsay(\"Grüße\")\n"), ""},
		{"a control character", Script, []byte("a = 1\nb = \x1b"), "line 2"},
		{"not UTF-8", Script, []byte("\xff"), "UTF-8"},
		{"a long script", Script, bytes.Repeat([]byte{'#'}, MaxScript+1), "size"},

		{"a module", Module, module(1, 1, 0, 0, 2, 'h', 'i', 3, 0, 12, 0, 10, 0, 11, 0x80, 0), ""},
		{"sections in disorder", Module, module(3, 0, 1, 0), "its place"},
		{"the data count after the code", Module, module(10, 0, 12, 0), "its place"},
		{"an unknown section", Module, module(14, 0), "unknown"},
		{"a section beyond the end", Module, module(1, 5, 0), "longer than the module"},
		{"an endless number", Module, module(1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), "longer than the module"},
		{"another version", Module, append([]byte("\x00asm\x02"), 0, 0, 0), "version 1"},

		{"a bundle", Bundle, bundle(string(small), "x = 1"), ""},
		{"a bundle without assets", Bundle, bundle(), ""},
		{"a bundle without blueprints", Bundle, closed(0, 0, "notice"), "no blueprint"},
		{"a bundle that was changed", Bundle, flip(bundle("x = 1"), 20), "changed"},
		{"a bundle of an older version", Bundle, flip(bundle(), len(BundleMagic)), "changed"},
		{"a bundle of many blueprints", Bundle, closed(MaxBlueprints+1, 0, slices.Repeat([]string{"x"}, MaxBlueprints+2)...), "65"},
		{"a long notice", Bundle, closed(1, 0, strings.Repeat("a", MaxNotice+1), "x"), "262145"},
		{"a long blueprint", Bundle, closed(1, 0, "", strings.Repeat("a", MaxBlueprint+1)), "49153"},
		{"a missing asset", Bundle, closed(1, 2, "", "x", "x = 1"), "cut"},
		{"a bad asset", Bundle, bundle("RIFF"), "asset 0"},
		{"a bundle in a bundle", Bundle, bundle(string(bundle())), "asset 0 is a bundle"},
	} {
		err := Check(c.kind, c.b)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %s: %v, want %q", c.kind, c.what, err, c.want)
		}
		if err != nil && !errors.Is(err, ErrSize) && !errors.Is(err, ErrContent) {
			t.Errorf("%s %s: an error without a name: %v", c.kind, c.what, err)
		}
	}
}

// TestOggChecksum: the checksum of the catalogue of parametrised CRCs (CRC-32/CKSUM, without the last
// exclusive or).
func TestOggChecksum(t *testing.T) {
	sum := uint32(0)
	for _, c := range []byte("123456789") {
		sum = sum<<8 ^ oggTable[byte(sum>>24)^c]
	}
	if sum != ^uint32(0x765e7680) {
		t.Errorf("%08x", sum)
	}
}

// TestRecognise: a dropped file's kind follows from its bytes.
func TestRecognise(t *testing.T) {
	for want, b := range map[Kind][]byte{
		Sprite: picture(t, 16, 16), Sheet: picture(t, 300, 300), Wave: wave(1, 16, 22050, 9), Ogg: page(6, 1, 0, vorbis(1)),
		Script: []byte("x = 1\n"), Module: module(), Bundle: bundle("hello"),
	} {
		if k, err := Recognise(b); k != want || err != nil {
			t.Errorf("a %s is taken for a %s: %v", want, k, err)
		}
	}
	if _, err := Recognise([]byte("\xff\xd8\xff\xe0")); !errors.Is(err, ErrContent) || !strings.Contains(err.Error(), "neither a PNG") {
		t.Errorf("a JPEG: %v", err)
	}
}

// TestLimit: the limit of 12 MiB holds for bytes and for descriptors.
func TestLimit(t *testing.T) {
	b := wave(1, 8, 44100, MaxSize-44)
	if _, err := Describe(Wave, b); len(b) != MaxSize || err != nil {
		t.Errorf("%d bytes: %v", len(b), err)
	}
	if _, err := Describe(Wave, wave(1, 8, 44100, MaxSize-43)); !errors.Is(err, ErrSize) {
		t.Errorf("one byte more: %v", err)
	}
	d, _ := Describe(Wave, b)
	if n := len(d.Encode()); n > MaxDescriptor || n > 16<<10 {
		t.Errorf("the longest descriptor has %d bytes", n)
	}
	d.Size, d.Blocks = 13_000_000, append(d.Blocks, make([][32]byte, Blocks(13_000_000)-len(d.Blocks))...)
	if _, err := DecodeDescriptor(d.Encode()); !errors.Is(err, ErrSize) {
		t.Errorf("a descriptor of 13 MB: %v", err)
	}
}

// TestNamesAreText: a name is written and read.
func TestNamesAreText(t *testing.T) {
	n := Name{1, 2, 255}
	if got, err := ParseName(n.String()); got != n || err != nil || n.Short() != "0102ff00" || n.IsZero() {
		t.Errorf("%v, %v", got, err)
	}
	for _, s := range []string{"", "zz", n.String()[1:], strings.Repeat("g", 64)} {
		if _, err := ParseName(s); err == nil {
			t.Errorf("%q is a name", s)
		}
	}
}
