#if CommandLineTool
  extension ClientScript {
    /// Python's clients.
    static let python: [ClientScript] = [
      ClientScript(
        client: "Python urllib", probe: ["{python}", "-c", "import sys, urllib.request"],
        command: [
          "{python}", "-c",
          #"""
          import sys, urllib.request
          r = urllib.request.urlopen(sys.argv[1]); status, fields, body = r.status, r.headers, r.read(); print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python http.client",
        probe: ["{python}", "-c", "import sys, http.client, urllib.parse"],
        command: [
          "{python}", "-c",
          #"""
          import sys, http.client, urllib.parse
          url = urllib.parse.urlsplit(sys.argv[1])
          kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
          connection = kind(url.netloc)
          connection.request("GET", url.path)
          r = connection.getresponse(); status, fields, body = r.status, r.headers, r.read(); print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python ssl with a folder",
        probe: ["{python}", "-c", "import ssl, urllib.request"],
        command: [
          "{python}", "-c",
          #"""
          import os, ssl, sys, urllib.request
          context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
          context.load_verify_locations(capath=os.environ["SSL_CERT_DIR"])
          r = urllib.request.urlopen(sys.argv[1], context=context); status, fields, body = r.status, r.headers, r.read(); print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python requests", probe: ["{python}", "-c", "import sys, requests"],
        command: [
          "{python}", "-c",
          #"""
          import sys, requests
          r = requests.get(sys.argv[1]); status, fields, body = r.status_code, r.headers, r.content; print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python urllib3", probe: ["{python}", "-c", "import sys, urllib3"],
        command: [
          "{python}", "-c",
          #"""
          import sys, urllib3
          r = urllib3.request('GET', sys.argv[1]); status, fields, body = r.status, r.headers, r.data; print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python httpx", probe: ["{python}", "-c", "import sys, httpx"],
        command: [
          "{python}", "-c",
          #"""
          import sys, httpx
          r = httpx.get(sys.argv[1]); status, fields, body = r.status_code, r.headers, r.content; print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python httpx with HTTP/2", probe: ["{python}", "-c", "import sys, httpx, h2"],
        command: [
          "{python}", "-c",
          #"""
          import sys, httpx, h2
          r = httpx.Client(http2=True).get(sys.argv[1]); status, fields, body = r.status_code, r.headers, r.content; print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python httpx without trust_env", probe: ["{python}", "-c", "import sys, httpx"],
        command: [
          "{python}", "-c",
          #"""
          import sys, httpx
          r = httpx.get(sys.argv[1], trust_env=False); status, fields, body = r.status_code, r.headers, r.content; print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python aiohttp", probe: ["{python}", "-c", "import sys, asyncio, aiohttp"],
        command: [
          "{python}", "-c",
          #"""
          import sys, asyncio, aiohttp
          async def main():
              async with aiohttp.ClientSession() as session:
                  async with session.get(sys.argv[1]) as r:
                      status, fields, body = r.status, r.headers, await r.read(); print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          asyncio.run(main())
          """#,
        ]),
      ClientScript(
        client: "Python aiohttp with trust_env",
        probe: ["{python}", "-c", "import sys, asyncio, aiohttp"],
        command: [
          "{python}", "-c",
          #"""
          import sys, asyncio, aiohttp
          async def main():
              async with aiohttp.ClientSession(trust_env=True) as session:
                  async with session.get(sys.argv[1]) as r:
                      status, fields, body = r.status, r.headers, await r.read(); print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          asyncio.run(main())
          """#,
        ]),
      ClientScript(
        client: "Python httplib2 with PySocks",
        probe: ["{python}", "-c", "import httplib2, socks"],
        command: [
          "{python}", "-c",
          #"""
          import sys, httplib2
          r, body = httplib2.Http().request(sys.argv[1]); status, fields = r.status, {'X-Greeting': r['x-greeting']}; print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python with certifi's roots", probe: ["{python}", "-c", "import certifi"],
        command: [
          "{python}", "-c",
          #"""
          import certifi, ssl, sys, urllib.request
          context = ssl.create_default_context(cafile=certifi.where())
          r = urllib.request.urlopen(sys.argv[1], context=context); status, fields, body = r.status, r.headers, r.read(); print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python pycurl", probe: ["{python}", "-c", "import sys, io, pycurl"],
        command: [
          "{python}", "-c",
          #"""
          import sys, io, pycurl
          c, out = pycurl.Curl(), io.BytesIO(); c.setopt(c.URL, sys.argv[1]); c.setopt(c.WRITEDATA, out); c.perform(); status, fields, body = c.getinfo(c.RESPONSE_CODE), {'X-Greeting': '-'}, out.getvalue(); print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          """#,
        ]),
      ClientScript(
        client: "Python tornado",
        probe: ["{python}", "-c", "import sys, tornado.httpclient, asyncio"],
        command: [
          "{python}", "-c",
          #"""
          import sys, tornado.httpclient, asyncio
          async def main():
              r = await tornado.httpclient.AsyncHTTPClient().fetch(sys.argv[1])
              status, fields, body = r.code, r.headers, r.body; print(status, fields.get('X-Greeting')); sys.stdout.flush(); sys.stdout.buffer.write(body)
          asyncio.run(main())
          """#,
        ]),
      ClientScript(
        client: "Python boto3", probe: ["{python}", "-c", "import boto3"],
        site: #"""
          import os
          os.makedirs("b")
          open("b/key", "w").write("greeting\n")
          """#,
        command: [
          "{python}", "-c",
          #"""
          import sys, boto3
          config = boto3.session.Config(s3={"addressing_style": "path"})
          s3 = boto3.client("s3", endpoint_url=sys.argv[1], region_name="us-east-1",
                            aws_access_key_id="a", aws_secret_access_key="b", config=config)
          r = s3.get_object(Bucket="b", Key="key")
          print(r["ResponseMetadata"]["HTTPStatusCode"], r["Body"].read())
          """#,
        ],
        path: "/site",
        output: "greeting"),
    ]
  }
#endif
