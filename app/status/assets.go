package status

import (
	"fmt"
	"io"
	"strings"
)

// Assets is what a node has of the pictures, sounds and other assets that players made.
type Assets struct {
	Held     int     `json:"held"`  // whole ones
	Bytes    int64   `json:"bytes"` // of these and of downloads, on the disk
	Quota    int64   `json:"quota_bytes"`
	Fetching []Fetch `json:"downloads"` // by priority
	In       uint64  `json:"bytes_in"`  // since the node started
	Out      uint64  `json:"bytes_out"`
	Wrong    uint64  `json:"wrong"` // blocks and descriptors that peers sent with wrong bytes
	// Aside are peers that sent some in the last ten minutes, the latest first. They are not asked for those
	// assets, and after three for none.
	Aside PeerNames `json:"set_aside"`
}

// Fetch is a download of an asset.
type Fetch struct {
	Name    string `json:"name"`
	Bytes   int    `json:"bytes"` // 0 until that is known
	Percent int    `json:"percent"`
	Sources int    `json:"sources"`           // linked peers that have something of it
	Waiting bool   `json:"waiting,omitempty"` // for room on the disk
}

// fetchesShown is how many downloads are printed; the others are counted.
const fetchesShown = 3

// print writes them in a line.
func (a *Assets) print(w io.Writer) {
	var downloads []string
	for _, f := range a.Fetching[:min(len(a.Fetching), fetchesShown)] {
		words := fmt.Sprintf("%s %d %% from %d", Short(f.Name), f.Percent, f.Sources)
		if f.Waiting {
			words = Short(f.Name) + " waits for room"
		}
		downloads = append(downloads, words)
	}
	if n := len(a.Fetching) - fetchesShown; n > 0 {
		downloads = append(downloads, fmt.Sprintf("%d more", n))
	}
	fetching := "no downloads"
	if len(downloads) > 0 {
		fetching = "downloading " + strings.Join(downloads, ", ")
	}
	if len(a.Aside) > 0 {
		fetching += "; wrong bytes from " + a.Aside.String()
	}
	fmt.Fprintf(w, "assets     %d held, %.1f of %.0f MB; %s; %.1f MB in, %.1f MB out\n", a.Held, float64(a.Bytes)/1e6, float64(a.Quota)/1e6, fetching, float64(a.In)/1e6, float64(a.Out)/1e6)
}
