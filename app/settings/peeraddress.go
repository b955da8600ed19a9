package settings

import (
	"errors"
	"net"
	"strconv"
	"strings"

	"manyhold/net/key"
)

// PeerAddress is a peer in config.toml: "HOST:PORT#KEY", the address of its door and its key.
type PeerAddress struct {
	Door string
	Peer key.ID
}

// ParsePeerAddress reads one. Its errors are for the person who wrote the file.
func ParsePeerAddress(text string) (PeerAddress, error) {
	door, id, ok := strings.Cut(text, "#")
	host, port, err := net.SplitHostPort(door)
	if n, bad := strconv.ParseUint(port, 10, 16); !ok || err != nil || bad != nil || n == 0 || host == "" {
		return PeerAddress{}, errors.New("write each like host:port#key")
	}
	peer, err := key.ParseID(id)
	if err != nil {
		return PeerAddress{}, errors.New("what follows # is not a key; manyhold status prints it")
	}
	return PeerAddress{door, peer}, nil
}
