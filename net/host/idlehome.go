package host

// # Idle home
//
// Home admits strangers and lends the land, and every peer has executed it once. Where islands are shared
// out, a peer leaves home like any other island when it has no reason to execute it: its player is elsewhere,
// and the peer neither votes there nor keeps a copy. Home's core stays idle: it knows the world and greets
// linked peers, so that they count this peer among possible holders of islands; it handles no other messages.
// Home is then in the directory like other islands, with all records by which land was divided off: these
// prove the islands that come from home. When there is a reason again, home is taken over from other peers,
// into the same machine and file.
//
// An idle core still takes and gives entries of the world's charter; see package policy. A peer that is not
// logged in stays until it is, because voters of home countersign logins.
