package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"manyhold/net/patience"
)

// TestBodyTimeIsOfTheBody: an answer that takes longer than a body may is no reason to give the request up,
// nor the next one of the same connection.
func TestBodyTimeIsOfTheBody(t *testing.T) {
	const bodyTime = 200 * time.Millisecond
	s := &server{o: Options{BodyTime: bodyTime, Owner: func(*http.Request) bool { return true }}}
	for name, c := range map[string]struct{ method, body string }{
		"nothing to read": {"POST", ""},
		"a body":          {"POST", "{}"},
		"a GET":           {"GET", ""},
	} {
		t.Run(name, func(t *testing.T) {
			given := make(chan error, 1)
			route := &Route{Scope: "any", serve: func(_ *server, w http.ResponseWriter, r *http.Request, _ caller) {
				if c.body != "" && !read(w, r, &struct{}{}, false) {
					return
				}
				select {
				case <-r.Context().Done():
				case <-patience.After(t, 2*bodyTime):
				}
				given <- r.Context().Err()
			}}
			h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.guard(w, r, route) }))
			defer h.Close()
			for _, which := range []string{"first", "second"} {
				r, err := http.NewRequestWithContext(t.Context(), c.method, h.URL, strings.NewReader(c.body))
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Content-Type", "application/json")
				resp, err := h.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
				if resp.StatusCode == http.StatusRequestTimeout {
					t.Skip("the machine is too busy to read two bytes in time")
				}
				if err := <-given; err != nil {
					t.Errorf("the %s request: %v", which, err)
				}
			}
		})
	}
}
