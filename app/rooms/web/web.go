// Package web is the rooms of a node by HTTP: programs create rooms, join them, and watch, with the token of
// control.json or a ticket (package ticket). docs/rooms.openapi.json describes it, and a test compares the
// two.
//
// Bodies and answers are JSON. An answer with a status from 400 on is {"error": words, "code": name};
// docs/rooms.openapi.json lists the codes.
package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/ticket"
	"manyhold/net/key"
)

const (
	// MaxBody is the longest body in bytes: a configuration with what is around it.
	MaxBody = 8 << 10
	// bodyTime is how long a body may take to arrive, and answerTime how long an answer may take.
	bodyTime   = 5 * time.Second
	answerTime = 30 * time.Second
	// maxStreams is how many may watch at the same time.
	maxStreams = 32
)

// Options of a handler.
type Options struct {
	Hall    *hall.Hall
	Node    key.ID      // signs the tickets
	Tickets ticket.Book // of the node
	// Host reports whether requests may name this host; nil for any.
	Host func(host string) bool
	// Owner reports whether a request has the token of control.json: it may do everything.
	Owner func(r *http.Request) bool
	// Trusted is called with a request whose ticket is valid; nil for nothing.
	Trusted func(r *http.Request)
	Now     func() time.Time // nil: the clock
	// BodyTime is how long a body may take to arrive; 0: bodyTime.
	BodyTime time.Duration
}

// Route is a path of the surface.
type Route struct {
	Method, Path string
	Scope        string // that a ticket needs
	serve        func(s *server, w http.ResponseWriter, r *http.Request, who caller)
}

// Routes are all paths.
var Routes = []Route{
	{"GET", "/rooms", ticket.Read, (*server).list},
	{"POST", "/rooms", ticket.Create, (*server).create},
	{"GET", "/rooms/{id}", ticket.Read, (*server).show},
	{"POST", "/rooms/{id}/join", ticket.Play, (*server).join},
	{"POST", "/rooms/{id}/ready", ticket.Play, (*server).ready},
	{"POST", "/rooms/{id}/config", ticket.Play, (*server).configure},
	{"POST", "/rooms/{id}/vote", ticket.Play, (*server).vote},
	{"POST", "/rooms/{id}/delay", ticket.Play, (*server).delay},
	{"POST", "/rooms/{id}/leave", ticket.Play, (*server).leave},
	{"GET", "/rooms/{id}/watch", ticket.Read, (*server).watch},
	{"GET", "/rooms/{id}/archive", ticket.Read, (*server).archive},
}

// server serves the routes.
type server struct {
	o       Options
	streams chan struct{} // a place for each who watches
}

// caller is the author of a request.
type caller struct {
	owner  bool   // by the token of control.json
	text   string // its ticket
	scopes []string
}

// may reports whether the caller has a scope.
func (c *caller) may(scope string) bool { return c.owner || slices.Contains(c.scopes, scope) }

// New returns the handler of the routes.
func New(o Options) http.Handler {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.BodyTime = cmp.Or(o.BodyTime, bodyTime)
	s := &server{o: o, streams: make(chan struct{}, maxStreams)}
	mux := http.NewServeMux()
	allowed := map[string][]string{}
	for k := range Routes {
		route := &Routes[k]
		allowed[route.Path] = append(allowed[route.Path], route.Method)
		mux.HandleFunc(route.Method+" "+route.Path, func(w http.ResponseWriter, r *http.Request) { s.guard(w, r, route) })
	}
	for path, methods := range allowed {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			refuse(w, http.StatusMethodNotAllowed, "method_not_allowed", "this path takes "+strings.Join(methods, " and "))
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "path_not_found", "there is nothing at this path; the rooms are at /rooms")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if Foreign(w, r, o.Host) {
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// Foreign answers requests that a browser may send for a page of others, and reports whether this is one: it
// names another host than may be named (a hostile DNS server can give the name of a page the address of this
// computer), or comes from a page of another origin.
func Foreign(w http.ResponseWriter, r *http.Request, may func(host string) bool) bool {
	if may != nil && !may(r.Host) {
		refuse(w, http.StatusForbidden, "host_not_allowed", fmt.Sprintf("this address does not answer as %q", r.Host))
		return true
	}
	if from := r.Header.Get("Origin"); from != "" && from != "http://"+r.Host && from != "https://"+r.Host {
		refuse(w, http.StatusForbidden, "origin_not_allowed", fmt.Sprintf("pages of %q may not use this address", from))
		return true
	}
	return false
}

// guard serves a route to callers that may use it.
func (s *server) guard(w http.ResponseWriter, r *http.Request, route *Route) {
	who, err := s.caller(r)
	if err != nil {
		w.Header().Set("WWW-Authenticate", `Bearer realm="manyhold"`)
		code := "ticket_missing"
		if bad := (*ticket.Invalid)(nil); errors.As(err, &bad) {
			code = bad.Code
		}
		refuse(w, http.StatusUnauthorized, code, err.Error())
		return
	}
	if !who.may(route.Scope) {
		refuse(w, http.StatusForbidden, "ticket_scope_missing", fmt.Sprintf("the ticket lacks the scope %s", route.Scope))
		return
	}
	c := http.NewResponseController(w)
	until := time.Now().Add(s.o.BodyTime)
	if r.ContentLength == 0 {
		// Nothing is to come, and the answer may take longer: net/http reads on meanwhile to learn that the
		// client is gone, and takes the deadline for that. Then it cancels this request, and all later ones
		// of the connection.
		until = time.Time{}
	}
	_ = c.SetReadDeadline(until)
	_ = c.SetWriteDeadline(time.Now().Add(answerTime))
	route.serve(s, w, r, who)
}

// errNoTicket says what a request lacks.
var errNoTicket = errors.New("send Authorization: Bearer TOKEN, with the token of control.json or a ticket of `manyhold room token`")

// caller reads the authorization of a request.
func (s *server) caller(r *http.Request) (who caller, err error) {
	if s.o.Owner(r) {
		return caller{owner: true}, nil
	}
	scheme, text, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || text == "" {
		return who, errNoTicket
	}
	who.text = strings.TrimSpace(text)
	t, err := s.o.Tickets.Verify(s.o.Node, who.text, s.o.Now())
	if err != nil {
		return who, err
	}
	who.scopes = t.Scopes
	if s.o.Trusted != nil {
		s.o.Trusted(r)
	}
	return who, nil
}

// holds reports whether the ticket of a caller holds still.
func (s *server) holds(who caller) bool {
	if who.owner {
		return true
	}
	_, err := s.o.Tickets.Verify(s.o.Node, who.text, s.o.Now())
	return err == nil
}

// Fault is the body of an answer about a failure.
type Fault struct {
	Error string `json:"error"`
	Code  string `json:"code"`
}

// refuse answers with a failure, and reads nothing more of the request.
func refuse(w http.ResponseWriter, status int, code, words string) {
	w.Header().Set("Connection", "close")
	answer(w, status, Fault{words, code})
}

// answer answers with JSON.
func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}

// statuses are the statuses of the kinds of failures.
var statuses = map[hall.Kind]int{hall.Wrong: http.StatusBadRequest, hall.Forbidden: http.StatusForbidden, hall.Missing: http.StatusNotFound,
	hall.Conflict: http.StatusConflict, hall.TooLarge: http.StatusRequestEntityTooLarge, hall.Silent: http.StatusServiceUnavailable}

// fail answers with an error of a hall.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var f *hall.Failure
	if errors.As(err, &f) && statuses[f.Kind] != 0 {
		status = statuses[f.Kind]
	}
	answer(w, status, Fault{err.Error(), hall.CodeOf(err)})
}

// reply answers with the state of a room as viewers see it, or an error: an answer is no way around their
// delay.
func (s *server) reply(w http.ResponseWriter, r *http.Request, st *hall.State, err error) {
	if err == nil {
		st, err = s.o.Hall.Late(r.Context(), st.ID)
	}
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, st)
}

// read reads the body of a request into v; without a body v stays as it is, if that is allowed. If the body
// is not in order, read answers, and returns false.
func read(w http.ResponseWriter, r *http.Request, v any, empty bool) bool {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		refuse(w, http.StatusRequestEntityTooLarge, "body_too_long", fmt.Sprintf("a body has at most %d bytes", MaxBody))
		return false
	case err != nil:
		refuse(w, http.StatusRequestTimeout, "body_timeout", "the body did not arrive")
		return false
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	if len(b) == 0 && empty {
		return true
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "body_not_json", "the body has to be JSON, with Content-Type: application/json")
		return false
	}
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		refuse(w, http.StatusBadRequest, "body_malformed", "cannot read the body: "+err.Error())
		return false
	}
	if _, err := d.Token(); err != io.EOF {
		refuse(w, http.StatusBadRequest, "body_malformed", "the body has to be one JSON value")
		return false
	}
	return true
}
