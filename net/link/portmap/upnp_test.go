//go:build !js

package portmap

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/net/patience"
)

const (
	ip2 = "urn:schemas-upnp-org:service:WANIPConnection:2"
	ip1 = "urn:schemas-upnp-org:service:WANIPConnection:1"
	ppp = "urn:schemas-upnp-org:service:WANPPPConnection:1"
)

// igd is an Internet Gateway Device with one service.
type igd struct {
	service   string
	control   string            // path or URL of the service; "" for /control
	external  string            // "" for the usual one
	faults    map[string]int    // by action
	permanent bool              // refuses leases
	taken     map[string]bool   // outside ports
	raw       map[string]string // answers in place of the right ones, by action; "description" for that

	mu       sync.Mutex
	mappings map[string]string // "TCP 7778" to "127.0.0.1:7778 for 7200"
}

// serve starts the device and returns its address.
func (d *igd) serve(t *testing.T) *url.URL {
	t.Helper()
	d.mappings = map[string]string{}
	s := httptest.NewServer(d)
	t.Cleanup(s.Close)
	at, err := url.Parse(s.URL + "/root.xml")
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// left returns how many mappings there are.
func (d *igd) left() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.mappings)
}

const description = `<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>
<device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><friendlyName>a test</friendlyName>
<deviceList><device><deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType><serviceList>%s</serviceList>
</device></deviceList></device></deviceList></device></root>`

// serviceOf is a service in a description.
func serviceOf(service, control string) string {
	return fmt.Sprintf("<service><serviceType>%s</serviceType><serviceId>a</serviceId><SCPDURL>/scpd</SCPDURL><controlURL>%s</controlURL><eventSubURL>/e</eventSubURL></service>", service, control)
}

const envelope = `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>%s</s:Body></s:Envelope>`

// ServeHTTP answers as a router does.
func (d *igd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	control := d.control
	if control == "" {
		control = "/control"
	}
	if r.Method == http.MethodGet {
		if raw, ok := d.raw["description"]; ok {
			io.WriteString(w, raw)
			return
		}
		fmt.Fprintf(w, description, serviceOf(d.service, control))
		return
	}
	_, action, _ := strings.Cut(strings.Trim(r.Header.Get("SOAPAction"), `"`), "#")
	if raw, ok := d.raw[action]; ok {
		if raw == "redirect" {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			return
		}
		io.WriteString(w, raw)
		return
	}
	var q struct {
		Body struct {
			Action struct {
				NewExternalPort, NewProtocol, NewInternalPort, NewInternalClient, NewLeaseDuration string
			} `xml:",any"`
		}
	}
	if err := xml.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a := q.Body.Action
	key, inside, code := a.NewProtocol+" "+a.NewExternalPort, "", d.faults[action]
	switch {
	case code != 0:
	case action == "GetExternalIPAddress":
		inside = "<NewExternalIPAddress>" + map[bool]string{true: outer.String(), false: d.external}[d.external == ""] + "</NewExternalIPAddress>"
	case action == "GetStatusInfo":
		inside = "<NewConnectionStatus>Connected</NewConnectionStatus><NewLastConnectionError>ERROR_NONE</NewLastConnectionError><NewUptime>5000</NewUptime>"
	case action == "AddPortMapping" && d.taken[a.NewExternalPort]:
		code = faultConflict
	case action == "AddPortMapping" && d.permanent && a.NewLeaseDuration != "0":
		code = faultPermanent
	case action == "AddPortMapping":
		d.mappings[key] = a.NewInternalClient + ":" + a.NewInternalPort + " for " + a.NewLeaseDuration
	case action == "DeletePortMapping" && d.mappings[key] == "":
		code = 714 // NoSuchEntryInArray
	case action == "DeletePortMapping":
		delete(d.mappings, key)
	default:
		code = 401 // Invalid Action
	}
	if code != 0 {
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprintf(w, envelope, fmt.Sprintf(`<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail><UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>%d</errorCode><errorDescription>no</errorDescription></UPnPError></detail></s:Fault>`, code))
		return
	}
	fmt.Fprintf(w, envelope, fmt.Sprintf(`<u:%sResponse xmlns:u="%s">%s</u:%[1]sResponse>`, action, d.service, inside))
}

// TestUPnP: mapping, renewing and unmapping with each service, and with routers that are limited.
func TestUPnP(t *testing.T) {
	for name, c := range map[string]struct {
		device *igd
		want   string // the mapping
	}{
		"WANIPConnection:2":          {&igd{service: ip2}, "127.0.0.1:7778 for 7200"},
		"WANIPConnection:1":          {&igd{service: ip1}, "127.0.0.1:7778 for 7200"},
		"WANPPPConnection:1":         {&igd{service: ppp}, "127.0.0.1:7778 for 7200"},
		"relative address":           {&igd{service: ip1, control: "control/x"}, "127.0.0.1:7778 for 7200"},
		"permanent leases only":      {&igd{service: ip1, permanent: true}, "127.0.0.1:7778 for 0"},
		"tells no uptime":            {&igd{service: ip1, faults: map[string]int{"GetStatusInfo": 401}}, "127.0.0.1:7778 for 7200"},
		"tells an uptime of letters": {&igd{service: ip1, raw: map[string]string{"GetStatusInfo": fmt.Sprintf(envelope, "<a><NewUptime>x</NewUptime></a>")}}, "127.0.0.1:7778 for 7200"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, end := patience.WithTimeout(t.Context(), 10*time.Second)
			defer end()
			at := c.device.serve(t)
			all, err := describe(ctx, at)
			if err != nil || len(all) != 1 {
				t.Fatalf("%v %v", all, err)
			}
			g := all[0]
			s, err := g.State(ctx)
			if err != nil || s.External != outer || !s.Local.IsLoopback() || s.Uptime != 0 && s.Uptime != 5000*time.Second {
				t.Errorf("%+v %v", s, err)
			}
			for range 2 {
				if l, err := g.Map(ctx, door, 8000, 2*time.Hour); err != nil || l != (Lease{8000, 2 * time.Hour}) {
					t.Errorf("%+v %v", l, err)
				}
			}
			c.device.mu.Lock()
			if got := c.device.mappings["TCP 8000"]; got != c.want || len(c.device.mappings) != 1 {
				t.Errorf("mapped %v, want %q", c.device.mappings, c.want)
			}
			c.device.mu.Unlock()
			if err := g.Unmap(ctx, door, 8000); err != nil || c.device.left() != 0 {
				t.Errorf("%v; %d mappings are left", err, c.device.left())
			}
			if err := g.Unmap(ctx, door, 8000); err == nil {
				t.Error("unmapped twice")
			}
		})
	}
}

// TestUPnPConflict: a taken port is told from other refusals.
func TestUPnPConflict(t *testing.T) {
	for code, taken := range map[int]bool{faultConflict: true, faultMechanism: true, 501: false, 606: false, faultInvalidArgs: false} {
		d := &igd{service: ip1, faults: map[string]int{"AddPortMapping": code}}
		ctx, end := patience.WithTimeout(t.Context(), 10*time.Second)
		all, err := describe(ctx, d.serve(t))
		if err != nil || len(all) != 1 {
			t.Fatalf("%v %v", all, err)
		}
		if _, err := all[0].Map(ctx, door, 7778, time.Hour); err == nil || errors.Is(err, ErrTaken) != taken {
			t.Errorf("fault %d: %v", code, err)
		}
		end()
	}
}

// TestUPnPMapper: a Mapper maps two ports at a device, one of them at another outside port, and removes both.
func TestUPnPMapper(t *testing.T) {
	d := &igd{service: ip2, taken: map[string]bool{"7778": true}}
	ctx, cancel := patience.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	all, err := describe(ctx, d.serve(t))
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Ports: []Port{door, {UDP, 9000}}})
	h := &held{gateway: all[0], outside: map[Port]uint16{}}
	if err := m.ask(ctx, h); err != nil {
		t.Fatal(err)
	}
	if got := m.Mapped(); len(got) != 2 || got[0].External.Port() == 7778 || got[1].External != netip.AddrPortFrom(outer, 9000) {
		t.Errorf("mapped %v", got)
	}
	h.release(ctx, m.log)
	if d.left() != 0 {
		t.Errorf("%d mappings are left", d.left())
	}
}

// TestUPnPGarbage: answers that mean nothing, or lead elsewhere, are errors.
func TestUPnPGarbage(t *testing.T) {
	long := strings.Repeat("<a>", maxDocument)
	for name, answer := range map[string]string{
		"empty": "", "no XML": "\x00\xff", "half": `<?xml version="1.0"?><s:Envelope`, "deep": strings.Repeat("<a>", 20000), "too long": long,
		"a page": "<html><body>log in</body></html>", "another address": fmt.Sprintf(envelope, "<a><NewExternalIPAddress>1.2.3</NewExternalIPAddress></a>"),
		"late": fmt.Sprintf(envelope, strings.Repeat(" ", maxDocument)+"<a><NewExternalIPAddress>203.0.113.7</NewExternalIPAddress></a>"), "redirect": "redirect",
	} {
		t.Run(name, func(t *testing.T) {
			d := &igd{service: ip1, raw: map[string]string{"GetExternalIPAddress": answer}}
			ctx, end := patience.WithTimeout(t.Context(), 20*time.Second)
			defer end()
			all, err := describe(ctx, d.serve(t))
			if err != nil || len(all) != 1 {
				t.Fatalf("%v %v", all, err)
			}
			if s, err := all[0].State(ctx); err == nil {
				t.Errorf("taken for a state: %+v", s)
			}
			d = &igd{service: ip1, raw: map[string]string{"description": answer}}
			if all, err := describe(ctx, d.serve(t)); len(all) > 0 {
				t.Errorf("taken for a description: %v %v", all, err)
			}
		})
	}
}

// TestUPnPElsewhere: a description speaks for its own host only, and names a few services at most.
func TestUPnPElsewhere(t *testing.T) {
	ctx, end := patience.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	for _, control := range []string{"http://192.0.2.1/control", "https://127.0.0.1/control", "http://localhost/control", "file:///etc/passwd", "http://[::1]:1/"} {
		d := &igd{service: ip1, control: control}
		if all, err := describe(ctx, d.serve(t)); len(all) > 0 {
			t.Errorf("%s: %v %v", control, all, err)
		}
	}
	base := strings.Replace(fmt.Sprintf(description, serviceOf(ip1, "/c")), "<device>", "<URLBase>http://192.0.2.1/</URLBase><device>", 1)
	d := &igd{raw: map[string]string{"description": base}}
	if all, err := describe(ctx, d.serve(t)); err != nil || len(all) != 1 {
		t.Errorf("a base elsewhere: %v %v", all, err)
	}
	d = &igd{raw: map[string]string{"description": fmt.Sprintf(description, strings.Repeat(serviceOf(ip1, "/c"), 100))}}
	if all, err := describe(ctx, d.serve(t)); err != nil || len(all) != maxServices {
		t.Errorf("a hundred services: %d, %v", len(all), err)
	}
	for _, text := range []string{"https://127.0.0.1/", "http://localhost/", "file:///root.xml", "http:///"} {
		at, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := describe(ctx, at); err == nil {
			t.Errorf("%s was asked", text)
		}
	}
}
