// Package web is the rooms of a node by HTTP: programs create rooms, join them, and watch, with the token of
// control.json or a ticket (package ticket). docs/rooms.openapi.json describes it, and a test compares the
// two.
//
// Bodies and answers are JSON. An answer with a status from 400 on is {"error": words, "code": notice}; the
// code is "" where there is none.
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
	"manyhold/net/host/notice"
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
	Hall *hall.Hall
	Node key.ID // signs the tickets
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
	owner  bool // by the token of control.json
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
			refuse(w, http.StatusMethodNotAllowed, "this path takes "+strings.Join(methods, " and "), "")
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "there is nothing at this path; the rooms are at /rooms", "")
	})
	return mux
}

// guard serves a route to callers that may use it.
func (s *server) guard(w http.ResponseWriter, r *http.Request, route *Route) {
	who, err := s.caller(r)
	if err != nil {
		w.Header().Set("WWW-Authenticate", `Bearer realm="manyhold"`)
		refuse(w, http.StatusUnauthorized, err.Error(), "")
		return
	}
	if !who.may(route.Scope) {
		refuse(w, http.StatusForbidden, fmt.Sprintf("the ticket lacks the scope %s", route.Scope), "")
		return
	}
	c := http.NewResponseController(w)
	until := time.Now().Add(s.o.BodyTime)
	if r.Method == http.MethodGet {
		until = time.Time{} // nothing is to come, and the client may listen for long
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
	if who.scopes, err = ticket.Verify(s.o.Node, strings.TrimSpace(text), s.o.Now()); err != nil {
		return who, err
	}
	if s.o.Trusted != nil {
		s.o.Trusted(r)
	}
	return who, nil
}

// Fault is the body of an answer about a failure.
type Fault struct {
	Error string `json:"error"`
	Code  string `json:"code"`
}

// refuse answers with a failure, and reads nothing more of the request.
func refuse(w http.ResponseWriter, status int, words, code string) {
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
	code := ""
	if n := notice.Notice(""); errors.As(err, &n) {
		code = n.Code()
	}
	answer(w, status, Fault{err.Error(), code})
}

// reply answers with the state of a room, or an error.
func reply(w http.ResponseWriter, s *hall.State, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, http.StatusOK, s)
}

// read reads the body of a request into v; without a body v stays as it is, if that is allowed. If the body
// is not in order, read answers, and returns false.
func read(w http.ResponseWriter, r *http.Request, v any, empty bool) bool {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("a body has at most %d bytes", MaxBody), "")
		return false
	case err != nil:
		refuse(w, http.StatusRequestTimeout, "the body did not arrive", "")
		return false
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	if len(b) == 0 && empty {
		return true
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "the body has to be JSON, with Content-Type: application/json", "")
		return false
	}
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		refuse(w, http.StatusBadRequest, "cannot read the body: "+err.Error(), "")
		return false
	}
	if _, err := d.Token(); err != io.EOF {
		refuse(w, http.StatusBadRequest, "the body has to be one JSON value", "")
		return false
	}
	return true
}
