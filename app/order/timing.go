package order

import (
	"time"
)

// DecreeTime is how long the node that is asked for a decree may take to answer.
const DecreeTime = 5 * time.Second

// LineTime is how long a line of the chat may take to be carried out: a law is waited for.
const LineTime = 30 * time.Second
