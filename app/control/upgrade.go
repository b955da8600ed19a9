package control

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// serveMatch lends the node's match in a room to its attached window.
func serveMatch(node controlled, w http.ResponseWriter, r *http.Request) {
	unhurried(w)
	refused := func(code int, why string) { http.Error(w, why, code) }
	if r.Header.Get("Upgrade") != attachProtocol {
		refused(http.StatusUpgradeRequired, "this path is for `manyhold play --attach`")
		return
	}
	node.AttachMatch(r.PathValue("id"), refused, func() (net.Conn, *bufio.Reader, error) { return upgraded(w) })
}

// Upgrade asks the node for an attached connection: to its world (/attach), or to a match (/match/ID).
func (n *Client) Upgrade(ctx context.Context, path string) (net.Conn, *bufio.Reader, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.Host())
	if err != nil {
		return nil, nil, fmt.Errorf("the node does not answer: %w", err)
	}
	conn.SetDeadline(time.Now().Add(AnswerTime))
	r, err := http.NewRequestWithContext(ctx, "GET", "http://"+n.Host()+path, nil)
	if err != nil {
		panic(err) // the address is ours
	}
	r.Header.Set("Authorization", "Bearer "+n.Addr.Token)
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Upgrade", attachProtocol)
	in := bufio.NewReaderSize(conn, 64<<10)
	if err = r.Write(conn); err == nil {
		var resp *http.Response
		if resp, err = http.ReadResponse(in, r); err == nil && resp.StatusCode != http.StatusSwitchingProtocols {
			b, _ := io.ReadAll(io.LimitReader(resp.Body, MaxBody))
			resp.Body.Close()
			err = errors.New(strings.TrimSpace(string(b)))
		}
	}
	if err != nil {
		conn.Close()
		return nil, nil, fmt.Errorf("cannot attach the window: %w", err)
	}
	conn.SetDeadline(time.Time{})
	return conn, in, nil
}
