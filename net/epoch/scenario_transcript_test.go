package epoch

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/wire"
)

var update = flag.Bool("update", false, "rewrite the transcripts after the difference was understood")

// TestTranscripts runs every file of testdata. A line "> word words" is an instruction, the lines after it
// are its result. Instructions:
//
//	found NAME...          one group with these voters, the first leads; "+NAME" is an observer
//	close NAME TEXT        the leader closes a turn
//	send NAME              NAME's newest entries go to all others, and their answers back
//	mail                   all waiting messages are delivered, until there are none
//	cut NAME / mend NAME   NAME is cut off from all others, or connected again
//	wait DURATION          time passes, in steps of 50 ms; messages are delivered after each
//	jump DURATION          the time jumps; messages wait
//	succeed NAME REASON NAMES...   NAME proposes a successor record
//	persist NAME TURN / sync NAME  the file of NAME has the turn / the record
//	repair NAME FROM       NAME gets the entries it wants from FROM
//	show                   the state of every peer
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := transcribe(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("%s is now (-update rewrites it):\n%s", file, got)
			}
		})
	}
}

// stage is the group of a transcript.
type stage struct {
	out   strings.Builder
	now   time.Time
	names []string
	pairs map[string]key.Pair
	of    map[key.ID]string
	nodes map[string]*Epoch
	cut   map[string]bool
	mail  []letter
}

type letter struct {
	from, to string
	m        Message
}

func transcribe(t *testing.T, text string) string {
	s := &stage{now: time.Unix(0, 0), pairs: map[string]key.Pair{}, of: map[key.ID]string{}, nodes: map[string]*Epoch{}, cut: map[string]bool{}}
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "> "):
			s.out.WriteString(line + "\n")
			s.do(t, strings.Fields(line[2:]))
		case strings.HasPrefix(line, "#"), line == "":
			s.out.WriteString(line + "\n")
		}
	}
	return strings.TrimRight(s.out.String(), "\n") + "\n"
}

func (s *stage) do(t *testing.T, w []string) {
	switch w[0] {
	case "found":
		s.found(w[1:])
	case "close":
		if err := s.nodes[w[1]].Close(s.now, []byte(w[2]), nil, nil); err != nil {
			s.say("%s: %v", w[1], err)
		}
	case "send":
		s.send(w[1])
	case "mail":
		s.deliver()
	case "cut":
		s.cut[w[1]] = true
	case "mend":
		delete(s.cut, w[1])
	case "wait":
		d, err := time.ParseDuration(w[1])
		if err != nil {
			t.Fatal(err)
		}
		for end := s.now.Add(d); s.now.Before(end); {
			s.now = s.now.Add(50 * time.Millisecond)
			for _, n := range s.names {
				s.nodes[n].Tick(s.now)
			}
			s.deliver()
		}
	case "jump":
		d, err := time.ParseDuration(w[1])
		if err != nil {
			t.Fatal(err)
		}
		s.now = s.now.Add(d)
		for _, n := range s.names {
			s.nodes[n].Tick(s.now)
		}
	case "succeed":
		e := s.nodes[w[1]]
		r := e.Next(map[string]Reason{"committee": Committee, "hand-over": HandOver}[w[2]])
		for _, n := range w[3:] {
			r.Voters = append(r.Voters, s.voter(n))
		}
		r.Sign(s.pairs[w[1]])
		if err := e.Succeed(s.now, r); err != nil {
			s.say("%s: %v", w[1], err)
		}
	case "persist":
		turn, _ := strconv.ParseUint(w[2], 10, 64)
		s.nodes[w[1]].Persisted(turn)
	case "sync":
		s.nodes[w[1]].Synced()
	case "repair":
		e := s.nodes[w[1]]
		b, ok := s.nodes[w[2]].AppendFrom(nil, e.Want(), 4000, Share{Signatures: true})
		if !ok || len(b) == 0 {
			s.say("%s has nothing for %s", w[2], w[1])
			break
		}
		s.accept(w[2], w[1], b, e.Leader() != s.pairs[w[2]].ID())
	case "show":
		s.show()
		return
	default:
		t.Fatalf("unknown instruction %q", w[0])
	}
	s.tell()
}

func (s *stage) say(format string, args ...any) { fmt.Fprintf(&s.out, format+"\n", args...) }

func (s *stage) voter(name string) Voter {
	return Voter{Key: s.pairs[name].ID(), Incarnation: 1}
}

func (s *stage) found(names []string) {
	r := &Record{Reason: Committee, World: [32]byte{1}, Island: Home, Number: 2, FirstTurn: 11, Rules: 1, Ticks: 3, Firm: true}
	for i, n := range names {
		bare := strings.TrimPrefix(n, "+")
		s.pairs[bare] = key.FromSeed([32]byte{byte(i + 1)})
		s.of[s.pairs[bare].ID()] = bare
		s.names = append(s.names, bare)
		if bare == n {
			r.Voters = append(r.Voters, s.voter(n))
		}
	}
	r.Sign(s.pairs[s.names[0]])
	for _, n := range s.names {
		s.nodes[n] = New(Config{Record: r, Me: s.voter(n), Fresh: true, Now: s.now, Parse: func(b []byte) (Parsed, error) {
			if len(b) > 100 {
				return nil, ErrInvalid
			}
			return nil, nil
		}})
	}
}

func (s *stage) send(from string) {
	for _, n := range s.names {
		if n != from && !s.cut[n] && !s.cut[from] {
			s.accept(from, n, s.nodes[from].AppendWindow(nil, 3, 1000, Share{Signatures: true}), false)
		}
	}
	s.tell()
	s.deliver()
}

func (s *stage) accept(from, to string, b []byte, relayed bool) {
	var r Run
	c := wire.NewCursor(b)
	ReadRun(c, &r)
	must(c.Done())
	e := s.nodes[to]
	if err := e.Accept(s.pairs[from].ID(), &r, relayed); err != nil {
		s.say("%s refuses %s: %v", to, from, err)
	}
	if e.Want() != 0 {
		s.say("%s wants entries from %d on", to, e.Want())
	}
}

// tell prints the Ready of every peer.
func (s *stage) tell() {
	for _, n := range s.names {
		r := s.nodes[n].Ready()
		if r.Back {
			s.say("%s goes back to turn %d", n, r.BackTo)
		}
		for _, x := range r.Ordered {
			s.say("%s orders %d.%d %q", n, x.Term, x.Number, x.Body)
		}
		if r.Successor != nil {
			var voters []string
			for _, v := range r.Successor.Voters {
				voters = append(voters, s.of[v.Key])
			}
			s.say("%s is to sync: epoch %d from turn %d, %v, voters %v", n, r.Successor.Number, r.Successor.FirstTurn, r.Successor.Reason, voters)
		}
		for _, m := range r.Messages {
			if to := s.of[m.To]; !s.cut[n] && !s.cut[to] {
				s.mail = append(s.mail, letter{n, to, m.Message})
			}
		}
	}
}

func (s *stage) deliver() {
	s.tell()
	for len(s.mail) > 0 {
		l := s.mail[0]
		s.mail = s.mail[1:]
		b := l.m.Append(nil)
		m := ReadMessage(wire.NewCursor(b))
		word := strings.TrimPrefix(m.Type.String(), "Msg")
		if m.Reject {
			word += " no"
		}
		s.say("  %s → %s: %s term %d index %d", l.from, l.to, word, m.Term, m.Index)
		if err := s.nodes[l.to].Step(s.pairs[l.from].ID(), m); err != nil {
			s.say("  %s refuses: %v", l.to, err)
		}
		s.tell()
	}
}

func (s *stage) show() {
	for _, n := range slices.Sorted(slices.Values(s.names)) {
		e := s.nodes[n]
		role := "follows " + s.of[e.Leader()]
		if e.Leading() {
			role = "leads"
		} else if e.Leader().IsZero() {
			role = "follows nobody"
		}
		extra := ""
		if e.Leading() && !e.Closes(s.now) {
			extra = ", closes no turns"
		}
		if e.Over() {
			extra += ", over"
		}
		last := e.Last()
		s.say("%s %s in term %d, turn %d %x, committed %d%s", n, role, e.Term(), last.Turn, last.Hash[:2], e.Committed(), extra)
	}
}
