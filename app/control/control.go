// Package control is how commands and windows of this machine talk with a running node: control.json in the
// data directory names a loopback port and a token, Client asks there, and Server answers for a Node. An
// attached window upgrades its request to a stream of frames (see frames.go).
package control

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"manyhold/net/host/notice"

	"manyhold/app/byhand"
	"manyhold/app/order"
	"manyhold/app/rooms/venue"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/talk"
)

const (
	// FileName names, in the data directory, the loopback port and token of the running node.
	FileName = "control.json"
	// MaxBody is the longest text of orders that `manyhold do` sends, in bytes.
	MaxBody = 4096
	// worldTime is how long orders wait for a node that is still joining its world.
	worldTime = 5 * time.Second
	// AnswerTime is how long a client waits for the beginning of an answer.
	AnswerTime = worldTime + 5*time.Second
)

// Address is the content of control.json. A process that can read the file may give orders.
type Address struct {
	Port  int    `json:"port"`
	Token string `json:"token"`
	PID   int    `json:"pid"`
}

// controlled is the part of a node that the control server uses.
type controlled interface {
	Status() status.Status
	// Do carries out orders as the node's player and calls said with the result of each.
	Do(ctx context.Context, orders []order.Order, said func(string)) error
	// Decree makes the world firm without the absent peers; its errors are for people.
	Decree(ctx context.Context) error
	// AcceptBranch takes in the goods of a branch whose id begins so; "" means the newest that waits.
	AcceptBranch(ctx context.Context, begin string) error
	// Charter writes into the world's charter as the node's player; its errors are for people.
	Charter(ctx context.Context, words []string) (said string, err error)
	// Door carries out a command about the door of the world; its errors are for people.
	Door(ctx context.Context, words []string) (said string, err error)
	// Publish signs and publishes a draft of a blueprint as the node's player; its errors are for people.
	Publish(ctx context.Context, draft []byte) (said string, err error)
	// BlueprintList lists the blueprints of the world, as JSON, and BlueprintText gives one in base64.
	BlueprintList(ctx context.Context) (text string, err error)
	BlueprintText(ctx context.Context, name string) (text string, err error)
	// PutAsset keeps a file as an asset, and AssetText gives one in base64 once it is here. Their errors are
	// for people.
	PutAsset(ctx context.Context, data []byte) (name string, known bool, err error)
	// AssetStates tells how far assets are, whose names stand one a line, as JSON; see shelf.State.
	AssetStates(ctx context.Context, names string) (text string, err error)
	AssetText(ctx context.Context, name string) (text string, err error)
	// Shout says something to the whole world as the node's player; its errors are for people.
	Shout(ctx context.Context, text string) error
	// ByHand connects by texts that people carry; nil where that is not possible.
	ByHand() *byhand.Desk
	// RecordExcerpt records the next turns of the world that is shown.
	RecordExcerpt(ctx context.Context, turns int) ([]byte, error)
	// Listen returns the last lines of the chat and those from now on, until stop is called.
	Listen(ctx context.Context) (history []talk.Line, live <-chan talk.Line, stop func(), err error)
	// Title is the world's title.
	Title() string
	// Rooms is the match rooms of the node.
	Rooms() *venue.Venue
	// Attach shows the world to a window of another process until either ends, or says why not.
	Attach(refused func(code int, why string), hijack func() (net.Conn, *bufio.Reader, error))
	// AttachMatch shows the node's match in a room to its attached window, likewise.
	AttachMatch(id string, refused func(code int, why string), hijack func() (net.Conn, *bufio.Reader, error))
}

// Server serves /status, /metrics, /health, /healthz, /recording, /attach, /match, /chat, /rooms and the
// calls, such as /do, on a loopback port. Without the token, only the first four are answered, and the status
// lacks the places of players. Requests of another host are refused, and connections without the token are
// bounded: see entrance.
type Server struct {
	server *http.Server
	token  string
	rooms  roomServer
	path   string
	said   []byte // what is in control.json
	done   chan struct{}
}

// Start opens the loopback port and writes control.json into dir.
func Start(dir string, node controlled) (*Server, error) { return start(dir, node, requestTime) }

// start is Start with a time that a request may take to arrive.
func start(dir string, node controlled, arrive time.Duration) (*Server, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("cannot open a loopback port for `manyhold do` and `status`: %w", err)
	}
	var secret [20]byte
	rand.Read(secret[:])
	addr := Address{ln.Addr().(*net.TCPAddr).Port, base32.StdEncoding.EncodeToString(secret[:]), os.Getpid()}
	b, err := json.Marshal(addr)
	if err != nil {
		panic(err)
	}
	c := &Server{said: b, token: addr.Token, path: filepath.Join(dir, FileName), done: make(chan struct{})}
	if err := settings.WriteAtomically(c.path, b); err != nil { // os.CreateTemp makes it 0600
		ln.Close()
		return nil, fmt.Errorf("cannot write %s: %w", FileName, err)
	}
	c.server = &http.Server{Handler: ownHost(addr.Port, controlHandler(node, addr.Token)), ConnContext: withVisitor,
		ReadTimeout: arrive, WriteTimeout: arrive, IdleTimeout: arrive}
	go func() {
		defer close(c.done)
		c.server.Serve(&entrance{Listener: ln})
	}()
	return c, nil
}

// Close stops the server and removes control.json.
func (c *Server) Close() {
	if b, err := os.ReadFile(c.path); err == nil && bytes.Equal(b, c.said) {
		os.Remove(c.path) // and not that of a node which another directory of that name has now
	}
	c.rooms.close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if c.server.Shutdown(ctx) != nil {
		c.server.Close()
	}
	<-c.done
}

func controlHandler(node controlled, token string) http.Handler {
	mux := http.NewServeMux()
	healthy := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /health", healthy)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		st := node.Status()
		writeMetrics(w, &st)
	})
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, r *http.Request) {
		st := node.Status()
		if !allowed(r, token) {
			st = st.Public()
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(st)
	})
	guarded := func(pattern string, serve func(node controlled, w http.ResponseWriter, r *http.Request)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if !allowed(r, token) {
				refuse(w, http.StatusUnauthorized, "the token is in "+FileName)
				return
			}
			serve(node, w, r)
		})
	}
	rooms := sync.OnceValue(func() http.Handler { return serveRooms(node.Rooms(), token, nil) })
	for _, path := range []string{"/rooms", "/rooms/"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) { rooms().ServeHTTP(w, r) })
	}
	guarded("POST /do", func(node controlled, w http.ResponseWriter, r *http.Request) { serveDo(node, w, r, order.ParseOrders) })
	guarded("POST /line", func(node controlled, w http.ResponseWriter, r *http.Request) { serveDo(node, w, r, oneLine) })
	guarded("GET /chat", serveChat)
	for c := range answers {
		guarded("POST /"+string(c), c.serve)
	}
	guarded("GET /recording", serveRecording)
	guarded("GET /attach", func(node controlled, w http.ResponseWriter, r *http.Request) {
		unhurried(w)
		refused := func(code int, why string) { http.Error(w, why, code) }
		switch {
		case r.Header.Get("Upgrade") != attachProtocol:
			refused(http.StatusUpgradeRequired, "this path is for `manyhold play --attach`")
		case !awaitWorld(r.Context(), node):
			refused(http.StatusServiceUnavailable, joiningNow(node))
		default:
			node.Attach(refused, func() (net.Conn, *bufio.Reader, error) { return upgraded(w) })
		}
	})
	guarded("GET /match/{id}", serveMatch)
	return mux
}

// upgraded takes the connection of a request over, which speaks attachProtocol from here on.
func upgraded(w http.ResponseWriter) (net.Conn, *bufio.Reader, error) {
	h, ok := w.(http.Hijacker)
	if !ok {
		return nil, nil, errors.New("cannot take over the connection")
	}
	conn, both, err := h.Hijack()
	if err != nil {
		return nil, nil, err
	}
	conn.SetDeadline(time.Time{})
	if _, err := io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "+attachProtocol+"\r\n\r\n"); err != nil {
		conn.Close()
		return nil, nil, err
	}
	return conn, both.Reader, nil
}

// JoiningWords say why nothing can be done in the world yet.
var JoiningWords = notice.New("act_joining").String()

// joiningNow returns JoiningWords with the reason why the node waits.
func joiningNow(node controlled) string {
	if w := node.Status().Waiting; w != "" {
		return JoiningWords + ". It waits " + w.String()
	}
	return JoiningWords
}

// allowed reports whether a request shows the token. Its connection is then no stranger's any more.
func allowed(r *http.Request, token string) bool {
	got := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(got), []byte(token)) != 1 {
		return false
	}
	welcome(r)
	return true
}

// awaitWorld waits until the node executes turns, for as long as a person waits for an answer.
func awaitWorld(ctx context.Context, node controlled) bool {
	ctx, cancel := context.WithTimeout(ctx, worldTime)
	defer cancel()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for len(node.Status().Islands) == 0 {
		select {
		case <-ctx.Done():
			return false
		case <-look.C:
		}
	}
	return true
}

// islandMetrics are the metrics of each island.
var islandMetrics = []struct {
	name, help string
	of         func(i *status.IslandStatus) float64
}{
	{"turn_ordered", "Newest turn received in order.", func(i *status.IslandStatus) float64 { return float64(i.TurnOrdered) }},
	{"turn_committed", "Newest turn known to be on a majority.", func(i *status.IslandStatus) float64 { return float64(i.TurnCommitted) }},
	{"epoch", "Number of the current epoch.", func(i *status.IslandStatus) float64 { return float64(i.Epoch) }},
	{"firm", "1 if the epoch is firm, 0 if it is provisional.", func(i *status.IslandStatus) float64 { return one(i.Firm) }},
	{"regions", "Active regions.", func(i *status.IslandStatus) float64 { return float64(i.Regions) }},
	{"regions_dormant", "Dormant regions.", func(i *status.IslandStatus) float64 { return float64(i.Dormant) }},
	{"entities", "Bodies in active regions.", func(i *status.IslandStatus) float64 { return float64(i.Entities) }},
	{"players", "Players who are awake.", func(i *status.IslandStatus) float64 { return float64(i.Players) }},
}

// one is 1 for true.
func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// writeMetrics writes the status in the Prometheus text format.
func writeMetrics(w io.Writer, st *status.Status) {
	head := func(name, help, kind string) {
		fmt.Fprintf(w, "# HELP manyhold_%s %s\n# TYPE manyhold_%s %s\n", name, help, name, kind)
	}
	gauge := func(name, help string, v float64) {
		head(name, help, "gauge")
		fmt.Fprintf(w, "manyhold_%s %g\n", name, v)
	}
	gauge("uptime_seconds", "Seconds since the node started.", st.Uptime)
	gauge("links", "Peers linked.", float64(len(st.Links)))
	gauge("desyncs_total", "Digests that differed from other peers' digests.", float64(st.Desyncs))
	gauge("step_microseconds_p99", "99th percentile of the execution time of a turn.", st.StepUS.P99)
	gauge("cpu_percent", "CPU time of the process, percent of one core.", st.Host.CPUPercent)
	gauge("memory_bytes", "Resident memory of the process, bytes.", float64(st.Host.MemoryBytes))
	gauge("disk_bytes", "Size of the world's file, bytes.", float64(st.Host.DiskBytes))
	gauge("tick_milliseconds_p95", "95th percentile of the execution time of a tick.", st.Host.TickMSP95)
	gauge("islands", "Islands executed by this peer.", float64(st.Host.Islands))
	gauge("islands_led", "Islands led by this peer.", float64(st.Host.Leads))
	gauge("islands_voted", "Islands with this peer in their committee.", float64(st.Host.Votes))
	for _, m := range islandMetrics {
		head(m.name, m.help, "gauge")
		for k := range st.Islands {
			fmt.Fprintf(w, "manyhold_%s{island=%q} %g\n", m.name, st.Islands[k].ID, m.of(&st.Islands[k]))
		}
	}
	head("counted_total", "Events by name: merges, branches, evidence, elections, lost turns and others.", "counter")
	for _, name := range slices.Sorted(maps.Keys(st.Counted)) {
		fmt.Fprintf(w, "manyhold_counted_total{what=%q} %d\n", name, st.Counted[name])
	}
	fmt.Fprintf(w, "# HELP manyhold_dropped_total Refused messages from outside, by kind.\n# TYPE manyhold_dropped_total counter\n")
	for _, kind := range slices.Sorted(maps.Keys(st.Dropped)) {
		fmt.Fprintf(w, "manyhold_dropped_total{kind=%q} %d\n", kind, st.Dropped[kind])
	}
	fmt.Fprintf(w, "# HELP manyhold_link_bytes Payload bytes by link and direction.\n# TYPE manyhold_link_bytes counter\n")
	for _, l := range st.Links {
		fmt.Fprintf(w, "manyhold_link_bytes{peer=%q,direction=\"in\"} %d\n", status.Short(l.Peer), l.BytesIn)
		fmt.Fprintf(w, "manyhold_link_bytes{peer=%q,direction=\"out\"} %d\n", status.Short(l.Peer), l.BytesOut)
	}
}

// Client talks to the node that runs on a data directory.
type Client struct{ Addr Address }

// Find reads control.json of dir.
func Find(dir string) (*Client, error) {
	none := fmt.Errorf("no node runs on %s; start one with `manyhold --data %s`, with --headless for no window", dir, dir)
	b, err := os.ReadFile(filepath.Join(dir, FileName))
	if errors.Is(err, os.ErrNotExist) {
		return nil, none
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", FileName, err)
	}
	var n Client
	if json.Unmarshal(b, &n.Addr) != nil {
		return nil, fmt.Errorf("%s in %s is damaged; restart the node", FileName, dir)
	}
	conn, err := net.DialTimeout("tcp", n.Host(), time.Second)
	if err != nil {
		return nil, none // the file of a node that was killed
	}
	conn.Close()
	return &n, nil
}

// Running returns a client of the node that runs on a data directory; an empty name means the platform's own.
// The error says what to do when no node runs there.
func Running(data string) (*Client, error) {
	dir, err := settings.FindData(data)
	if err != nil {
		return nil, err
	}
	return Find(dir)
}

func (n *Client) Host() string { return fmt.Sprintf("127.0.0.1:%d", n.Addr.Port) }

// Request sends a request and waits AnswerTime for the beginning of the answer.
func (n *Client) Request(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	return n.request(ctx, method, path, body, AnswerTime)
}

// request is Request with another time.
func (n *Client) request(ctx context.Context, method, path string, body []byte, wait time.Duration) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+n.Host()+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+n.Addr.Token)
	resp, err := (&http.Client{Transport: &http.Transport{ResponseHeaderTimeout: wait, DisableKeepAlives: true}}).Do(r)
	if err != nil {
		return nil, fmt.Errorf("the node does not answer: %w", err)
	}
	return resp, nil
}

// Status asks the node for its status.
func (n *Client) Status(ctx context.Context) (*status.Status, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	resp, err := n.Request(ctx, "GET", "/status", nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var st status.Status
	if err := json.NewDecoder(resp.Body).Decode(&st); err != nil {
		return nil, fmt.Errorf("cannot read the node's answer: %w", err)
	}
	return &st, nil
}
