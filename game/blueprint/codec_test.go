package blueprint

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/fixed"
)

// lamp is a valid blueprint.
func lamp() *Blueprint {
	return &Blueprint{Author: game.PlayerID{1}, Editor: game.PlayerID{1}, Version: 1, By: "ann", Title: "Lamp", About: "A lamp.",
		Shape: Shape{Solid: true}, Host: "def on_use(me, who):\n    say(\"Hello, you there. Is it not dark?\")\n", Licence: "CC0-1.0"}
}

// anyBlueprint draws a valid blueprint.
func anyBlueprint(t *rapid.T) *Blueprint {
	title := rapid.StringMatching(`[a-zA-Z0-9]([a-zA-Z0-9-]{0,20}[a-zA-Z0-9])?`)
	key := rapid.StringMatching(`[a-z_][a-z0-9_]{0,15}`)
	words := rapid.StringMatching(`[a-zA-Zäß .,€]{0,20}`)
	id := rapid.Custom(func(t *rapid.T) (id game.PlayerID) {
		id[0] = rapid.Uint8Range(1, 200).Draw(t, "id")
		return id
	})
	b := &Blueprint{Author: id.Draw(t, "author"), Editor: id.Draw(t, "editor"), Version: rapid.Uint32Min(1).Draw(t, "version"),
		By: "a" + words.Draw(t, "by"), Title: title.Draw(t, "title"), About: words.Draw(t, "about"), Shape: anyShape(t),
		Light: rapid.Uint8Max(15).Draw(t, "light"), Label: words.Draw(t, "label"),
		Prompt: Prompt{words.Draw(t, "prompt"), rapid.Uint8Max(6).Draw(t, "distance"), rapid.Uint8Max(100).Draw(t, "hold")},
		Host:   rapid.StringN(0, 300, 900).Draw(t, "host"), View: rapid.StringN(0, 30, 90).Draw(t, "view"),
		Flags: Flags(rapid.Uint8Max(uint8(flagsEnd)-1).Draw(t, "flags")), Licence: rapid.SampledFrom([]string{"MIT", "CC-BY-SA-4.0", "GPL-3.0-or-later OR (MIT)"}).Draw(t, "licence")}
	copy(b.Seal[:], rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "seal"))
	if w := rapid.Uint8Max(MaxPicture).Draw(t, "width"); w > 0 {
		h := rapid.Uint8Range(1, MaxPicture).Draw(t, "height")
		n := int(w) * int(h)
		b.Picture = Picture{w, h, string(rapid.SliceOfN(rapid.ByteMax(Colours-1), n, n).Draw(t, "pixels"))}
	}
	for _, k := range rapid.SliceOfNDistinct(key, 0, MaxProps, rapid.ID[string]).Draw(t, "props") {
		b.Props = append(b.Props, anyProp(t, k))
	}
	names := rapid.SliceOfNDistinct(key, 0, MaxAssets, rapid.ID[string]).Draw(t, "assets")
	slices.Sort(names)
	for _, n := range names {
		b.Assets = append(b.Assets, Named{n, Asset(id.Draw(t, "asset"))})
		b.Sound = n
	}
	for range rapid.IntRange(0, MaxCredits).Draw(t, "credits") {
		b.Credits = append(b.Credits, Credit{id.Draw(t, "of"), "b" + words.Draw(t, "by"), title.Draw(t, "work")})
	}
	if b.Shape.Form == Land {
		b.Host, b.View, b.Props = "", "", nil
		b.Terms = Terms{rapid.SampledFrom([]fixed.S{0, LeastGravity, MostGravity, fixed.One}).Draw(t, "gravity"), rapid.SampledFrom(append(Paints[:], 0)).Draw(t, "ground"),
			Weather(rapid.Uint8Max(uint8(WeatherCount)-1).Draw(t, "weather")), LandLaws(rapid.Uint8Max(uint8(lawsEnd)-1).Draw(t, "laws"))}
		return b
	}
	for range rapid.IntRange(0, MaxChildren).Draw(t, "children") {
		b.Childs = append(b.Childs, Child{ID(rapid.Uint64Min(1).Draw(t, "child")), rapid.Int8Range(-MaxSide, MaxSide).Draw(t, "x"), rapid.Int8Range(-MaxSide, MaxSide).Draw(t, "y")})
	}
	return b
}

func anyShape(t *rapid.T) Shape {
	s := Shape{Form: Form(rapid.Uint8Max(uint8(FormCount)-1).Draw(t, "form"))}
	switch s.Form {
	case Block:
		s.Solid = rapid.Bool().Draw(t, "solid")
	case Area:
		s.Width, s.Height = rapid.Uint8Range(1, MaxSide).Draw(t, "w"), rapid.Uint8Range(1, MaxSide).Draw(t, "h")
	case Ball, Box:
		s.Mass, s.Bounce = fixed.S(rapid.Int32Range(fixed.One/4, 8*fixed.One).Draw(t, "mass")), fixed.S(rapid.Int32Range(0, fixed.One).Draw(t, "bounce"))
	}
	return s
}

func anyProp(t *rapid.T, key string) Prop {
	p := Prop{Key: key, Label: rapid.SampledFrom([]string{"", "Größe"}).Draw(t, "label"), Field: Field(rapid.Uint8Max(uint8(FieldCount)-1).Draw(t, "field"))}
	switch p.Field {
	case Line, File:
		p.Default.Text = rapid.StringMatching(`[a-z ]{0,9}`).Draw(t, "text")
	case Lines:
		p.Default.Text = "one\ntwo"
	case Number, Range:
		p.Min, p.Step = fixed.Q(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "min")), fixed.Q(rapid.Int64Range(0, 1<<30).Draw(t, "step"))
		p.Max = p.Min + fixed.Q(rapid.Int64Range(0, 1<<40).Draw(t, "more"))
		p.Default.Number = fixed.Q(rapid.Int64Range(int64(p.Min), int64(p.Max)).Draw(t, "number"))
	case Toggle:
		p.Default.Number = fixed.One * fixed.Q(rapid.IntRange(0, 1).Draw(t, "on"))
	case Colour:
		p.Default.Number = fixed.One * fixed.Q(rapid.IntRange(0, Colours-1).Draw(t, "colour"))
	case Choice:
		p.Options = rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,6}`), 1, MaxOptions, rapid.ID[string]).Draw(t, "options")
		p.Default.Text = rapid.SampledFrom(p.Options).Draw(t, "chosen")
	}
	return p
}

// TestWhatIsAppendedIsDecoded: a valid blueprint keeps all that it has; no part of its bytes is one.
func TestWhatIsAppendedIsDecoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBlueprint(t)
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		data := Append(nil, b)
		again, err := Decode(data)
		if err != nil || !reflect.DeepEqual(again, b) {
			t.Fatalf("%v\n%+v\n%+v", err, b, again)
		}
		if b.Sum() != HashOf(data) || !bytes.Equal(data[:len(data)-64], Unsealed(nil, b)) {
			t.Fatal("the hash is of other bytes, or the seal is not last")
		}
		cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut")
		if _, err := Decode(data[:cut]); !errors.Is(err, ErrMalformed) {
			t.Fatalf("%d of %d bytes: %v", cut, len(data), err)
		}
	})
}

// TestEveryFieldIsEncoded: a field that is changed alone changes the bytes that are signed.
func TestEveryFieldIsEncoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, other := anyBlueprint(t), anyBlueprint(t)
		before := Unsealed(nil, b)
		v := reflect.ValueOf(b).Elem()
		for k := range v.NumField() {
			if v.Type().Field(k).Name == "Seal" {
				continue
			}
			if v.Type().Field(k).Name == "Terms" && b.Shape.Form != Land {
				continue
			}
			c := *b
			reflect.ValueOf(&c).Elem().Field(k).Set(reflect.ValueOf(other).Elem().Field(k))
			same := reflect.DeepEqual(v.Field(k).Interface(), reflect.ValueOf(&c).Elem().Field(k).Interface())
			if bytes.Equal(before, Unsealed(nil, &c)) != same {
				t.Fatalf("%s is not encoded", v.Type().Field(k).Name)
			}
		}
	})
}

// TestCheck: each broken limit is named.
func TestCheck(t *testing.T) {
	if err := lamp().Check(); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", MaxText+1)
	for _, c := range []struct {
		name, why string
		spoil     func(b *Blueprint)
	}{
		{"no author", "no author", func(b *Blueprint) { b.Author = game.PlayerID{} }},
		{"no editor", "no editor", func(b *Blueprint) { b.Editor = game.PlayerID{} }},
		{"no version", "no version", func(b *Blueprint) { b.Version = 0 }},
		{"no title", "title", func(b *Blueprint) { b.Title = "" }},
		{"a title with a slash", "title", func(b *Blueprint) { b.Title = "a/b" }},
		{"a title that begins with a hyphen", "title", func(b *Blueprint) { b.Title = "-a" }},
		{"another title with a dollar", "title", func(b *Blueprint) { b.Title = "$sea" }},
		{"a long title", "title", func(b *Blueprint) { b.Title = long[:MaxTitle+1] }},
		{"no name of the author", "author's name", func(b *Blueprint) { b.By = "" }},
		{"a control character in a name", "author's name", func(b *Blueprint) { b.By = "a\x1b[2J" }},
		{"two lines about it", "about", func(b *Blueprint) { b.About = "a\nb" }},
		{"a text that turns the direction", "about", func(b *Blueprint) { b.About = "a\u202eb" }},
		{"a long label", "label", func(b *Blueprint) { b.Label = long[:MaxLabel+1] }},
		{"a long prompt", "label", func(b *Blueprint) { b.Prompt.Label = long[:MaxLabel+1] }},
		{"no form", "shape", func(b *Blueprint) { b.Shape = Shape{Form: FormCount} }},
		{"a block with mass", "shape", func(b *Blueprint) { b.Shape.Mass = fixed.One }},
		{"an area without width", "shape", func(b *Blueprint) { b.Shape = Shape{Form: Area, Height: 1} }},
		{"an area that is too high", "shape", func(b *Blueprint) { b.Shape = Shape{Form: Area, Width: 1, Height: MaxSide + 1} }},
		{"a light ball", "shape", func(b *Blueprint) { b.Shape = Shape{Form: Ball, Mass: 1} }},
		{"a ball of negative mass", "shape", func(b *Blueprint) { b.Shape = Shape{Form: Ball, Mass: -fixed.One} }},
		{"a ball that gains speed", "shape", func(b *Blueprint) { b.Shape = Shape{Form: Ball, Bounce: fixed.One + 1} }},
		{"a solid box", "shape", func(b *Blueprint) { b.Shape = Shape{Form: Box, Solid: true} }},
		{"a wide picture", "picture", func(b *Blueprint) { b.Picture = Picture{MaxPicture + 1, 1, strings.Repeat("\x01", MaxPicture+1)} }},
		{"a picture without pixels", "picture", func(b *Blueprint) { b.Picture = Picture{2, 2, "\x01"} }},
		{"a picture without height", "picture", func(b *Blueprint) { b.Picture = Picture{Width: 2} }},
		{"a colour beyond the palette", "picture", func(b *Blueprint) { b.Picture = Picture{1, 1, string(rune(Colours))} }},
		{"too much light", "light", func(b *Blueprint) { b.Light = 16 }},
		{"a prompt from far away", "light", func(b *Blueprint) { b.Prompt.Distance = 7 }},
		{"a prompt for a long time", "light", func(b *Blueprint) { b.Prompt.Hold = 101 }},
		{"an unknown flag", "flags", func(b *Blueprint) { b.Flags = flagsEnd }},
		{"a long source", "source", func(b *Blueprint) { b.Host = strings.Repeat("x", MaxSource+1) }},
		{"a source that is no text", "source", func(b *Blueprint) { b.View = "\xff" }},
		{"no licence", "licence", func(b *Blueprint) { b.Licence = "" }},
		{"a licence in words", "licence", func(b *Blueprint) { b.Licence = "do what you like, please" }},
		{"too many properties", "too many", func(b *Blueprint) { b.Props = make([]Prop, MaxProps+1) }},
		{"too many credits", "too many", func(b *Blueprint) { b.Credits = make([]Credit, MaxCredits+1) }},
		{"too many assets", "too many", func(b *Blueprint) { b.Assets = make([]Named, MaxAssets+1) }},
		{"too many children", "too many", func(b *Blueprint) { b.Childs = make([]Child, MaxChildren+1) }},
		{"a property that begins with a digit", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "1a"}} }},
		{"a property twice", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "a"}, {Key: "a"}} }},
		{"a default beyond the range", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "a", Field: Number, Max: 1, Default: Value{Number: 2}}} }},
		{"a text for a number", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "a", Field: Number, Default: Value{Text: "2"}}} }},
		{"a choice of nothing", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "a", Field: Choice}} }},
		{"a choice of others", "property", func(b *Blueprint) {
			b.Props = []Prop{{Key: "a", Field: Choice, Options: []string{"x"}, Default: Value{Text: "y"}}}
		}},
		{"an option twice", "property", func(b *Blueprint) {
			b.Props = []Prop{{Key: "a", Field: Choice, Options: []string{"x", "x"}, Default: Value{Text: "x"}}}
		}},
		{"options of a text", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "a", Options: []string{"x"}}} }},
		{"a colour beyond all", "property", func(b *Blueprint) {
			b.Props = []Prop{{Key: "a", Field: Colour, Default: Value{Number: Colours * fixed.One}}}
		}},
		{"half a yes", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "a", Field: Toggle, Default: Value{Number: fixed.One / 2}}} }},
		{"a button with a value", "property", func(b *Blueprint) { b.Props = []Prop{{Key: "a", Field: Button, Default: Value{Number: 1}}} }},
		{"assets out of order", "asset", func(b *Blueprint) { b.Assets = []Named{{"b", Asset{1}}, {"a", Asset{1}}} }},
		{"an asset of nothing", "asset", func(b *Blueprint) { b.Assets = []Named{{"b", Asset{}}} }},
		{"a credit of nobody", "credit", func(b *Blueprint) { b.Credits = []Credit{{By: "a", Title: "b"}} }},
		{"a credit without a work", "credit", func(b *Blueprint) { b.Credits = []Credit{{Author: game.PlayerID{1}, By: "a"}} }},
		{"a child of nothing", "child", func(b *Blueprint) { b.Childs = []Child{{}} }},
		{"its own child", "child", func(b *Blueprint) { b.Childs = []Child{{Of: b.ID()}} }},
		{"a child far away", "child", func(b *Blueprint) { b.Childs = []Child{{Of: 1, X: MaxSide + 1}} }},
		{"a child as far away as can be", "child", func(b *Blueprint) { b.Childs = []Child{{Of: 1, Y: -128}} }},
		{"a sound of nothing", "sound", func(b *Blueprint) { b.Sound = "ding" }},
	} {
		b := lamp()
		c.spoil(b)
		if err := b.Check(); !errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.name, err)
		}
		if again, err := Decode(Append(nil, b)); err == nil && (again.Check() != nil || !strings.Contains(c.why, "property")) {
			t.Errorf("%s: is decoded", c.name) // a value that a property cannot have has no bytes
		}
	}
	b := lamp()
	b.Host, b.View = strings.Repeat("x", MaxSource), strings.Repeat("x", MaxSource)
	if _, err := Decode(Append(nil, b)); !errors.Is(err, ErrMalformed) {
		t.Errorf("%d bytes: %v", len(Append(nil, b)), err)
	}
}

// TestNames: titles that can be, the ID, which depends on author and title alone, and the words of forms,
// fields.
func TestNames(t *testing.T) {
	a, b := lamp(), lamp()
	b.Version, b.By, b.Editor = 7, "Ann", game.PlayerID{9}
	c, d := lamp(), lamp()
	c.Author, d.Title = game.PlayerID{2}, "lamp"
	if a.ID() != b.ID() || a.ID() == c.ID() || a.ID() == d.ID() || a.ID() == 0 || a.Name() != "ann/Lamp" || !IsTitle(LandTitle) {
		t.Error("IDs or names")
	}
	words := map[string]bool{}
	for f := range FormCount + 1 {
		words[f.String()] = true
	}
	for f := range FieldCount + 1 {
		words[f.String()] = true
	}
	if len(words) != int(FormCount)+int(FieldCount)+1 || words[""] {
		t.Error(words)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Append(nil, lamp()))
	b := lamp()
	b.Props = []Prop{{Key: "n", Field: Number, Max: 4}, {Key: "c", Field: Choice, Options: []string{"x"}, Default: Value{Text: "x"}}}
	b.Assets, b.Sound = []Named{{"ding", Asset{1}}}, "ding"
	b.Credits, b.Childs = []Credit{{game.PlayerID{2}, "bob", "Old"}}, []Child{{1, 2, -3}}
	f.Add(Append(nil, b))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Decode(data)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(Append(nil, b), data) || b.Check() != nil {
			t.Fatalf("%x is read as %+v", data, b)
		}
	})
}

// TestValuesAreRead: a value of each kind of property is read as it was written.
func TestValuesAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyProp(t, "a")
		c := codec.Read(AppendValue(nil, p.Field, p.Default))
		if v := ReadValue(&c, p.Field); v != p.Default || c.Done() != nil || !p.Fits(v) {
			t.Fatal(fmt.Sprint(p.Field, v, p.Default, c.Err()))
		}
	})
}
