package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/ticket"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/lobby"
	"manyhold/net/patience"
	"manyhold/net/room"
	"manyhold/net/store"
)

// surface is the transcript of a test: requests and their answers.
type surface struct {
	t      *testing.T
	server *httptest.Server
	seen   map[string][]int // statuses by route
	codes  map[string][]int // statuses by the codes of failures
}

const ownerToken = "token-of-control.json"

// ask sends a request. token is the whole authorization. It returns the status and the body, and notes them.
func (s *surface) ask(token, method, path, body string, header ...string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.server.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for k := 0; k+1 < len(header); k += 2 {
		if r.Header.Set(header[k], header[k+1]); header[k] == "Host" {
			r.Host = header[k+1]
		}
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	s.note(method, path, resp.StatusCode)
	return resp.StatusCode, strings.TrimSpace(string(b))
}

// note notes the status of a route.
func (s *surface) note(method, path string, status int) {
	parts := strings.Split(path, "/")
	if len(parts) > 2 {
		parts[2] = "{id}"
	}
	route := method + " " + strings.Join(parts, "/")
	if !slices.Contains(s.seen[route], status) {
		s.seen[route] = append(s.seen[route], status)
	}
}

// want sends a request that has to have a status, and an answer with some words.
func (s *surface) want(status int, says, token, method, path, body string, header ...string) string {
	s.t.Helper()
	got, answer := s.ask(token, method, path, body, header...)
	if got != status || !strings.Contains(answer, says) {
		s.t.Errorf("%s %s %s: %d %s\nwant %d %s", method, path, body, got, answer, status, says)
	}
	if status >= 400 {
		s.fault(method, path, status, answer)
	}
	return answer
}

// fault checks and notes the answer about a failure.
func (s *surface) fault(method, path string, status int, answer string) {
	s.t.Helper()
	var f Fault
	d := json.NewDecoder(strings.NewReader(answer))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil || f.Error == "" || !snake.MatchString(f.Code) {
		s.t.Errorf("%s %s: %d, the answer has no words or no code: %s", method, path, status, answer)
	}
	if !slices.Contains(s.codes[f.Code], status) {
		s.codes[f.Code] = append(s.codes[f.Code], status)
	}
}

// snake is the form of codes.
var snake = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

// bodies are bodies that each path accepts.
var bodies = map[string]string{"/rooms": `{"engine":"toy"}`, "/join": `{}`, "/ready": `{}`, "/leave": "", "/config": `{"config":{}}`, "/vote": `{"for":"pause"}`, "/delay": `{"seconds":5}`}

// each calls f with every route, filled in with a room.
func each(id string, f func(r *Route, path, body string)) {
	for k := range Routes {
		r := &Routes[k]
		body := ""
		if r.Method == http.MethodPost {
			body = bodies[r.Path[strings.LastIndex(r.Path, "/"):]]
		}
		f(r, strings.ReplaceAll(r.Path, "{id}", id), body)
	}
}

// keys are the keys of a state and of its seats that programs rely on.
var (
	keys     = strings.Fields("id engine seed state child strict config config_version seats viewers generation turn_ticks digest result")
	seatKeys = strings.Fields("seat name player ready lagging vacant")
)

// TestSurface is a transcript of the whole surface: each route with each of its statuses, which are those
// that docs/rooms.openapi.json names.
func TestSurface(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	on := memory.New(1, memory.Conditions{Delay: time.Millisecond})
	on.Advance(time.Now())
	go on.Run(ctx)
	a, b := newPeer(t, on, 1, "Ada"), newPeer(t, on, 2, "Bo")
	linked := make(chan error, 1)
	a.at.Dial(b.pair.ID(), func(err error) { linked <- err })
	if err := <-linked; err != nil {
		t.Fatal(err)
	}
	s := &surface{t: t, seen: map[string][]int{}, codes: map[string][]int{}}
	s.server = httptest.NewServer(New(Options{Hall: a.hall, Node: a.pair.ID(), Tickets: a.book, Host: func(host string) bool { return host != "evil.example" }, BodyTime: time.Minute,
		Owner: func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer "+ownerToken }}))
	defer s.server.Close()
	tickets(s, a)
	id := setup(s, a, b)
	faults(s, a, b, id)
	match(s, a, b, id)
	silent(s, on, a, b)
	compareWithDocs(t, s.seen)
	compareCodes(t, s.codes)
}

// issue makes a ticket of a node.
func issue(t *testing.T, by *peer, from time.Time, scopes ...string) string {
	t.Helper()
	text, _, err := by.book.Issue(by.pair, scopes, "", from, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// tickets tries every route without a ticket, and with such as do not do.
func tickets(s *surface, a *peer) {
	other := &peer{pair: key.FromSeed([32]byte{9}), book: a.book}
	elsewhere := &peer{pair: a.pair, book: ticket.Open(s.t.TempDir())} // a copy of the node that has issued others
	revoked, r, err := a.book.Issue(a.pair, ticket.Scopes, "", time.Now(), time.Hour)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := a.book.Revoke(r.ID, time.Now()); err != nil {
		s.t.Fatal(err)
	}
	none := noSignature(s.t, a)
	good := issue(s.t, a, time.Now(), ticket.Scopes...)
	each("abcd", func(r *Route, path, body string) {
		s.want(401, "Authorization", "", r.Method, path, body)
		s.want(401, "did not sign", good[:len(good)-8]+"AAAAAAAA", r.Method, path, body)
		s.want(401, "did not sign", issue(s.t, other, time.Now(), ticket.Scopes...), r.Method, path, body)
		s.want(401, "not valid", none, r.Method, path, body)
		s.want(401, "not valid", "wrong", r.Method, path, body)
		s.want(401, "longer than any", strings.Repeat("x", 4000), r.Method, path, body)
		s.want(401, "revoked", revoked, r.Method, path, body)
		s.want(401, "no record", issue(s.t, elsewhere, time.Now(), ticket.Scopes...), r.Method, path, body)
		s.want(403, "may not use this address", good, r.Method, path, body, "Origin", "https://evil.example")
		s.want(403, "may not use this address", good, r.Method, path, body, "Origin", "null")
		s.want(403, "does not answer as", ownerToken, r.Method, path, body, "Host", "evil.example")
		s.want(405, "takes", good, "PATCH", path, "")
		s.want(405, "takes", good, "OPTIONS", path, "")
		s.want(401, "expired", issue(s.t, a, time.Now().Add(-2*time.Hour), ticket.Scopes...), r.Method, path, body)
		less := slices.DeleteFunc(slices.Clone(ticket.Scopes), func(x string) bool { return x == r.Scope })
		s.want(403, "lacks the scope "+r.Scope, issue(s.t, a, time.Now(), less...), r.Method, path, body)
		if strings.Contains(r.Path, "{id}") {
			s.want(404, "no room", good, r.Method, path, body)
		}
	})
	s.want(404, "nothing at this path", good, "GET", "/rooms/abcd/dance", "")
	s.want(200, "[]", good, "GET", "/rooms", "", "Origin", s.server.URL)
	a.may = fmt.Errorf("only keepers may create rooms")
	s.want(403, "only keepers", good, "POST", "/rooms", `{"engine":"toy"}`)
	a.may = nil
	s.want(404, "no way into directories", good, "POST", "/rooms", `{"engine":"/toy"}`)
}

// noSignature makes a ticket without a signature (the algorithm "none"), which says all that a valid one
// says.
func noSignature(t *testing.T, of *peer) string {
	parts := strings.Split(issue(t, of, time.Now(), ticket.Scopes...), ".")
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + parts[1] + "."
}

// setup creates a room, and goes through its setup.
func setup(s *surface, a, b *peer) (id string) {
	t := s.t
	play := issue(t, a, time.Now(), ticket.Scopes...)
	answer := s.want(201, `"join":"http://`, ownerToken, "POST", "/rooms", `{"engine":"toy","seed":42,"config":{"size":3},"strict":false}`)
	var made Created
	if err := json.Unmarshal([]byte(answer), &made); err != nil || made.Join != s.server.URL+"/rooms/"+made.ID+"/join" {
		t.Fatalf("created: %s", answer)
	}
	id = made.ID
	s.want(200, `"engine":"toy"`, play, "GET", "/rooms", "")
	var st hall.State
	var fields map[string]any
	answer = s.want(200, `"seed":42,"state":"setup","child":"teams","strict":false,"config":{"size":3},"config_version":1`, play, "GET", "/rooms/"+id, "")
	if err := json.Unmarshal([]byte(answer), &st); err != nil || len(st.Seats) != 2 || st.Mine != "" {
		t.Errorf("shown: %s", answer)
	}
	if err := json.Unmarshal([]byte(answer), &fields); err != nil {
		t.Fatal(err)
	}
	lacks(t, fields, keys)
	for _, seat := range fields["seats"].([]any) {
		lacks(t, seat.(map[string]any), seatKeys)
	}
	s.want(409, "not in this room", ownerToken, "POST", "/rooms/"+roomOf(t, b, a)+"/ready", "")
	s.want(409, "no seat in this room", play, "POST", "/rooms/"+id+"/ready", "")
	s.want(409, "no seat in this room", play, "POST", "/rooms/"+id+"/config", `{"config":{}}`)
	s.want(409, "no seat in this room", play, "POST", "/rooms/"+id+"/delay", `{"seconds":5}`)
	s.want(200, `"mine":"red"`, play, "POST", "/rooms/"+id+"/join", "")
	s.want(200, `"mine":"blue"`, play, "POST", "/rooms/"+id[:6]+"/join", `{"seat":"blue","name":"Countess"}`)
	if _, err := b.hall.Join(t.Context(), id, "red", ""); err != nil {
		t.Fatal(err)
	}
	s.want(409, "another player has this seat", play, "POST", "/rooms/"+id+"/join", `{"seat":"1"}`)
	s.want(200, `"config":{"size":4},"config_version":2`, play, "POST", "/rooms/"+id+"/config", `{"config":{"size":4},"config_version":1}`)
	s.want(409, "configuration has changed", play, "POST", "/rooms/"+id+"/config", `{"config":{"size":5},"config_version":1}`)
	s.want(409, "has not begun", play, "POST", "/rooms/"+id+"/vote", `{"for":"pause"}`)
	s.want(409, "nothing to archive", play, "GET", "/rooms/"+id+"/archive", "")
	s.want(200, `"view_delay_s":1`, play, "POST", "/rooms/"+id+"/delay", `{"seconds":1}`)
	s.want(200, `"ready":true`, play, "POST", "/rooms/"+id+"/ready", `{"ready":true}`)
	s.want(200, `"mine":"blue"`, play, "POST", "/rooms/"+id+"/ready", `{"ready":false}`)
	return id
}

// lacks fails if an object has not all of some keys.
func lacks(t *testing.T, object map[string]any, keys []string) {
	t.Helper()
	for _, k := range keys {
		if _, ok := object[k]; !ok {
			t.Errorf("%v lacks %s", object, k)
		}
	}
}

// roomOf creates a room of a peer that another one hears of.
func roomOf(t *testing.T, of, hears *peer) string {
	t.Helper()
	st, err := of.hall.Create(t.Context(), hall.Order{Engine: "toy"})
	if err != nil {
		t.Fatal(err)
	}
	patience.Wait(t, "the room to be announced", 10*time.Second, time.Millisecond, func() bool {
		return slices.ContainsFunc(hears.hall.List(), func(r hall.Row) bool { return r.ID == st.ID })
	})
	return st.ID
}

// faults sends bodies that are not in order, and ids that mean several rooms.
func faults(s *surface, a, b *peer, id string) {
	hasty := httptest.NewServer(New(Options{Hall: a.hall, BodyTime: 300 * time.Millisecond, Owner: func(*http.Request) bool { return true }}))
	defer hasty.Close()
	each(id, func(r *Route, path, body string) {
		if r.Method != http.MethodPost || r.Path == "/rooms/{id}/leave" {
			return
		}
		s.want(400, "cannot read the body", ownerToken, r.Method, path, `{"colour":"red"}`)
		s.want(400, "cannot read the body", ownerToken, r.Method, path, `[`)
		s.want(400, "one JSON value", ownerToken, r.Method, path, `{} {}`)
		s.want(415, "has to be JSON", ownerToken, r.Method, path, `{}`, "Content-Type", "text/plain")
		s.want(413, "at most", ownerToken, r.Method, path, `{"`+strings.Repeat("x", MaxBody)+`":1}`)
		s.slow(hasty, r.Method, path)
	})
	s.want(400, "name an engine", ownerToken, "POST", "/rooms", `{}`)
	s.want(404, `no engine \"chess\"; the engines are toy`, ownerToken, "POST", "/rooms", `{"engine":"chess"}`)
	s.want(400, "JSON object", ownerToken, "POST", "/rooms", `{"engine":"toy","config":[1]}`)
	s.want(400, "title", ownerToken, "POST", "/rooms", `{"engine":"toy","title":"two\nlines"}`)
	s.want(413, "limit is 4096", ownerToken, "POST", "/rooms", `{"engine":"toy","config":{"x":"`+strings.Repeat("x", room.MaxConfig)+`"}}`)
	s.want(413, "limit is 4096", ownerToken, "POST", "/rooms/"+id+"/config", `{"config":{"x":"`+strings.Repeat("x", room.MaxConfig)+`"}}`)
	s.want(400, "JSON object", ownerToken, "POST", "/rooms/"+id+"/config", `{"config":3}`)
	s.want(400, "the seats are red, blue", ownerToken, "POST", "/rooms/"+id+"/join", `{"seat":"green"}`)
	s.want(400, "one line", ownerToken, "POST", "/rooms/"+id+"/join", `{"name":"two\nlines"}`)
	s.want(400, "pause, resume or continue", ownerToken, "POST", "/rooms/"+id+"/vote", `{"for":"victory"}`)
	s.want(400, "120 seconds", ownerToken, "POST", "/rooms/"+id+"/delay", `{"seconds":121}`)
	for k := range byte(2) { // two rooms whose ids begin alike
		b.lobby.Enter(store.WorldID{1, 2, 3, k}, nothing{})
		b.lobby.Describe(lobby.Listing{Room: store.WorldID{1, 2, 3, k}, Title: "ghost", Engine: "toy", Seats: 2})
	}
	patience.Wait(s.t, "the ghosts to be announced", 10*time.Second, time.Millisecond, func() bool {
		_, list := s.ask(ownerToken, "GET", "/rooms", "")
		return strings.Count(list, "ghost") == 2
	})
	each("010203", func(r *Route, path, body string) {
		if strings.Contains(r.Path, "{id}") {
			s.want(400, "several rooms", ownerToken, r.Method, path, body)
		}
	})
}

// slow sends a request whose body does not come.
func (s *surface) slow(to *httptest.Server, method, path string) {
	s.t.Helper()
	c, err := net.Dial("tcp", to.Listener.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", method, path, ownerToken)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	b, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	s.fault(method, path, resp.StatusCode, string(b))
	if resp.StatusCode != http.StatusRequestTimeout {
		s.t.Errorf("%s %s whose body does not come: %d", method, path, resp.StatusCode)
	}
	s.note(method, path, resp.StatusCode)
}

// match plays: both get ready, vote for a pause, and the room is watched and archived.
func match(s *surface, a, b *peer, id string) {
	t := s.t
	lines, stop := s.watch(ownerToken, id, "application/x-ndjson")
	defer stop()
	text, r, err := a.book.Issue(a.pair, []string{ticket.Read}, "", time.Now(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	brief, end := s.watch(text, id, "application/x-ndjson")
	defer end()
	for range 2 { // a round for each stage
		if _, err := b.hall.Ready(t.Context(), id, true); err != nil {
			t.Fatal(err)
		}
		s.want(200, `"name":"Bo"`, ownerToken, "POST", "/rooms/"+id+"/ready", "")
	}
	for st := (hall.State{}); st.Phase != "running"; {
		if !lines.Scan() {
			t.Fatalf("the stream ends: %v", lines.Err())
		}
		if err := json.Unmarshal(lines.Bytes(), &st); err != nil {
			t.Fatal(err)
		}
	}
	s.want(409, "match has begun", ownerToken, "POST", "/rooms/"+id+"/ready", "")
	s.want(409, "match has begun", ownerToken, "POST", "/rooms/"+id+"/config", `{"config":{}}`)
	s.want(409, "not over for viewers", ownerToken, "GET", "/rooms/"+id+"/archive", "")
	if _, err := b.hall.Vote(t.Context(), id, room.ForPause); err != nil {
		t.Fatal(err)
	}
	s.want(200, `"state":"running"`, ownerToken, "POST", "/rooms/"+id+"/vote", `{"for":"pause"}`)
	if st, err := a.hall.Show(t.Context(), id); err != nil || st.Child != "paused" {
		t.Errorf("after the votes: %+v, %v", st, err)
	}
	events, end := s.watch(ownerToken, id, "text/event-stream")
	if !events.Scan() || !strings.HasPrefix(events.Text(), `data: {"id":"`+id) {
		t.Errorf("an event is %q", events.Text())
	}
	end()
	if _, err := a.book.Revoke(r.ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	for brief.Scan() { // the stream ends with the ticket
	}
	s.want(401, "revoked", text, "GET", "/rooms/"+id+"/watch", "")
	for _, p := range []*peer{a, b} {
		if _, err := p.hall.Stand(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	for st := (hall.State{}); st.Phase != "ended"; {
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &st) != nil {
			t.Fatalf("the stream ends before the match: %v", lines.Err())
		}
	}
	s.want(200, "masters", ownerToken, "GET", "/rooms/"+id+"/archive", "")
	s.want(204, "", ownerToken, "POST", "/rooms/"+id+"/leave", "")
	s.want(409, "not in this room", ownerToken, "POST", "/rooms/"+id+"/leave", "")
}

// watch follows a room.
func (s *surface) watch(token, id, accept string) (lines *bufio.Scanner, stop func()) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", s.server.URL+"/rooms/"+id+"/watch", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", accept)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.note("GET", "/rooms/"+id+"/watch", resp.StatusCode)
	if kind := resp.Header.Get("Content-Type"); resp.StatusCode != 200 || kind != accept {
		s.t.Errorf("watch: %d, %s", resp.StatusCode, kind)
	}
	lines = bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return lines, func() { cancel(); resp.Body.Close() }
}

// silent asks for rooms that do not answer, and for more rooms than there can be.
func silent(s *surface, on *memory.Network, a, b *peer) {
	t := s.t
	id := roomOf(t, b, a)
	s.want(200, `"mine":"red"`, ownerToken, "POST", "/rooms/"+id+"/join", "")
	for n := 0; ; n++ {
		status, answer := s.ask(ownerToken, "POST", "/rooms", `{"engine":"toy"}`)
		if status == 201 && n < lobby.MaxOwn {
			continue
		}
		if status != 409 || !strings.Contains(answer, "leave one first") {
			t.Errorf("room %d: %d %s", n, status, answer)
		}
		s.fault("POST", "/rooms", status, answer)
		break
	}
	for _, r := range a.in.Rooms() { // make room
		if r.ID().String() != id {
			if err := a.in.Leave(t.Context(), r.ID()); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.impatient(a)
	each("01020300", func(r *Route, path, body string) {
		switch r.Path {
		case "/rooms/{id}", "/rooms/{id}/join", "/rooms/{id}/watch", "/rooms/{id}/archive":
			s.want(503, "does not answer", ownerToken, r.Method, path, body)
		}
	})
	on.Crash(b.pair.ID())
	each(id, func(r *Route, path, body string) {
		switch r.Path {
		case "/rooms/{id}/ready", "/rooms/{id}/config", "/rooms/{id}/vote", "/rooms/{id}/delay", "/rooms/{id}/leave":
			s.want(503, "does not answer", ownerToken, r.Method, path, body)
		}
	})
}

// impatient serves the rooms of a node that waits for no room for long.
func (s *surface) impatient(a *peer) {
	h := hall.New(hall.Options{Rooms: a.in, Engines: toy{}, Me: a.pair.ID(), Name: "Ada", Patience: 20 * time.Millisecond,
		Archive: func(context.Context, *rooms.Room) ([]byte, error) { return nil, nil }})
	s.server = httptest.NewServer(New(Options{Hall: h, Node: a.pair.ID(), Tickets: a.book, Owner: func(*http.Request) bool { return true }}))
	s.t.Cleanup(s.server.Close)
}

// compareWithDocs compares the routes and statuses that were seen with those of docs.
func compareWithDocs(t *testing.T, seen map[string][]int) {
	t.Helper()
	for _, r := range Routes {
		route := r.Method + " " + r.Path
		slices.Sort(seen[route])
		if documented := statusesOf(t, r.Method, r.Path); !slices.Equal(seen[route], documented) {
			t.Errorf("%s: answers %v, and docs name %v", route, seen[route], documented)
		}
	}
	if b := bytes.Count(openAPI(t), []byte(`"operationId"`)); b != len(Routes) {
		t.Errorf("docs name %d routes, there are %d", b, len(Routes))
	}
}
