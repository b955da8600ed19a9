package status

// ShoutStatus is something that was said to the whole world, as status tells it.
type ShoutStatus struct {
	Serial uint64  `json:"serial"` // ascending by one on this node
	Peer   string  `json:"peer"`   // who said it
	Name   string  `json:"name"`
	Text   string  `json:"text"`
	Age    float64 `json:"age_s"` // since it came here
}
