//go:build !js

package portmap

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/huin/goupnp"
	"github.com/huin/goupnp/dcps/internetgateway2"
	"github.com/huin/goupnp/soap"
)

const (
	// maxDocument is the largest description or answer of a router in bytes, and maxHeader that of its
	// headers.
	maxDocument, maxHeader = 64 << 10, 16 << 10
	// maxServices is how many services of one description are used.
	maxServices = 4
	// mappedBy is the description of a mapping, which routers show their owners.
	mappedBy = "Manyhold"
)

// Errors of a router, from the tables of the actions in UPnP IGD (WANIPConnection:2, §2.5).
const (
	faultInvalidArgs = 402
	faultConflict    = 718 // ConflictInMappingEntry
	faultPermanent   = 725 // OnlyPermanentLeasesSupported
	faultMechanism   = 729 // ConflictWithOtherMechanisms
)

// wanConnection is what the three services have in common.
type wanConnection interface {
	GetExternalIPAddressCtx(ctx context.Context) (string, error)
	GetStatusInfoCtx(ctx context.Context) (status, lastError string, uptime uint32, err error)
	AddPortMappingCtx(ctx context.Context, remote string, outside uint16, protocol string, inside uint16, client string, enabled bool, description string, lease uint32) error
	DeletePortMappingCtx(ctx context.Context, remote string, outside uint16, protocol string) error
}

// upnp is a service of an Internet Gateway Device.
type upnp struct {
	service   wanConnection
	at        netip.Addr
	permanent bool // the router knows no leases
	untimed   bool // the router does not tell its uptime
}

// String implements Gateway.
func (g *upnp) String() string { return "UPnP at " + g.at.String() }

// State implements Gateway.
func (g *upnp) State(ctx context.Context) (s State, err error) {
	if s.Local, err = localTo(g.at); err != nil {
		return s, err
	}
	text, err := g.service.GetExternalIPAddressCtx(ctx)
	if err != nil {
		return s, fmt.Errorf("portmap: UPnP: %w", err)
	}
	if s.External, err = netip.ParseAddr(strings.TrimSpace(text)); err != nil {
		return s, fmt.Errorf("portmap: UPnP: the outer address: %w", err)
	}
	if !g.untimed {
		_, _, uptime, err := g.service.GetStatusInfoCtx(ctx)
		s.Uptime, g.untimed = time.Duration(uptime)*time.Second, err != nil
	}
	return s, nil
}

// Map implements Gateway. A router that refuses leases gets a mapping without end, which Unmap removes.
func (g *upnp) Map(ctx context.Context, p Port, outside uint16, lifetime time.Duration) (Lease, error) {
	local, err := localTo(g.at)
	if err != nil {
		return Lease{}, err
	}
	add := func(seconds uint32) error {
		return g.service.AddPortMappingCtx(ctx, "", outside, upper(p.Protocol), p.Internal, local.String(), true, mappedBy, seconds)
	}
	if !g.permanent {
		err = add(uint32(lifetime / time.Second))
		if code := faultCode(err); code == faultPermanent || code == faultInvalidArgs {
			g.permanent = true
		}
	}
	if g.permanent {
		err = add(0)
	}
	switch code := faultCode(err); {
	case code == faultConflict || code == faultMechanism:
		return Lease{}, fmt.Errorf("%w: fault %d", ErrTaken, code)
	case err != nil:
		return Lease{}, fmt.Errorf("portmap: UPnP: %w", err)
	}
	return Lease{outside, lifetime}, nil
}

// Unmap implements Gateway.
func (g *upnp) Unmap(ctx context.Context, p Port, outside uint16) error {
	if err := g.service.DeletePortMappingCtx(ctx, "", outside, upper(p.Protocol)); err != nil {
		return fmt.Errorf("portmap: UPnP: %w", err)
	}
	return nil
}

// upper names a protocol as UPnP does.
func upper(p Protocol) string { return strings.ToUpper(p.String()) }

// faultCode returns the number of a router's refusal, 0 for another error and for none.
func faultCode(err error) int {
	var fault *soap.SOAPFaultError
	if errors.As(err, &fault) {
		return fault.Detail.UPnPError.Errorcode
	}
	return 0
}

// describe reads the description of a device and returns its services that map ports, at most maxServices.
// Services at another host than the description's are left out: a device speaks for itself only.
func describe(ctx context.Context, at *url.URL) ([]Gateway, error) {
	host, err := netip.ParseAddr(at.Hostname())
	if err != nil || at.Scheme != "http" {
		return nil, fmt.Errorf("portmap: UPnP: a description at %q", at.Redacted())
	}
	client := boundedClient()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("portmap: UPnP: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("portmap: UPnP: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("portmap: UPnP: the description has status %d", response.StatusCode)
	}
	root := &goupnp.RootDevice{}
	decoder := xml.NewDecoder(response.Body)
	decoder.DefaultSpace = goupnp.DeviceXMLNamespace
	if err := decoder.Decode(root); err != nil {
		return nil, fmt.Errorf("portmap: UPnP: the description: %w", err)
	}
	base := at
	if b, err := url.Parse(root.URLBaseStr); err == nil && b.Host == at.Host && b.Scheme == "http" {
		base = b
	}
	root.SetURLBase(base)
	var all []Gateway
	add := func(s wanConnection, c *soap.SOAPClient) {
		if end := c.EndpointURL; end.Scheme == "http" && end.Hostname() == at.Hostname() && len(all) < maxServices {
			c.HTTPClient = *client
			all = append(all, &upnp{service: s, at: host})
		}
	}
	// An error of these three says that the device lacks the service.
	second, _ := internetgateway2.NewWANIPConnection2ClientsFromRootDevice(root, at)
	for _, s := range second {
		add(s, s.SOAPClient)
	}
	first, _ := internetgateway2.NewWANIPConnection1ClientsFromRootDevice(root, at)
	for _, s := range first {
		add(s, s.SOAPClient)
	}
	dialled, _ := internetgateway2.NewWANPPPConnection1ClientsFromRootDevice(root, at)
	for _, s := range dialled {
		add(s, s.SOAPClient)
	}
	return all, nil
}

// boundedClient returns a client for one router: no proxy, no way to other hosts, and bounded answers.
func boundedClient() *http.Client {
	return &http.Client{
		Timeout:       askTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("portmap: a router leads elsewhere") },
		Transport: bounded{&http.Transport{
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeader, ResponseHeaderTimeout: askTime,
		}},
	}
}

// bounded cuts the bodies of answers at maxDocument, so that a longer one cannot be read as XML.
type bounded struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(r)
	if err == nil {
		response.Body = cut{io.LimitReader(response.Body, maxDocument), response.Body}
	}
	return response, err
}

// cut is a body of which only the beginning is read.
type cut struct {
	io.Reader
	io.Closer
}
