#if CommandLineTool
  extension Shim {
    /// `spec/vcr_scopes.rb`, which `.rspec` requires.
    static let rspecSource = #"""
      # vcr: one cassette an example, with vcr record|replay --scopes -- rspec
      require "socket"
      require "uri"

      module VCRScopes
        def self.say(query)
          address = URI(ENV["VCR_SCOPE_URL"])
          head, text = TCPSocket.open(address.host, address.port) do |connection|
            connection.write("GET #{address.path}?#{URI.encode_www_form(query)} HTTP/1.0\r\n\r\n")
            connection.read.force_encoding("UTF-8").split("\r\n\r\n", 2)
          end
          raise "vcr: #{text}" unless head.split[1] == "200"
          text.strip
        end
      end

      unless ENV.fetch("VCR_SCOPE_URL", "").empty?
        RSpec.configure do |config|
          # Around all other hooks, as some of them fail an example, too; config.around would be within.
          config.hooks.register(:append, :around, :example) do |example|
            groups = example.metadata[:example_group]
            own = example.metadata[:description]
            names = [own.empty? ? "example #{example.metadata[:scoped_id]}" : own]
            while groups
              names.unshift(groups[:description])
              groups = groups[:parent_example_group]
            end
            file = example.metadata[:rerun_file_path] || example.file_path
            names.unshift(file.delete_prefix("./"))
            scope = VCRScopes.say([["begin", ""], *names.map { |name| ["name", name] }])
            begin
              example.run
            rescue Exception
              VCRScopes.say("end" => scope, "result" => "fail")
              raise
            end
            VCRScopes.say("end" => scope, "result" => example.exception ? "fail" : "pass")
          end
        end
      end

      """#
  }
#endif
