package window

import (
	"os"
)

// vmVariable names the endpoint of a host of Ebitengine's virtualization: the game then draws there and
// takes its keys and its clock from there. The tests of the window are such a host.
const VmVariable = "MANYHOLD_VM"

func vmEndpoint() string { return os.Getenv(VmVariable) }
