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
	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/net/room"
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

// TestCodes: docs list each code once, in snake case, and those of all refusals of a room among them.
func TestCodes(t *testing.T) {
	listed := codesOf(t)
	if !slices.IsSorted(listed) || len(slices.Compact(slices.Clone(listed))) != len(listed) {
		t.Errorf("the codes are not in order: %v", listed)
	}
	for _, c := range listed {
		if !snake.MatchString(c) {
			t.Errorf("the code %q", c)
		}
	}
	for why := range room.Why(255) {
		for at := range uint32(3) {
			if n := rooms.Words(&room.Refusal{Why: why, At: at}); n != "" && !slices.Contains(listed, n.Code()) {
				t.Errorf("docs do not list %s", n.Code())
			}
		}
	}
}

// codesOf returns the codes of failures that docs list.
func codesOf(t *testing.T) []string {
	t.Helper()
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	if err := json.Unmarshal(openAPI(t), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Components.Schemas["Fault"].Properties["code"].Enum
}

// rare are the codes of failures that the transcript cannot bring about: of a broken disk, a broken engine or
// too many programs, of a refusal of a room that its programs do not meet by HTTP, or of other surfaces:
// links to rooms are given on the command line.
var rare = []string{"room_bad_link", "room_other_world", "internal_error", "room_archive_unwritten", "room_conflict", "room_engine_faulty", "room_engine_not_kept", "room_gone", "room_id_missing",
	"room_no_archive", "room_streams_full", "room_unknown_verb"}

// compareCodes compares the codes that were seen with those of docs.
func compareCodes(t *testing.T, seen map[string][]int) {
	t.Helper()
	listed := codesOf(t)
	for c := range seen {
		if !slices.Contains(listed, c) {
			t.Errorf("docs do not list the code %s", c)
		}
	}
	refusals := map[string]bool{}
	for why := range room.Why(255) {
		for at := range uint32(3) {
			refusals[rooms.Words(&room.Refusal{Why: why, At: at}).Code()] = true
		}
	}
	for _, c := range listed {
		if seen[c] == nil && !refusals[c] && !slices.Contains(rare, c) {
			t.Errorf("docs list the code %s, which was not seen", c)
		}
	}
}
