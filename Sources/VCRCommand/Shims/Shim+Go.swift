#if CommandLineTool
  extension Shim {
    /// `internal/vcrtest/vcrtest.go`, a package that the tests of the module import.
    static let goSource = #"""
      // Package vcrtest gives each test a cassette of its own, with
      //
      //	vcr record|replay --scopes -- go test ./...
      package vcrtest

      import (
      	"bufio"
      	"io"
      	"net"
      	"net/http"
      	"net/url"
      	"os"
      	"reflect"
      	"runtime"
      	"strings"
      	"testing"
      )

      // Scope begins the cassette of a test, which ends with the test. Tests that run in parallel send
      // their requests with the client that it returns; any client does for the others.
      func Scope(t testing.TB) *http.Client {
      	t.Helper()
      	if os.Getenv("VCR_SCOPE_URL") == "" {
      		return http.DefaultClient
      	}
      	id := say(t, url.Values{"begin": {""}, "name": {strings.Trim(caller()+"/"+t.Name(), "/")}})
      	t.Cleanup(func() {
      		result := "pass"
      		if t.Failed() {
      			result = "fail"
      		}
      		say(t, url.Values{"end": {id}, "result": {result}})
      	})
      	return &http.Client{Transport: scoped{id}}
      }

      type scoped struct{ id string }

      func (s scoped) RoundTrip(request *http.Request) (*http.Response, error) {
      	request = request.Clone(request.Context())
      	request.Header.Set("VCR-Scope", s.id)
      	return http.DefaultTransport.RoundTrip(request)
      }

      // The package of the test, within the module.
      func caller() string {
      	own := reflect.TypeOf(scoped{}).PkgPath()
      	counter, _, _, _ := runtime.Caller(2)
      	name := runtime.FuncForPC(counter).Name()
      	slash := strings.LastIndex(name, "/") + 1
      	name = name[:slash+strings.Index(name[slash:], ".")]
      	module := own[:strings.LastIndex(own, "/internal/")]
      	return strings.TrimPrefix(strings.TrimPrefix(name, module), "/")
      }

      func say(t testing.TB, query url.Values) string {
      	t.Helper()
      	address, err := url.Parse(os.Getenv("VCR_SCOPE_URL"))
      	if err != nil {
      		t.Fatal(err)
      	}
      	connection, err := net.Dial("tcp", address.Host)
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer connection.Close()
      	io.WriteString(connection, "GET "+address.Path+"?"+query.Encode()+" HTTP/1.0\r\n\r\n")
      	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
      	if err != nil {
      		t.Fatal(err)
      	}
      	text, err := io.ReadAll(response.Body)
      	if err != nil {
      		t.Fatal(err)
      	}
      	if response.StatusCode != 200 {
      		t.Errorf("vcr: %s", text)
      	}
      	return strings.TrimSpace(string(text))
      }

      """#
  }
#endif
