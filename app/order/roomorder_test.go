package order

import (
	"slices"
	"strings"
	"testing"
)

// TestSplitWords: quotation marks and braces hold a word together.
func TestSplitWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"  list ", []string{"list"}},
		{`create ember --title "Red and blue" --strict`, []string{"create", "ember", "--title", "Red and blue", "--strict"}},
		{`config 1a2b {"size": 3, "map": {"x": 1}}`, []string{"config", "1a2b", `{"size": 3, "map": {"x": 1}}`}},
		{`join 1a2b --name ""`, []string{"join", "1a2b", "--name", ""}},
	} {
		if got := splitWords(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestRoomOrders: the words about rooms are read as an order and as a slash command, and faults are told.
func TestRoomOrders(t *testing.T) {
	for _, c := range []struct{ line, says string }{
		{"room list", ""},
		{"/room list", ""},
		{`room create ember --seed 42 --strict --title "Our match"`, ""},
		{"room ready 1a2b off", ""},
		{"room", "say what to do with rooms"},
		{"room dance", "say what to do with rooms"},
		{"room join", "needs the ID"},
		{"room create", "needs the name of an engine"},
		{"room create ember --seed x", "whole number"},
		{"room create ember --colour red", "no option"},
		{"room create ember --seed", "needs a value"},
		{"room ready 1a2b maybe", "on or off"},
		{"room config 1a2b", "needs a file"},
		{"room config 1a2b [1]", "cannot read the configuration"},
		{"room config 1a2b goals", "write KEY=VALUE"},
		{"room config 1a2b {]}", "JSON object"},
		{"room leave 1a2b now", "does not take"},
	} {
		_, err := ParseOrder(c.line)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v", c.line, err)
		}
	}
}
