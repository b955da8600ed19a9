package order

import (
	"errors"
	"fmt"
	"strings"

	"manyhold/app/settings"
)

// offerOrder is the order that changes the node's offer to hosting.
type offerOrder struct{ key, value string }

func (o *offerOrder) Step(h *Actor) (bool, string, error) {
	if h.Offer == nil {
		return true, "", errors.New("no node here can offer anything")
	}
	if err := h.Offer(o.key, o.value); err != nil {
		return true, "", err
	}
	return true, fmt.Sprintf("offers %s = %s", strings.TrimPrefix(o.key, hostTable), o.value), nil
}

// hostTable is the prefix of the keys of settings about hosting.
const hostTable = "host."

func parseOffer(w []string) (Order, error) {
	if len(w) != 2 || settings.RuleOf(hostTable+w[0]) == nil {
		var names []string
		for _, r := range settings.SettingRules {
			if name, ok := strings.CutPrefix(r.Key, hostTable); ok {
				names = append(names, name)
			}
		}
		return nil, fmt.Errorf("offer needs one of %s, and a value", strings.Join(names, ", "))
	}
	return &offerOrder{hostTable + w[0], w[1]}, nil
}
