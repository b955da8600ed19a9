package web

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"manyhold/app/rig"
	"manyhold/app/rooms/hall"
)

// openAPI reads docs/rooms.openapi.json.
func openAPI(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(rig.Root(), "docs/rooms.openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// statusesOf returns the statuses that docs name for a route, ascending.
func statusesOf(t *testing.T, method, path string) (list []int) {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]struct {
			Description string
			Responses   map[string]any
		}
	}
	if err := json.Unmarshal(openAPI(t), &doc); err != nil {
		t.Fatal(err)
	}
	route := doc.Paths[path][strings.ToLower(method)]
	for _, r := range Routes {
		if r.Method == method && r.Path == path && !strings.Contains(route.Description, r.Scope) {
			t.Errorf("docs do not say that %s %s needs %s", method, path, r.Scope)
		}
	}
	for s := range route.Responses {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// TestSchemas: the fields that docs name are those of the answers.
func TestSchemas(t *testing.T) {
	var doc struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	if err := json.Unmarshal(openAPI(t), &doc); err != nil {
		t.Fatal(err)
	}
	seed := uint64(1)
	for name, value := range map[string]any{
		"State": hall.State{}, "Seat": hall.Seat{}, "Viewer": hall.Guest{}, "Row": hall.Row{}, "Created": Created{}, "Fault": Fault{},
		"Order": hall.Order{Seed: &seed, Config: json.RawMessage("{}")},
	} {
		b, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal(b, &fields); err != nil {
			t.Fatal(err)
		}
		for f := range fields {
			if doc.Components.Schemas[name].Properties[f] == nil {
				t.Errorf("docs do not name %s of %s", f, name)
			}
		}
		for f := range doc.Components.Schemas[name].Properties {
			if _, there := fields[f]; !there {
				t.Errorf("docs name %s of %s, which is not there", f, name)
			}
		}
	}
}
