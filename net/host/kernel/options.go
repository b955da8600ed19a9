package kernel

import (
	"errors"
	"log/slog"
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/hook"
	"manyhold/net/host/machine"
	"manyhold/net/host/status"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/shout"
	"manyhold/net/store"
)

// Errors of Submit and of the constructors.
var (
	// ErrNoWorld says that the world is not known yet.
	ErrNoWorld = errors.New("host: the world is not known yet")
	// ErrTooLong says that a command's body is larger than MaxBody.
	ErrTooLong = errors.New("host: the command is too long")
	// ErrFull says that MaxPending own commands wait already.
	ErrFull = errors.New("host: too many commands wait to be ordered")
	// ErrManyTicks and ErrFewTicks say that a turn has more or fewer ticks than the record of its epoch says.
	ErrManyTicks = errors.New("host: a turn with too many ticks")
	ErrFewTicks  = errors.New("host: a turn with too few ticks")
	// ErrPlayOnly says that the peer hosts nothing, so that it cannot found an island or make a fork firm.
	ErrPlayOnly = errors.New("host: this peer only plays; it hosts no world")
	// ErrStopped says that the host has been stopped.
	ErrStopped = errors.New("host: stopped")
	// ErrDamaged says that the loaded parts do not fit together; the error names them.
	ErrDamaged = errors.New("host: the world file contradicts itself")
)

// Machine is the state that is replicated.
type Machine = machine.Machine

// Executed tells of a turn that was just executed.
type Executed struct {
	Island  uint64  // Home, or another
	Machine Machine // after the turn; not to be kept
	Turn    uint64
	Epoch   uint64
	Body    []byte // of the turn; not to be kept. Nil when the state was replaced by a snapshot
	Digest  uint64
	// Rewound: the state went back before this turn, or was replaced. Whatever the receiver holds of
	// turns from this one on is void.
	Rewound bool
	// Altered: the state was changed between the turn before and this one, because parts were carved out of
	// it or another island was taken in. A receiver that executes the turns elsewhere must take the state as
	// it is now.
	Altered bool
}

// Desync tells of a difference between this peer's state and the others'.
type Desync struct {
	Turn   uint64 // of both snapshots
	Source key.ID // the peer whose snapshot is taken over
	Mine   []byte // snapshot of the wrong state; nil when it was not at Turn
	Right  []byte // snapshot that replaced it
}

// Options are the identity, the limits and the callbacks of a host.
type Options struct {
	Key  key.Pair
	Name string // for Status
	// Rules is the newest number of the machine's rules that this version runs. Epochs that it founds have
	// them; epochs with newer ones are refused.
	Rules uint32
	// Turn and Ticks are the length of the turns that this peer closes; zero means the defaults.
	Turn  time.Duration
	Ticks uint8
	// Incarnation tells this process from earlier ones of the same key; zero means a random one.
	Incarnation uint64
	Offer       Offer
	// Charter says that this peer takes part in the world's charter: it exchanges entries, logs its player in
	// and follows ranks and bans.
	Charter bool
	// Whole is up to how many linked peers every peer executes all islands of the world; with more, each
	// executes some: see net/host/directory. Zero means DefaultWhole, less than zero never.
	Whole int
	// Checkpoint is how often the state goes to the file, beside the turns; zero means a minute.
	Checkpoint time.Duration
	// Linger is how long an island must be of no use before it is left; zero: a minute, a second if PlayOnly.
	Linger time.Duration
	// Links is how many linked peers are served; those of more are ignored. Zero means DefaultLinks.
	Links int
	// Cap is how many players may be on an island that takes another in, and above how many one is divided
	// where it can be (see Disperser); zero: the machine alone says.
	Cap uint16
	// Commands is how many commands a leader orders of one author; zero: as many as a world's history bears.
	Commands capacity.Rate
	// Open makes machine and file of a joined world, once its genesis is verified. Only Join needs it.
	Open func(store.Genesis) (Machine, Log, error)
	// Island makes the machine, of the genesis and at the beginning, and the file's log of an island other
	// than home. Without it there is home only.
	Island func(g store.Genesis, island uint64) (Machine, Log, error)
	// SignatureCache is shared by the peers of one process that plays several; nil: it plays one.
	SignatureCache *verify.Cache
	Hooks          hook.Hooks // only for tests
	On             Callbacks
	Log            *slog.Logger // nil: silent
}

// Offer is what a peer offers to its world as a host of islands.
type Offer struct {
	// Unwilling peers execute but are never voters nor heirs. Headless ones are preferred.
	Unwilling bool
	Headless  bool
	// PlayOnly peers host nothing: they never vote or lead, keep no copies of islands, begin no fork, give
	// nobody the state, and wait when no other peer hosts the island. They execute the islands near their
	// player, and choose the peer that passes turns on to them (see net/host/attach).
	PlayOnly bool
	// Limits are the resources that this peer offers. Resources, when not nil, has them and the present
	// usage; all cores of a process share it.
	Limits    capacity.Limits
	Resources *capacity.Capacity
	// Trusted reports whether the world's host policy lets a peer be a voter; nil: every peer may. Disk
	// returns the bytes that the world takes on disk; nil: none that count. Both are called by the host's
	// goroutine, and must not block.
	Trusted  func(key.ID) bool
	Disk     func() uint64
	Capacity uint32 // how much hosting is offered, relative to others; zero means 1
}

// Callbacks are the functions by which a host reports what happened. Each may be nil. They run in the host's
// goroutine and must not block.
type Callbacks struct {
	Turn    func(Executed)     // a turn was executed
	Desync  func(Desync)       // this peer's own state was found wrong and has been replaced
	Merge   func(status.Merge) // a branch was merged, also one of other peers, or refused
	Shout   func(shout.Heard)  // a player shouted to the whole world, this player included
	Expired func(seq uint64)   // an own command was never taken
	// Keeper says that a player begins or ends as temporary keeper; its name as far as known here.
	Keeper func(player key.ID, name string, begins bool)
}
