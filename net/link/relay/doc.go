// Package relay sends the packets of a connection through other peers, while the direct path between its two
// ends is broken or was never there.
//
// The packets are the connection's own, encrypted by DTLS from end to end, so a relaying peer sees bytes.
// Relaying happens below ICE: a Socket wraps each UDP socket, and a Path decides for each packet whether it
// leaves by the socket, in a Carry message to a relaying peer, or both ways. A packet that arrives in a Carry
// message is read from the socket as if it had come from the network. So a connection keeps its DTLS and SCTP
// state when its route changes, and no byte of its stream is lost.
//
// # Carry
//
// A Carry message is a datagram of a link: wire.Carry, op u8, hops u8, peer 32, body. The hops are zero but
// in Forwarded: there they are how many peers lie between the relaying peer and the one that the body came
// from.
//
//	1 Forward  to the relaying peer: pass the body on to peer
//	2 Forwarded  from the relaying peer: the body came from peer
//	3 Refused  from the relaying peer: it does not carry packets to peer (no link, or none to spare)
//
// The body is a form u8 and the packet. Form 0 is a packet of the pair of addresses that both ends have
// chosen. Form 1 has two addresses between form and packet: the sender's and the receiver's, as ICE knows
// them (length of the IP u8, IP, port u16). It carries ICE's own checks while a connection is set up.
//
// The links on both sides of a relaying peer may be relayed themselves: a packet then travels inside of
// packets of those links. No more than MaxHops peers lie between two ends. A relaying peer knows how many lie
// between it and each end, and drops what would be more. It also drops what would go back to the peer that it
// came from, and a link serves no other one that it depends on itself. So packets do not go in circles.
//
// A relaying peer could bring packets of its own making. Those that DTLS would believe without a key are
// dropped: records of epoch zero once the connection is up, and alerts of that epoch before.
//
// # Path
//
// Each side sends by the way on which the other side hears it. A side that misses packets begins to send both
// ways, and sends Path messages on the connection itself, as datagrams: wire.Path, flags u8, interval u8. The
// flags are hears (1: packets arrive directly), calm (2: all is well on this side), answer (4) and deaf (8:
// nothing comes by any way). The interval is how often the sender tries the direct way, in tenths of a
// second. A side that is not heard directly sends through the peer by which the other's packets come, and
// every interval one packet goes both ways. A relaying peer is avoided for a while that brings packets of
// which none is the other side's, or by which nothing gets to the other side: the messages on the connection
// itself tell. After three messages in a row with hears set, it sends directly again. When both sides have
// been calm for two seconds, the path is plain again, which costs nothing.
package relay
