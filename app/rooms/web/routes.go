package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"manyhold/app/rooms/hall"
	"manyhold/net/room"
)

// Created is the answer to a new room.
type Created struct {
	ID   string `json:"id"`
	Join string `json:"join"` // the URL by which this node's player takes a seat
	Link string `json:"link"` // by which somebody from outside of the world comes in, "" if there is none
}

func (s *server) list(w http.ResponseWriter, _ *http.Request, _ caller) {
	answer(w, http.StatusOK, s.o.Hall.List())
}

func (s *server) create(w http.ResponseWriter, r *http.Request, who caller) {
	var x hall.Order
	if !read(w, r, &x, false) {
		return
	}
	if !who.owner && strings.ContainsAny(x.Engine, `./\:`) {
		refuse(w, http.StatusNotFound, "room_engine_not_found", fmt.Sprintf("there is no engine %q; a ticket gives no way into directories", x.Engine))
		return
	}
	if x.Config != nil && string(x.Config) != "null" && !strings.HasPrefix(string(x.Config), "{") {
		refuse(w, http.StatusBadRequest, "room_bad_config", "config has to be a JSON object")
		return
	}
	st, err := s.o.Hall.Create(r.Context(), x)
	if err != nil {
		fail(w, err)
		return
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	w.Header().Set("Location", "/rooms/"+st.ID)
	answer(w, http.StatusCreated, Created{st.ID, fmt.Sprintf("%s://%s/rooms/%s/join", scheme, r.Host, st.ID), st.Link})
}

func (s *server) show(w http.ResponseWriter, r *http.Request, _ caller) {
	st, err := s.o.Hall.Show(r.Context(), r.PathValue("id"))
	s.reply(w, r, st, err)
}

func (s *server) join(w http.ResponseWriter, r *http.Request, _ caller) {
	var x struct {
		Seat string `json:"seat"`
		Name string `json:"name"`
	}
	if read(w, r, &x, true) {
		st, err := s.o.Hall.Join(r.Context(), r.PathValue("id"), x.Seat, x.Name)
		s.reply(w, r, st, err)
	}
}

func (s *server) ready(w http.ResponseWriter, r *http.Request, _ caller) {
	x := struct {
		Ready bool `json:"ready"`
	}{true}
	if read(w, r, &x, true) {
		st, err := s.o.Hall.Ready(r.Context(), r.PathValue("id"), x.Ready)
		s.reply(w, r, st, err)
	}
}

func (s *server) configure(w http.ResponseWriter, r *http.Request, _ caller) {
	var x struct {
		Config  json.RawMessage `json:"config"`
		Version *uint32         `json:"config_version"` // that it follows; absent: the present one
	}
	if !read(w, r, &x, false) {
		return
	}
	if !strings.HasPrefix(string(x.Config), "{") {
		refuse(w, http.StatusBadRequest, "room_bad_config", "config has to be a JSON object")
		return
	}
	st, err := s.o.Hall.Configure(r.Context(), r.PathValue("id"), x.Version, func([]byte) ([]byte, error) { return x.Config, nil })
	s.reply(w, r, st, err)
}

// ballots are what a player can vote for.
var ballots = map[string]room.Ballot{"pause": room.ForPause, "resume": room.ForResume, "continue": room.ForGoingOn}

func (s *server) vote(w http.ResponseWriter, r *http.Request, _ caller) {
	var x struct {
		For string `json:"for"`
	}
	if !read(w, r, &x, false) {
		return
	}
	b := ballots[x.For]
	if b == room.NoBallot {
		refuse(w, http.StatusBadRequest, "room_bad_vote", `"for" has to be pause, resume or continue`)
		return
	}
	st, err := s.o.Hall.Vote(r.Context(), r.PathValue("id"), b)
	s.reply(w, r, st, err)
}

func (s *server) delay(w http.ResponseWriter, r *http.Request, _ caller) {
	var x struct {
		Seconds uint32 `json:"seconds"`
	}
	if read(w, r, &x, false) {
		st, err := s.o.Hall.Delay(r.Context(), r.PathValue("id"), x.Seconds)
		s.reply(w, r, st, err)
	}
}

func (s *server) leave(w http.ResponseWriter, r *http.Request, _ caller) {
	if err := s.o.Hall.Leave(r.Context(), r.PathValue("id")); err != nil {
		fail(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *server) archive(w http.ResponseWriter, r *http.Request, _ caller) {
	b, err := s.o.Hall.Archive(r.Context(), r.PathValue("id"))
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(b) // the client may be gone
}

// watchedEvery is how often the ticket of a program that watches is looked at.
const watchedEvery = time.Second

// watch streams the state of a room as viewers see it: a line of JSON for each, or events for clients that
// accept only those. It ends with the ticket.
func (s *server) watch(w http.ResponseWriter, r *http.Request, who caller) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		refuse(w, http.StatusServiceUnavailable, "room_streams_full", fmt.Sprintf("%d programs watch already, the most possible", maxStreams))
		return
	}
	events := strings.Contains(r.Header.Get("Accept"), "text/event-stream")
	c := http.NewResponseController(w)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go func() {
		look := time.NewTicker(watchedEvery)
		defer look.Stop()
		for s.holds(who) {
			select {
			case <-look.C:
			case <-ctx.Done():
				return
			}
		}
		cancel()
	}()
	begun := false
	err := s.o.Hall.Follow(ctx, r.PathValue("id"), func(st *hall.State) error {
		if !begun {
			begun = true
			kind := "application/x-ndjson"
			if events {
				kind = "text/event-stream"
			}
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "no-store")
			w.WriteHeader(http.StatusOK)
		}
		_ = c.SetWriteDeadline(time.Now().Add(answerTime))
		b, err := json.Marshal(st)
		if err != nil {
			return err
		}
		if events {
			b = append(append([]byte("data: "), b...), '\n')
		}
		if _, err := w.Write(append(b, '\n')); err != nil {
			return err
		}
		return c.Flush()
	})
	if err != nil && !begun {
		fail(w, err)
	}
}
