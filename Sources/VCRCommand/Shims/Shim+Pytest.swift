#if CommandLineTool
  extension Shim {
    /// The text for `conftest.py`: a fixture that every test uses.
    static let pytestSource = #"""
      # vcr: one cassette a test, with vcr record|replay --scopes -- pytest (begin)
      import os as _vcr_os
      import socket as _vcr_socket
      import urllib.parse as _vcr_url

      import pytest as _vcr_pytest


      def _vcr_say(**query):
          address = _vcr_url.urlsplit(_vcr_os.environ["VCR_SCOPE_URL"])
          request = f"GET {address.path}?{_vcr_url.urlencode(query, True)} HTTP/1.0\r\n\r\n"
          with _vcr_socket.create_connection((address.hostname, address.port)) as connection:
              connection.sendall(request.encode())
              with connection.makefile("rb") as response:
                  head, _, text = response.read().decode().partition("\r\n\r\n")
          if head.split()[1] != "200":
              _vcr_pytest.fail("vcr: " + text, pytrace=False)
          return text.strip()


      class _VCROutcomes:
          @_vcr_pytest.hookimpl(hookwrapper=True, tryfirst=True)
          def pytest_runtest_makereport(self, item, call):
              outcome = yield
              failed = outcome.excinfo is not None or outcome.get_result().failed
              item._vcr_failed = getattr(item, "_vcr_failed", False) or failed
              # What is torn down may fail, so that a test has its outcome only now.
              if call.when == "teardown" and getattr(item, "_vcr_left", None):
                  result = "fail" if item._vcr_failed else "pass"
                  scope, item._vcr_left = item._vcr_left, None
                  try:
                      _vcr_say(end=scope, result=result)
                  except _vcr_pytest.fail.Exception as fault:
                      report = outcome.get_result()
                      report.outcome, report.longrepr = "failed", str(fault)


      # No hook of the file itself: pytest takes one of each name, and this file may have its own.
      @_vcr_pytest.fixture(scope="session", autouse=True)
      def _vcr_outcomes(pytestconfig):
          plugins = pytestconfig.pluginmanager
          if not plugins.has_plugin("vcr-outcomes"):
              plugins.register(_VCROutcomes(), "vcr-outcomes")


      @_vcr_pytest.fixture(autouse=True)
      def _vcr_scope(request):
          if not _vcr_os.environ.get("VCR_SCOPE_URL"):
              yield
              return
          item = request.node
          file, *rest = item.nodeid.split("::", item.nodeid.partition("[")[0].count("::"))
          scope = _vcr_say(begin="", name=[file, *rest])
          item._vcr_failed = False
          yield
          # What fixtures of several tests request after it belongs to none.
          _vcr_say(leave=scope)
          item._vcr_left = scope
      # vcr: (end)

      """#
  }
#endif
