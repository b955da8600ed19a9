package status

import (
	"time"

	"manyhold/net/host/notice"
	hoststatus "manyhold/net/host/status"
)

// UnfairStatus is a leader that was unfair.
type UnfairStatus struct {
	PeerName
	Lost  bool          `json:"lost"` // it lost its seat
	Why   notice.Notice `json:"why"`
	Since time.Time     `json:"since"`
}

// UnfairOf are the leaders that were unfair.
func UnfairOf(h *hoststatus.Host) []UnfairStatus {
	all := []UnfairStatus{}
	for _, u := range h.Unfair {
		all = append(all, UnfairStatus{PeerName{Peer: u.Leader.String(), Name: u.Name}, u.Lost, u.Words, u.Since})
	}
	return all
}
