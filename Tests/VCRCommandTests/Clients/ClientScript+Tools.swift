#if CommandLineTool
  extension ClientScript {
    /// Python that makes a package index with one package.
    private static let pythonIndex = #"""
      import hashlib, os, zipfile
      os.makedirs("simple/greet")
      name = "greet-1.0-py3-none-any.whl"
      information = "greet-1.0.dist-info/"
      files = {
          "greet.py": "print('greeting')\n",
          information + "METADATA": "Metadata-Version: 2.1\nName: greet\nVersion: 1.0\n",
          information + "WHEEL":
              "Wheel-Version: 1.0\nGenerator: greet\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
      }
      record = information + "RECORD"
      files[record] = "".join(f"{file},,\n" for file in [*files, record])
      with zipfile.ZipFile("simple/greet/" + name, "w") as wheel:
          for file, text in files.items(): wheel.writestr(file, text)
      digest = hashlib.sha256(open("simple/greet/" + name, "rb").read()).hexdigest()
      link = f'<a href="{name}#sha256={digest}">{name}</a>'
      open("simple/greet/index.html", "w").write(f"<!DOCTYPE html><html><body>{link}</body></html>")
      """#

    /// Python that makes a registry of Node's packages with one package.
    private static let packageRegistry = #"""
      import hashlib, io, json, os, tarfile
      os.makedirs("greet/-")
      package = tarfile.open("greet/-/greet-1.0.0.tgz", "w:gz")
      for name, text in (("package.json", b'{"name":"greet","version":"1.0.0"}'),
                         ("index.js", b"console.log('greeting')")):
          entry = tarfile.TarInfo("package/" + name)
          entry.size = len(text)
          package.addfile(entry, io.BytesIO(text))
      package.close()
      place = "https://api.test/site/greet/-/greet-1.0.0.tgz"
      digest = hashlib.sha1(open("greet/-/greet-1.0.0.tgz", "rb").read()).hexdigest()
      version = {"name": "greet", "version": "1.0.0", "dist": {"tarball": place, "shasum": digest}}
      page = {"name": "greet", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}
      json.dump(page, open("greet/index.html", "w"))
      """#

    /// Tools.
    static let tools: [ClientScript] = [
      ClientScript(
        client: "curl", probe: ["curl", "--version"],
        command: ["curl", "-sSi"]),
      ClientScript(
        client: "curl --noproxy", probe: ["curl", "--version"],
        command: ["curl", "-sSi", "--noproxy", "*"]),
      ClientScript(
        client: "libcurl in a program",
        probe: ["sh", "-c", "cc --version && ldconfig -p | grep -q 'libcurl.so.4 '"],
        files: [
          "client.c": #"""
          void *curl_easy_init(void);
          int curl_easy_setopt(void *, int, ...);
          int curl_easy_perform(void *);
          int main(int count, char **words) {
            void *handle = curl_easy_init();
            curl_easy_setopt(handle, 10002, words[1]);
            curl_easy_setopt(handle, 42, 1L);
            return curl_easy_perform(handle);
          }

          """#
        ],
        preparation: ["sh", "-c", "cc -w -o client client.c -l:libcurl.so.4"],
        command: ["./client"]),
      ClientScript(
        client: "wget", probe: ["wget", "--version"],
        command: ["wget", "-qO-", "--save-headers"]),
      ClientScript(
        client: "wget2", probe: ["wget2", "--version"],
        command: ["wget2", "-qO-"]),
      ClientScript(
        client: "aria2c", probe: ["aria2c", "--version"],
        command: ["sh", "-c", #"rm -f out; aria2c -q -o out "$0" && cat out"#]),
      ClientScript(
        client: "axel", probe: ["axel", "--version"],
        command: ["sh", "-c", #"rm -f out*; axel -q -n 1 -o out "$0" && cat out"#]),
      ClientScript(
        client: "lynx", probe: ["lynx", "--version"],
        command: ["lynx", "-source"]),
      ClientScript(
        client: "w3m", probe: ["w3m", "-version"],
        command: ["w3m", "-dump_both"]),
      ClientScript(
        client: "lftp", probe: ["lftp", "--version"],
        command: ["lftp", "-c", "cat"]),
      ClientScript(
        client: "Links", probe: ["links", "-version"],
        command: ["links", "-source"]),
      ClientScript(
        client: "ELinks", probe: ["elinks", "-version"],
        command: ["elinks", "-no-connect", "-source", "1"]),
      ClientScript(
        client: "HTTPie", probe: ["http", "--version"],
        files: ["config.json": #"{"disable_update_warnings": true}"#],
        command: ["env", "HTTPIE_CONFIG_DIR=.", "http", "--ignore-stdin", "--print=hb"]),
      ClientScript(
        client: "git", probe: ["git", "--version"],
        site: #"""
          import os
          os.makedirs("repo.git/info")
          open("repo.git/info/refs", "w").write("0123456789abcdef0123456789abcdef01234567\trefs/heads/main\n")
          open("repo.git/HEAD", "w").write("ref: refs/heads/main\n")
          """#,
        command: ["git", "ls-remote"],
        path: "/site/repo.git",
        output: "0123456789abcdef0123456789abcdef01234567\trefs/heads/main\n"),
      ClientScript(
        client: "git clone", probe: ["git", "--version"],
        site: #"""
          import subprocess
          subprocess.run("""git init -q made && cd made
          git -c user.name=a -c user.email=a@b commit -q --allow-empty -m greeting
          git update-server-info && mv .git ../r.git""", shell=True, check=True)
          """#,
        command: [
          "sh", "-c", #"rm -rf out && git clone -q "$0" out && git -C out log --format=%s"#,
        ],
        path: "/site/r.git",
        schemes: ["https"],
        output: "greeting"),
      // The service has no API of Git LFS, which the client says after it has asked.
      ClientScript(
        client: "Git LFS", probe: ["git", "lfs", "version"],
        command: [
          "sh", "-c",
          #"""
          rm -rf made && git init -q made && cd made
          printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 5\n' 7 > large
          echo 'large filter=lfs' > .gitattributes
          git config lfs.url "$0/lfs" && git config lfs.locksverify false && git add -A
          git -c user.name=a -c user.email=a@b -c filter.lfs.clean=cat commit -q -m greeting
          git lfs fetch --all 2>&1 | grep -o 'failed to fetch'
          """#,
        ],
        path: "/site/r.git",
        output: "failed to fetch\n"),
      ClientScript(
        client: "gh", probe: ["gh", "--version"],
        site: #"""
          import os
          os.makedirs("api/v3")
          open("api/v3/zen", "w").write("greeting\n")
          """#,
        command: [
          "env", "GH_HOST=api.test", "GH_ENTERPRISE_TOKEN=x", "GH_NO_UPDATE_NOTIFIER=1", "gh",
          "api",
        ],
        path: "/site/api/v3/zen",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "apt-get", probe: ["sh", "-c", "apt-get --version && test $(id -u) = 0"],
        site: #"""
          import hashlib
          open("greet.deb", "w").write("greeting\n")
          digest = hashlib.sha256(b"greeting\n").hexdigest()
          open("Packages", "w").write(f"""Package: greet
          Version: 1.0
          Architecture: all
          Maintainer: a <a@b>
          Filename: ./greet.deb
          Size: 9
          SHA256: {digest}
          Description: x

          """)
          """#,
        command: [
          "sh", "-c",
          #"""
          rm -rf apt greet*.deb
          mkdir -p apt/lists/partial apt/cache/archives/partial
          echo "deb [trusted=yes] $0/ ./" > apt/sources.list
          : > apt/status
          set -- -qq -o Dir::State=$PWD/apt -o Dir::State::status=$PWD/apt/status -o Dir::Cache=$PWD/apt/cache \
            -o Dir::Etc::SourceList=$PWD/apt/sources.list -o Dir::Etc::SourceParts=/nowhere \
            -o Dir::Etc::Parts=/nowhere -o APT::Sandbox::User=root -o Acquire::Languages=none
          apt-get "$@" update && apt-get "$@" download greet && cat greet*.deb
          """#,
        ],
        path: "/site",
        output: "greeting"),
      ClientScript(
        client: "pip", probe: ["{python}", "-m", "pip", "--version"],
        site: pythonIndex,
        command: [
          "sh", "-c",
          #"""
          rm -rf out
          {python} -m pip install -q --no-cache-dir --disable-pip-version-check --no-deps --target out \
            --index-url "$0" greet && python3 out/greet.py
          """#,
        ],
        path: "/site/simple/",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "uv", probe: ["{python}", "-m", "uv", "--version"],
        site: pythonIndex,
        command: [
          "sh", "-c",
          #"""
          rm -rf out
          {python} -m uv pip install -q --no-cache --no-config --no-deps --python python3 --target out \
            --default-index "$0" greet && python3 out/greet.py
          """#,
        ],
        path: "/site/simple/",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "yt-dlp", probe: ["{python}", "-c", "import certifi, yt_dlp"],
        command: [
          "{python}", "-m", "yt_dlp", "-q", "--no-config", "--no-cache-dir", "-o", "-",
          "--force-generic-extractor",
        ]),
      ClientScript(
        client: "Poetry", probe: ["poetry", "--version"],
        site: pythonIndex,
        command: [
          "sh", "-c",
          #"""
          rm -rf user && mkdir user && cd user && cat >pyproject.toml <<END
          [tool.poetry]
          package-mode = false
          [tool.poetry.dependencies]
          python = ">=3.8"
          greet = "*"
          [[tool.poetry.source]]
          name = "here"
          url = "$0"
          priority = "primary"
          END
          export POETRY_CACHE_DIR="$PWD/cache" POETRY_VIRTUALENVS_IN_PROJECT=true
          poetry install -q -n --no-root && .venv/bin/python -m greet
          """#,
        ],
        path: "/site/simple/",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "Conan", probe: ["conan", "--version"],
        command: [
          "sh", "-c",
          #"""
          rm -rf home && export CONAN_HOME="$PWD/home"
          conan remote add here "$0" >/dev/null 2>&1
          conan search greet -r here 2>&1 | grep 'not found'
          """#,
        ],
        path: "/site/none",
        output: "not found"),
      ClientScript(
        client: "Composer", probe: ["composer", "--version"],
        site: #"""
          import json, zipfile
          package = zipfile.ZipFile("greet.zip", "w")
          package.writestr("greet/composer.json", '{"name": "a/greet"}')
          package.writestr("greet/greet.txt", "greeting\n")
          package.close()
          place = {"type": "zip", "url": "https://api.test/site/greet.zip"}
          version = {"name": "a/greet", "version": "1.0.0", "dist": place}
          json.dump({"packages": {"a/greet": {"1.0.0": version}}}, open("packages.json", "w"))
          """#,
        command: [
          "sh", "-c",
          #"""
          rm -rf user && mkdir user && cd user && cat >composer.json <<END
          {"repositories": [{"type": "composer", "url": "$0"}, {"packagist.org": false}],
            "require": {"a/greet": "*"}}
          END
          export COMPOSER_HOME="$PWD/home" COMPOSER_CACHE_DIR="$PWD/cache" COMPOSER_ALLOW_SUPERUSER=1
          composer install -q -n && cat vendor/a/greet/greet.txt
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "npm", probe: ["npm", "--version"],
        site: packageRegistry,
        command: [
          "sh", "-c",
          #"""
          rm -rf node_modules cache package*.json
          npm install --silent --no-audit --no-fund --no-update-notifier --cache=cache --prefix . \
            --registry "$0/" greet && node -e 'require("greet")'
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      // Debian's, which looks for its packages in Debian's folder whatever the Node.
      ClientScript(
        client: "Yarn 1", probe: ["env", "NODE_PATH=/usr/share/nodejs", "yarnpkg", "--version"],
        site: packageRegistry,
        command: [
          "sh", "-c",
          #"""
          rm -rf out && mkdir out && cd out && echo '{}' >package.json
          export HOME="$PWD" NODE_PATH=/usr/share/nodejs:/usr/share/nodejs/yarn/node_modules
          yarnpkg --silent --no-progress --non-interactive --cache-folder cache --registry "$0/" \
            add greet >log && node -e 'require("greet")'
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "cargo", probe: ["cargo", "--version"],
        files: [
          "Cargo.toml": #"""
          [package]
          name = "user"
          version = "1.0.0"
          edition = "2021"
          [dependencies]
          greet = { version = "1", registry = "here" }

          """#, "src/lib.rs": "",
        ],
        site: #"""
          import hashlib, io, json, os, tarfile
          os.makedirs("gr/ee")
          bytes = io.BytesIO()
          crate = tarfile.open(fileobj=bytes, mode="w:gz")
          manifest = b'[package]\nname = "greet"\nversion = "1.0.0"\nedition = "2021"\n'
          for name, text in (("Cargo.toml", manifest), ("src/lib.rs", b"// greeting\n")):
              entry = tarfile.TarInfo("greet-1.0.0/" + name)
              entry.size = len(text)
              crate.addfile(entry, io.BytesIO(text))
          crate.close()
          open("greet.crate", "wb").write(bytes.getvalue())
          json.dump({"dl": "https://api.test/site/greet.crate?{crate}"}, open("config.json", "w"))
          version = {"name": "greet", "vers": "1.0.0", "deps": [], "features": {}, "yanked": False,
                     "cksum": hashlib.sha256(bytes.getvalue()).hexdigest()}
          open("gr/ee/greet", "w").write(json.dumps(version) + "\n")
          """#,
        command: [
          "sh", "-c",
          #"""
          rm -rf home Cargo.lock
          export CARGO_HOME=$PWD/home CARGO_REGISTRIES_HERE_INDEX="sparse+$0/"
          cargo fetch -q && cat home/registry/src/*/greet-1.0.0/src/lib.rs
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "go mod download", probe: ["go", "version"],
        files: [
          "go.mod": #"""
          module user.test/user

          go 1.19

          require greet.test/greet v1.0.0

          """#
        ],
        site: #"""
          import os, zipfile
          folder = "greet.test/greet/@v/"
          os.makedirs(folder)
          open(folder + "list", "w").write("v1.0.0\n")
          open(folder + "v1.0.0.info", "w").write('{"Version":"v1.0.0","Time":"2020-01-01T00:00:00Z"}')
          open(folder + "v1.0.0.mod", "w").write("module greet.test/greet\n")
          module = zipfile.ZipFile(folder + "v1.0.0.zip", "w")
          module.writestr("greet.test/greet@v1.0.0/go.mod", "module greet.test/greet\n")
          module.writestr("greet.test/greet@v1.0.0/greet.go", "package greet // greeting\n")
          module.close()
          """#,
        command: [
          "sh", "-c",
          #"""
          chmod -R u+w go 2>/dev/null; rm -rf go
          export GOPATH=$PWD/go GOFLAGS=-mod=mod GOSUMDB=off GOPROXY="$0"
          go mod download && cat go/pkg/mod/greet.test/greet@v1.0.0/greet.go; chmod -R u+w go
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "kubectl", probe: ["kubectl", "version", "--client"],
        command: [
          "sh", "-c",
          #"""
          rm -rf .kube && HOME=$PWD kubectl --token x --server "${0%/greeting}" get --raw /greeting
          """#,
        ]),
      // The service has no images, which the client says with what it got.
      ClientScript(
        client: "Skopeo", probe: ["skopeo", "--version"],
        command: [
          "sh", "-c",
          "skopeo --debug inspect --raw docker://api.test/a/b 2>&1 | grep -om 1 'e von'",
        ],
        schemes: ["https"],
        output: "e von"),
      ClientScript(
        client: "gem", probe: ["gem", "--version"],
        site: #"""
          import os, subprocess
          open("greet.gemspec", "w").write("""Gem::Specification.new do |s|
            s.name, s.version, s.summary, s.authors, s.files = "greet", "1.0.0", "x", ["x"], ["greet.rb"]
          end
          """)
          open("greet.rb", "w").write("puts 'greeting'\n")
          os.makedirs("gems")
          quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
          subprocess.run(["gem", "build", "greet.gemspec", "-o", "gems/greet-1.0.0.gem"], **quiet)
          subprocess.run(["gem", "generate_index"], **quiet)
          """#,
        command: [
          "sh", "-c",
          #"""
          # What it knows of a source is kept for all of its runs on the machine, the other tests' too.
          rm -rf out known
          mkdir known && export HOME="$PWD/known" XDG_DATA_HOME="$PWD/known"
          gem install -q --clear-sources --no-document --install-dir out --source "$0/" greet &&
            ruby out/gems/greet-1.0.0/greet.rb
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "AWS CLI", probe: ["aws", "--version"],
        site: #"""
          import os
          os.makedirs("b")
          open("b/key", "w").write("greeting\n")
          """#,
        command: [
          "sh", "-c",
          #"""
          export AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=b AWS_DEFAULT_REGION=us-east-1
          aws --endpoint-url "$0" s3api get-object --bucket b --key key out --query ContentLength && cat out
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "Subversion", probe: ["svn", "--version"],
        command: [
          "sh", "-c", #"svn info --non-interactive "$0" 2>&1 | tail -1 | cut -c1-6; true"#,
        ],
        path: "/site/none",
        output: "svn: E"),
      ClientScript(
        client: "Mercurial", probe: ["hg", "--version"],
        command: ["sh", "-c", #"hg identify "$0" 2>&1; true"#],
        path: "/site/none",
        output: "abort: HTTP Error 404: Not Found"),
    ]
  }
#endif
