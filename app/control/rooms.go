package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
	"unicode"

	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/results"
	"manyhold/app/rooms/venue"
	"manyhold/app/rooms/web"
	"manyhold/app/usage"
)

// roomTime is how long an act about rooms may take: a configuration is several packets.
const roomTime = 30 * time.Second

// maxRooms is the longest answer about rooms that a client reads, in bytes.
const maxRooms = 1 << 20

// maxHeader is the longest head of a request about rooms at an address of its own, in bytes.
const maxHeader = 16 << 10

// roomAct carries out an act about rooms.
func roomAct(ctx context.Context, node controlled, body string) (said string, err error) {
	var a hall.Act
	if err := json.Unmarshal([]byte(body), &a); err != nil {
		return "", usage.Mark(fmt.Errorf("cannot read what is asked of rooms: %w", err))
	}
	if a.Verb == resultsVerb {
		list, err := json.Marshal(node.Rooms().Results().List())
		return string(list), err
	}
	said, err = node.Rooms().Hall().Do(ctx, a)
	var f *hall.Failure
	if errors.As(err, &f) && f.Kind == hall.Wrong {
		err = usage.Mark(err)
	}
	return said, err
}

// Room has the node carry out an act about rooms. Its errors are for people.
func (n *Client) Room(ctx context.Context, a hall.Act) (said string, err error) {
	b, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	return n.Call(ctx, Room, string(b))
}

// resultsVerb asks for the results that a node knows, as JSON.
const resultsVerb = "results"

// RoomResults asks the node for the results of matches that it has seen.
func (n *Client) RoomResults(ctx context.Context) (list []results.Entry, err error) {
	said, err := n.Room(ctx, hall.Act{Verb: resultsVerb})
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal([]byte(said), &list)
}

// RoomList asks the node for the rooms of the world.
func (n *Client) RoomList(ctx context.Context) (list []hall.Row, err error) {
	return list, n.askRooms(ctx, "/rooms", &list)
}

// RoomState asks the node for the state of a room, whose id begins so. Its errors are for people.
func (n *Client) RoomState(ctx context.Context, id string) (*hall.State, error) {
	if id == "" || strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return nil, usage.Errorf("%q is no ID of a room", id)
	}
	var s hall.State
	return &s, n.askRooms(ctx, "/rooms/"+id, &s)
}

// askRooms reads the answer at a path of rooms.
func (n *Client) askRooms(ctx context.Context, path string, to any) error {
	ctx, cancel := context.WithTimeout(ctx, roomTime)
	defer cancel()
	resp, err := n.request(ctx, http.MethodGet, path, nil, roomTime)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	d := json.NewDecoder(io.LimitReader(resp.Body, maxRooms))
	if resp.StatusCode != http.StatusOK {
		var f web.Fault
		if err := d.Decode(&f); err != nil {
			return fmt.Errorf("the node answers %s", resp.Status)
		}
		return errors.New(f.Error)
	}
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("cannot read the node's answer: %w", err)
	}
	return nil
}

// serveRooms returns a handler of requests about rooms, which name a host for which may returns true.
func serveRooms(v *venue.Venue, token string, may func(host string) bool) http.Handler {
	return web.New(web.Options{Hall: v.Hall(), Node: v.Node(), Tickets: v.Tickets(), Host: may, Owner: func(r *http.Request) bool { return allowed(r, token) }, Trusted: welcome})
}

// welcome counts the connection of a request no longer among those of strangers.
func welcome(r *http.Request) {
	if v, ok := r.Context().Value(visitorKey{}).(*visitor); ok {
		v.entrance.forget(v)
	}
}

// roomServer serves rooms at an address of its own; its zero value serves none.
type roomServer struct {
	server *http.Server
	done   chan struct{}
}

// ServeRooms opens another address where only rooms are served, and returns it.
func (c *Server) ServeRooms(address string, v *venue.Venue) (at net.Addr, err error) {
	ln, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	c.rooms = roomServer{done: make(chan struct{}), server: &http.Server{
		Handler: serveRooms(v, c.token, namesAddress(address)), ConnContext: withVisitor, ReadTimeout: requestTime, WriteTimeout: requestTime, IdleTimeout: requestTime, MaxHeaderBytes: maxHeader,
	}}
	go func() {
		defer close(c.rooms.done)
		c.rooms.server.Serve(&entrance{Listener: ln})
	}()
	return ln.Addr(), nil
}

// namesAddress returns a function that reports whether a request names an address as such: by the numbers of
// an IP address, as localhost, or by the name in the setting. A page whose name a hostile DNS server resolves
// to this computer has another name.
func namesAddress(setting string) func(host string) bool {
	own, _, _ := net.SplitHostPort(setting)
	return func(host string) bool {
		name := host
		if h, _, err := net.SplitHostPort(host); err == nil {
			name = h
		}
		name = strings.Trim(name, "[]")
		_, err := netip.ParseAddr(name)
		return err == nil || strings.EqualFold(name, "localhost") || own != "" && strings.EqualFold(name, own)
	}
}

// close ends it, with those who watch.
func (s *roomServer) close() {
	if s.server != nil {
		s.server.Close()
		<-s.done
	}
}
