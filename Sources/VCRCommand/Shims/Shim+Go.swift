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
      	"errors"
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
      	id, err := say(url.Values{"begin": {""}, "name": {strings.Trim(caller()+"/"+t.Name(), "/")}})
      	if err != nil {
      		t.Fatal(err)
      	}
      	t.Cleanup(func() {
      		t.Helper()
      		result := "pass"
      		if t.Failed() || panics() {
      			result = "fail"
      		}
      		if _, err := say(url.Values{"end": {id}, "result": {result}}); err != nil {
      			t.Error(err)
      		}
      	})
      	return &http.Client{Transport: scoped{id}}
      }

      type scoped struct{ id string }

      func (s scoped) RoundTrip(request *http.Request) (*http.Response, error) {
      	request = request.Clone(request.Context())
      	request.Header.Set("VCR-Scope", s.id)
      	return http.DefaultTransport.RoundTrip(request)
      }

      // The folder of the package that is tested, where its tests begin.
      var folder, _ = os.Getwd()

      // The package of the test, within the module: of those that called, the one that is tested, as
      // another may have a function that begins a scope for it.
      func caller() string {
      	own := reflect.TypeOf(scoped{}).PkgPath()
      	module := own[:strings.LastIndex(own, "/internal/")]
      	counters := make([]uintptr, 64)
      	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters)])
      	best, length := "", -1
      	for first := true; ; first = false {
      		frame, more := frames.Next()
      		slash := strings.LastIndex(frame.Function, "/") + 1
      		last := frame.Function[slash:]
      		if dot := strings.Index(last, "."); dot >= 0 {
      			last = last[:dot]
      		}
      		name := frame.Function[:slash] + strings.ReplaceAll(last, "%2e", ".")
      		within := strings.TrimPrefix(strings.TrimPrefix(name, module), "/")
      		if first {
      			best = within
      		}
      		tested := strings.TrimSuffix(within, "_test")
      		isOfModule := name == module || strings.HasPrefix(name, module+"/") || name == module+"_test"
      		if isOfModule && len(tested) > length && (tested == "" || strings.HasSuffix(folder, "/"+tested)) {
      			best, length = within, len(tested)
      		}
      		if !more {
      			return best
      		}
      	}
      }

      // Whether a panic runs what is deferred: a test does not count as failed before that was run.
      func panics() bool {
      	counters := make([]uintptr, 64)
      	frames := runtime.CallersFrames(counters[:runtime.Callers(1, counters)])
      	for {
      		frame, more := frames.Next()
      		if frame.Function == "runtime.gopanic" {
      			return true
      		}
      		if !more {
      			return false
      		}
      	}
      }

      func say(query url.Values) (string, error) {
      	address, err := url.Parse(os.Getenv("VCR_SCOPE_URL"))
      	if err != nil {
      		return "", err
      	}
      	connection, err := net.Dial("tcp", address.Host)
      	if err != nil {
      		return "", err
      	}
      	defer connection.Close()
      	io.WriteString(connection, "GET "+address.Path+"?"+query.Encode()+" HTTP/1.0\r\n\r\n")
      	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
      	if err != nil {
      		return "", err
      	}
      	text, err := io.ReadAll(response.Body)
      	if err == nil && response.StatusCode != 200 {
      		err = errors.New("vcr: " + string(text))
      	}
      	return strings.TrimSpace(string(text)), err
      }

      """#
  }
#endif
