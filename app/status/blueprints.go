package status

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"strings"

	"manyhold/game/blueprint"
)

// Blueprint is a line of the list of blueprints.
type Blueprint struct {
	Name    string `json:"name"` // author/Title
	Version uint32 `json:"version"`
	About   string `json:"about,omitempty"`
	Licence string `json:"licence"`
	Shape   string `json:"shape"`
	Bytes   int    `json:"bytes"`
	Since   uint64 `json:"since"` // the tick since when this version holds
	ID      string `json:"id"`
	Hash    string `json:"hash"`
}

// BlueprintOf describes a blueprint.
func BlueprintOf(e *blueprint.Entry) Blueprint {
	return Blueprint{Name: e.Name(), Version: e.Version, About: e.About, Licence: e.Licence, Shape: e.Shape.Form.String(),
		Bytes: len(e.Bytes), Since: uint64(e.Since), ID: fmt.Sprintf("%016x", uint64(e.ID)), Hash: hex.EncodeToString(e.Hash[:])}
}

// CompareNames compares two names of blueprints: by title, then by author.
func CompareNames(a, b string) int {
	byA, titleA, _ := strings.Cut(a, "/")
	byB, titleB, _ := strings.Cut(b, "/")
	return cmp.Or(strings.Compare(titleA, titleB), strings.Compare(byA, byB))
}

// BlueprintWords is the list as text: a line for each.
func BlueprintWords(list []Blueprint) string {
	if len(list) == 0 {
		return "This world has no blueprints yet."
	}
	width := 0
	for _, b := range list {
		width = max(width, len(b.Name))
	}
	var s strings.Builder
	for k, b := range list {
		if k > 0 {
			s.WriteByte('\n')
		}
		fmt.Fprintf(&s, "%-*s  version %-3d  %-5s  %s", width, b.Name, b.Version, b.Shape, b.Licence)
		if b.About != "" {
			s.WriteString("  " + b.About)
		}
	}
	return s.String()
}
