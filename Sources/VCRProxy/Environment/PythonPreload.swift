#if CommandLineTool
  /// The script that makes programs in Python trust the authority of the run, whatever file of
  /// roots they name.
  ///
  /// Many name one in their own code, such as certifi's, and read no variable. Python runs the
  /// script when it starts, as the first `sitecustomize` of its path; the module `ssl` is changed
  /// once a program imports it. The script leaves that path, and runs the user's `sitecustomize`.
  enum PythonPreload {
    /// The script's text.
    static let source = #"""
      # Written by vcr for one run: clients that load roots trust the authority of the run as well.
      import os
      import sys


      class _Finder(object):
          def find_spec(self, name, path=None, target=None):
              if name != 'ssl':
                  return None
              sys.meta_path.remove(self)
              for finder in sys.meta_path:
                  find = getattr(finder, 'find_spec', None)
                  spec = find(name, path, target) if find else None
                  if spec:
                      if hasattr(spec.loader, 'exec_module'):
                          spec.loader = _Loader(spec.loader)
                      return spec
              return None


      class _Loader(object):
          def __init__(self, loader):
              self.loader = loader

          def __getattr__(self, name):
              return getattr(self.loader, name)

          def exec_module(self, module):
              module.__loader__ = module.__spec__.loader = self.loader
              self.loader.exec_module(module)
              _change(module)


      def _change(ssl):
          import functools
          add = ssl.SSLContext.load_verify_locations

          def adding(load):
              @functools.wraps(load)
              def method(self, *arguments, **options):
                  result = load(self, *arguments, **options)
                  # A server that asks for certificates is no client.
                  if self.protocol != ssl.PROTOCOL_TLS_SERVER:
                      try:
                          add(self, cafile=_authority)
                      # A process may outlive its run.
                      except OSError:
                          pass
                  return result
              return method

          for name in 'load_verify_locations', 'load_default_certs', 'set_default_verify_paths':
              setattr(ssl.SSLContext, name, adding(getattr(ssl.SSLContext, name)))


      _folder = os.path.dirname(__file__)
      _authority = os.path.join(os.path.dirname(_folder), 'ca.pem')
      if sys.version_info >= (3, 6) and 'ssl' not in sys.modules:
          sys.meta_path.insert(0, _Finder())
      # The program gets the path and the module that it would have without vcr. Where there is no
      # module, importing it is the error about which Python says nothing.
      while _folder in sys.path:
          sys.path.remove(_folder)
      _self = sys.modules.pop(__name__)
      import sitecustomize

      """#
  }
#endif
