package order

import (
	"time"
)

// DecreeTime is how long the node that is asked for a decree may take to answer.
const DecreeTime = 5 * time.Second
