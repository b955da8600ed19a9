package clip

import (
	"encoding/binary"
	"errors"
)

// maxPacket is the most bytes of a packet. Setup headers have a few thousand.
const maxPacket = 256 << 10

// packets takes the packets out of one logical stream of Ogg (RFC 3533). The checksums of the pages were
// checked when the asset came.
type packets struct {
	data    []byte
	body    []byte // of the page, from the next packet on
	lacing  []byte // of the page, likewise
	ends    bool   // the page is the last one
	granule int64  // of the newest page that has one: samples up to the end of its last packet; -1: none
}

var (
	errCut = errors.New("cut off")
	errEnd = errors.New("the stream has ended")
)

// page reads the next page.
func (p *packets) page() error {
	if p.ends || len(p.data) == 0 {
		return errEnd
	}
	if len(p.data) < 27 || string(p.data[:4]) != "OggS" {
		return errCut
	}
	head := 27 + int(p.data[26])
	if len(p.data) < head {
		return errCut
	}
	lacing, size := p.data[27:head], 0
	for _, s := range lacing {
		size += int(s)
	}
	if len(p.data) < head+size {
		return errCut
	}
	if g := int64(binary.LittleEndian.Uint64(p.data[6:])); g >= 0 {
		p.granule = g
	}
	p.ends = p.data[5]&4 != 0
	p.lacing, p.body = lacing, p.data[head:head+size]
	p.data = p.data[head+size:]
	return nil
}

// next returns the next packet: a part of the data, or a copy if it lies on several pages.
func (p *packets) next() (packet []byte, err error) {
	for whole := false; !whole; {
		for len(p.lacing) == 0 {
			if err := p.page(); err != nil {
				return nil, err
			}
		}
		size := 0
		for len(p.lacing) > 0 && !whole {
			s := p.lacing[0]
			p.lacing = p.lacing[1:]
			size += int(s)
			whole = s < 255
		}
		part := p.body[:size:size]
		p.body = p.body[size:]
		if packet == nil {
			packet = part
		} else {
			packet = append(packet, part...)
		}
		if len(packet) > maxPacket {
			return nil, errors.New("a packet is too long")
		}
	}
	return packet, nil
}

// lastOfPage reports whether the packet that next returned ends its page, and so at granule.
func (p *packets) lastOfPage() bool { return len(p.lacing) == 0 }
