package recovery

import (
	"time"

	"manyhold/net/host/notice"
	"manyhold/net/key"
)

// lacksVoters reports whether there are no turns because too few of several voters are here.
func (v *Recovery) lacksVoters(now time.Time) bool {
	if v.c.Machine == nil || len(v.c.Ancestry.Records) == 0 || v.c.Ancestry.Last().Lone() || v.c.Ancestry.Over() {
		return false
	}
	if v.c.Epoch == nil {
		return v.Running != nil && now.Sub(v.Running.since) >= 2*time.Second // before that it may be taken in
	}
	return v.c.Epoch.Leading() && v.c.Epoch.Stalled(now) || !v.c.Epoch.Leading() && now.Sub(v.c.History.OrderedAt) >= 2*time.Second
}

// missing names the absent voters that the world needs to go on.
func (recovering *Recovery) missing() notice.Notice {
	var names []string
	for _, v := range recovering.c.Ancestry.Last().Voters {
		if p := recovering.c.Peers.Get(v.Key); v.Key != recovering.c.Me && (p == nil || !p.Greeted) {
			names = append(names, recovering.c.Measures.Called(v))
		}
	}
	if len(names) == 0 {
		return notice.New("waits_for_agreement")
	}
	return notice.List("waits_for_newest", "names", names)
}

// Waiting describes the wait for absent voters.
func (v *Recovery) Waiting(now time.Time) (words notice.Notice, lacks bool) {
	if !v.lacksVoters(now) {
		return "", false
	}
	return v.missing(), true
}

// Gathers reports whether reports of other peers are being collected.
func (v *Recovery) Gathers() bool { return v.Running != nil }

// Stop ends the recovery: there are turns, or this peer went elsewhere.
func (v *Recovery) Stop() { v.Running = nil }

// TakesWhole reports whether a newer log is taken as a snapshot.
func (v *Recovery) TakesWhole() bool {
	return v.Running != nil && v.Running.Pull != nil && v.Running.Pull.Whole
}

// Reported reports whether a peer told its log a moment ago.
func (v *Recovery) Reported(k key.ID) bool {
	if v.Running == nil {
		return false
	}
	h, ok := v.Running.Reports[k]
	return ok && v.c.Now.Sub(h.at) <= reportLife
}

// Moved is when a peer last promised or signed something; zero: none is being recovered.
func (v *Recovery) Moved() (at time.Time) {
	if v.Running != nil {
		at = v.Running.moved
	}
	return at
}
