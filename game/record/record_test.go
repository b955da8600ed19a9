package record

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/world"
)

// record writes a recording of turns in which a player walks. After the turn numbered bend the recorded
// island goes its own way, if bend is not 0.
func record(t testing.TB, turns int, bend uint64, end bool) []byte {
	return scripted(t, turns, bend, 0, end)
}

// script is a recording in which the player turns another way in one turn.
func script(t testing.TB, turns int, other uint64) []byte { return scripted(t, turns, 0, other, true) }

func scripted(t testing.TB, turns int, bend, other uint64, end bool) []byte {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	var file bytes.Buffer
	const first = 5
	out, err := NewWriter(&file, HeaderOf(w, [32]byte{1}, first), w.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	me := [32]byte{1}
	for n := range turns {
		next := w.Begin(3)
		c := command.Command{Kind: command.Enter, Text: "Ada"}
		if n > 0 {
			c = command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(n << 8))}
		}
		if other != 0 && uint64(first+n) == other {
			c.Dir = fixed.Direction(fixed.Angle(n<<8) + 1<<15)
		}
		_, err = next.Append(me, w.Sequence(me)+1, command.Append(nil, c))
		if err != nil {
			t.Fatal(err)
		}
		turn := next.Turn()
		w.Step(turn)
		number := uint64(first + n)
		if number == bend {
			w.Roster.ByKey(me).Emote = 1 // a peer with a flipped bit in memory
		}
		if err := out.Turn(number, w.Digest(), turn.Bytes()); err != nil {
			t.Fatal(err)
		}
		if out.since >= SnapshotEvery {
			if err := out.Snapshot(w.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if end {
		if err := out.End(w.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
	}
	return file.Bytes()
}

func replay(t testing.TB, file []byte) Result {
	r, err := NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	res, err := Replay(r, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestReplayGivesTheSame(t *testing.T) {
	res := replay(t, record(t, 300, 0, true))
	if res.Turns != 300 || res.First != 5 || res.Differs != 0 || res.Damage != "" {
		t.Errorf("%+v", res)
	}
}

func TestReplayNamesTheFirstDifference(t *testing.T) {
	for _, bend := range []uint64{5, 77, 304} {
		res := replay(t, record(t, 300, bend, true))
		if res.Differs != bend || !strings.Contains(res.Field, "Emote: 1 and 0") {
			t.Errorf("bent after turn %d: differs after %d: %q", bend, res.Differs, res.Field)
		}
	}
}

func TestKilledAndDamagedRecordings(t *testing.T) {
	file := record(t, 20, 0, false)
	if res := replay(t, file); res.Turns != 20 || !strings.Contains(res.Damage, "not ended") {
		t.Errorf("a killed process's: %+v", res)
	}
	if res := replay(t, file[:len(file)-3]); res.Turns != 19 || res.Damage == "" {
		t.Errorf("broken off: %+v", res)
	}
	damaged := bytes.Clone(file)
	damaged[len(damaged)-60] ^= 4
	if res := replay(t, damaged); res.Turns >= 20 || !strings.Contains(res.Damage, "checksum") {
		t.Errorf("damaged: %+v", res)
	}
	newer := bytes.Clone(file)
	newer[len(magic)] = version + 1
	if _, err := NewReader(newer); !errors.Is(err, ErrNewer) {
		t.Errorf("newer: %v", err)
	}
	older := bytes.Clone(file)
	older[len(magic)] = version - 1
	if _, err := NewReader(older); !errors.Is(err, ErrOlder) || !strings.Contains(err.Error(), "format 1); this version reads format 2") {
		t.Errorf("older: %v", err)
	}
	if _, err := NewReader([]byte("RIFF....")); !errors.Is(err, ErrFormat) {
		t.Errorf("something else: %v", err)
	}
}

// fullDisk fails after some writes.
type fullDisk struct{ left int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(b []byte) (int, error) {
	if d.left--; d.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestFullDisk(t *testing.T) {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	out, err := NewWriter(&fullDisk{left: 4}, HeaderOf(w, [32]byte{1}, 1), w.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	for n := uint64(1); n < 10; n++ {
		err = out.Turn(n, 0, w.Begin(3).Turn().Bytes())
	}
	if !errors.Is(err, errFull) {
		t.Errorf("the last turn: %v", err)
	}
	gap, _ := NewWriter(new(bytes.Buffer), HeaderOf(w, [32]byte{1}, 1), w.Snapshot(nil))
	if gap.Turn(2, 0, nil) == nil {
		t.Error("a gap was recorded")
	}
}

func FuzzReader(f *testing.F) {
	whole := record(f, 3, 0, true)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := NewReader(b)
		if err != nil {
			return
		}
		Replay(r, true, nil)
	})
}
