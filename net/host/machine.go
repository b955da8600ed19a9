package host

import "manyhold/net/host/machine"

// Machine is the state that is replicated.
type Machine = machine.Machine
