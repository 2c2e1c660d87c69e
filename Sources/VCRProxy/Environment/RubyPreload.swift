#if CommandLineTool
  /// The script that makes programs in Ruby trust the authority of the run, whatever roots they
  /// name.
  ///
  /// Some name them in their own code, such as a file that comes with a gem, and read no variable.
  /// Ruby finds the script where a program requires `openssl`, as the first of its path; it leaves
  /// that path, and requires the library itself.
  enum RubyPreload {
    /// The script's text.
    static let source = #"""
      # Written by vcr for one run: clients that load roots trust the authority of the run as well.
      folder = File.dirname(__FILE__)
      $LOAD_PATH.delete_if { |path| File.identical?(path.to_s, folder) }
      require "openssl"

      authority = File.join(File.dirname(folder), "ca.pem")
      OpenSSL::SSL::SSLSocket.prepend(
        Module.new do
          define_method(:initialize) do |io, context = OpenSSL::SSL::SSLContext.new|
            # One that is frozen was used before.
            unless context.frozen?
              store = context.cert_store ||= OpenSSL::X509::Store.new
              begin
                store.add_file(authority)
              rescue OpenSSL::X509::StoreError
                # It has it, or the process has outlived its run.
              end
            end
            super(io, context)
          end
        end
      )

      """#
  }
#endif
