package match_test

import (
	"bytes"
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/match"
)

// TestConfig: a configuration is read, and has one spelling.
func TestConfig(t *testing.T) {
	p := edited(func(p *match.Package) {
		p.Settings = append(p.Settings, match.Setting{Prop: blueprint.Prop{Key: "motto", Field: blueprint.Line}},
			match.Setting{Prop: blueprint.Prop{Key: "colour", Field: blueprint.Colour}})
	})
	for _, c := range []struct{ text, want string }{
		{``, `{"bots":true,"points":5,"length":8,"mood":"calm","motto":"","colour":0}`},
		{`{}`, `{"bots":true,"points":5,"length":8,"mood":"calm","motto":"","colour":0}`},
		{" {\t\"points\" : 2.5 ,\n\"bots\":false } ", `{"bots":false,"points":2.5,"length":8,"mood":"calm","motto":"","colour":0}`},
		{`{"mood":"wild","motto":"a \"b\" \\ \u00e9","colour":7}`, `{"bots":true,"points":5,"length":8,"mood":"wild","motto":"a \"b\" \\ é","colour":7}`},
		{`{"points":0.1}`, `{"bots":true,"points":0.1,"length":8,"mood":"calm","motto":"","colour":0}`},
	} {
		values, err := p.Settle([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got := p.Configure(values)
		if string(got) != c.want {
			t.Errorf("%s becomes %s", c.text, got)
		}
		if again, err := p.Settle(got); err != nil || !bytes.Equal(p.Configure(again), got) {
			t.Errorf("%s is read as another: %v", got, err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{`[]`, `a configuration is a JSON object, such as {"bots": true}`},
		{`{"points":}`, `"" is no number that can be had here`},
		{`{"points":1e3}`, `"1e3" is no number that can be had here`},
		{`{"points":012}`, `"012" is no number that can be had here`},
		{`{"points":99999999999}`, `"99999999999" is no number that can be had here`},
		{`{"points":true}`, "the setting points needs a number from 0 to 9"},
		{`{"points":1,"points":2}`, "the setting points is there twice"},
		{`{"mood":"sad"}`, "the setting mood needs one of calm, wild"},
		{`{"bots":1}`, "the setting bots needs true or false"},
		{`{"colour":-1}`, "the setting colour needs the number of a colour, 0 to 32"},
		{`{"bots":null}`, `"" is no number that can be had here`},
		{`{"bots":true`, `a comma is missing behind the value of "bots"`},
		{`{"bots" true}`, `a colon is missing behind "bots"`},
		{`{"bots":true} x`, "something follows the configuration"},
		{`{"motto":"a`, "a text does not end"},
		{`{"motto":"\ud800"}`, "a text has a broken escape"},
		{`{"motto":"\x"}`, "a text has a broken escape"},
		{"{\"motto\":\"a\xff\"}", "a text is no UTF-8"},
		{"{\"motto\":\"a\nb\"}", "a text has a control character"},
		{`{"motto":"\u000a"}`, "the setting motto needs a text of at most 256 bytes"},
		{`{"bots":`, "the configuration ends too soon"},
		{`{bots:true}`, "a text in quotes is missing"},
	} {
		if _, err := p.Settle([]byte(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	if _, err := p.Settle(make([]byte, match.MaxConfig+1)); err == nil {
		t.Error("a long configuration is taken")
	}
	if v, err := p.Settle([]byte(`{"points":2.5}`)); err != nil || v[1].Number != fixed.One*5/2 {
		t.Error(v, err)
	}
}

// FuzzSettle reads anything as a configuration.
func FuzzSettle(f *testing.F) {
	f.Add([]byte(`{"bots":true,"points":5.25,"mood":"wild"}`))
	f.Add([]byte(`{"mood":"\u0041"}`))
	p := toy()
	f.Fuzz(func(t *testing.T, b []byte) {
		values, err := p.Settle(b)
		if err != nil {
			return
		}
		again, err := p.Settle(p.Configure(values))
		if err != nil || !bytes.Equal(p.Configure(again), p.Configure(values)) {
			t.Errorf("%q: %v", b, err)
		}
	})
}
