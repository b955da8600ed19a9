package policy

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/machine"
	"manyhold/net/key"
)

// island is a machine that only has ordinances.
type island struct {
	machine.Machine
	list []charter.Ordinance
	sum  uint64
}

func (i *island) Ordinances(dst []charter.Ordinance) []charter.Ordinance {
	return append(dst, i.list...)
}
func (i *island) OrdinanceSum() uint64 { return i.sum }

// TestComparison: what the island lacks, and what it has without the charter's word.
func TestComparison(t *testing.T) {
	ada, bo := key.ID{1}, key.ID{2}
	o := func(topic charter.Topic, who key.ID, value, word uint64) charter.Ordinance {
		return charter.Ordinance{Topic: topic, Subject: who, Value: value, Word: word}
	}
	for _, c := range []struct {
		name                           string
		charter, island, lacks, untrue []charter.Ordinance
	}{
		{"nothing", nil, nil, nil, nil},
		{"the same", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, nil, nil},
		{"a new one", []charter.Ordinance{o(1, key.ID{}, 3, 9), o(64, bo, 2, 4)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(64, bo, 2, 4)}, nil},
		{"a later word", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 2, 8)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, nil},
		{"another value by the same word", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 2, 9)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, nil},
		{"an earlier word", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 2, 10)}, nil, []charter.Ordinance{o(1, key.ID{}, 3, 9)}},
		{"a rank that nobody gave", []charter.Ordinance{o(64, bo, 1, 2)}, []charter.Ordinance{o(64, ada, 2, 7), o(64, bo, 1, 2)}, nil, []charter.Ordinance{o(64, ada, 0, 0)}},
	} {
		var d ordinances
		now := time.Unix(1000, 0)
		d.compare([32]byte{1}, c.charter, &island{list: c.island, sum: 1}, now)
		if !slices.Equal(d.missing, c.lacks) || !slices.Equal(d.untrue, c.untrue) {
			t.Errorf("%s: lacks %v, untrue %v", c.name, d.missing, d.untrue)
		}
		if d.odd.IsZero() != (len(c.untrue) == 0) {
			t.Errorf("%s: untrue since %v", c.name, d.odd)
		}
	}
}

// TestUntrueGoesOn: the time of what a leader made up counts from when it began, until it is gone.
func TestUntrueGoesOn(t *testing.T) {
	var d ordinances
	made := charter.Ordinance{Topic: charter.OnRank, Subject: key.ID{9}, Value: 2, Word: 5}
	i := &island{list: []charter.Ordinance{made}, sum: 1}
	now := time.Unix(1000, 0)
	d.compare([32]byte{1}, nil, i, now)
	began := d.odd
	made.Subject, i.sum = key.ID{10}, 2
	i.list = append(i.list, made)
	if d.compare([32]byte{1}, nil, i, now.Add(3*time.Second)); d.odd != began || len(d.untrue) != 2 {
		t.Errorf("since %v, %d untrue", d.odd, len(d.untrue))
	}
	i.list, i.sum = nil, 3
	if d.compare([32]byte{1}, nil, i, now.Add(4*time.Second)); !d.odd.IsZero() || len(d.untrue) != 0 {
		t.Errorf("since %v, %d untrue", d.odd, len(d.untrue))
	}
}
