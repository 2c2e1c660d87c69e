#if CommandLineTool
  /// The script that makes a Node without proxy support of its own use the proxy.
  ///
  /// It replaces the global agents of `http` and `https` and the global dispatcher of `fetch` by
  /// ones that open a tunnel with CONNECT. Code with its own agent is not affected. The script
  /// reads the proxy from `VCR_PROXY`, so that the innermost of two nested runs wins.
  ///
  /// In every Node a client that names roots of its own (`ca:`) trusts the authority of the run,
  /// too.
  enum NodePreload {
    /// The script's text.
    static let source = #"""
      'use strict';
      // Written by vcr for one run: leads http, https and fetch through the proxy in VCR_PROXY.
      (() => {
        // Deno and Bun, which take Node's options too, read the variables by themselves. Deno's
        // programs may read none unless they are allowed to.
        if (globalThis.Deno || globalThis.Bun || !process.env.VCR_PROXY) return;
        const tls = require('tls');
        const create = tls.createSecureContext;
        tls.createSecureContext = function createSecureContext(options) {
          const context = create.apply(this, arguments);
          if (options && options.ca) {
            try {
              context.context.addCACert(require('fs').readFileSync(`${__dirname}/ca.pem`));
            } catch { /* It has it, or the process has outlived its run. */ }
          }
          return context;
        };
        require('module').syncBuiltinESMExports();

        const [major, minor] = process.versions.node.split('.').map(Number);
        const isBuiltIn = process.env.NODE_USE_ENV_PROXY === '1' &&
          (major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21));
        if (isBuiltIn) return;

        const http = require('http');
        const https = require('https');
        const net = require('net');
        const proxy = new URL(process.env.VCR_PROXY);
        const user = decodeURIComponent(`${proxy.username}:${proxy.password}`);
        const credential = proxy.username
          ? { 'proxy-authorization': 'Basic ' + Buffer.from(user).toString('base64') } : {};
        // CONNECT itself must not go through the agents that are replaced below.
        const direct = new http.Agent();

        const tunnel = (host, port, callback) => {
          const authority = (net.isIPv6(host) ? `[${host}]` : host) + ':' + port;
          const request = http.request({
            host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: authority,
            headers: { host: authority, ...credential }, agent: direct,
          });
          request.once('connect', (response, socket) => {
            if (response.statusCode === 200) return callback(null, socket);
            socket.destroy();
            callback(new Error(`vcr: the proxy answered ${response.statusCode} to CONNECT ${authority}`));
          });
          request.once('error', callback);
          request.end();
        };

        // What reads the variables itself (axios) asks the proxy without our help.
        const isProxy = (host, port) => host === proxy.hostname && String(port) === proxy.port;

        const tunnelling = (Agent, wrap) => class extends Agent {
          createConnection(options, callback) {
            const host = options.host || 'localhost';
            if (options.socketPath || isProxy(host, options.port)) {
              return super.createConnection(options, callback);
            }
            tunnel(host, options.port, (error, socket) => {
              if (error) return callback(error);
              callback(null, wrap(socket, options));
            });
          }
        };
        const HTTPAgent = tunnelling(http.Agent, (socket) => socket);
        const HTTPSAgent = tunnelling(https.Agent, (socket, options) =>
          tls.connect({ ...options, socket, path: undefined }));
        const keepAlive = { keepAlive: true, scheduling: 'lifo', timeout: 5000 };
        http.globalAgent = new HTTPAgent(keepAlive);
        https.globalAgent = new HTTPSAgent(keepAlive);
        require('module').syncBuiltinESMExports();

        // Touching Headers loads the fetch implementation, which then puts its dispatcher in place.
        void globalThis.Headers;
        const key = Symbol.for('undici.globalDispatcher.1');
        const dispatcher = globalThis[key];
        if (!dispatcher || dispatcher.constructor.name !== 'Agent') return;
        const connect = (options, callback) => {
          const isTLS = options.protocol === 'https:';
          const host = options.hostname.replace(/^\[|\]$/g, '');
          if (!isTLS && isProxy(host, options.port)) {
            const plain = net.connect(options.port, host, () => callback(null, plain));
            plain.once('error', callback);
            return;
          }
          tunnel(host, options.port || (isTLS ? 443 : 80),
            (error, socket) => {
              if (error) return callback(error);
              if (!isTLS) return callback(null, socket);
              const name = options.servername || options.hostname;
              const secure = tls.connect({
                socket, servername: net.isIP(name) ? undefined : name, host: options.hostname,
                ALPNProtocols: ['http/1.1'],
              });
              secure.once('secureConnect', () => {
                secure.removeListener('error', callback);
                callback(null, secure);
              });
              secure.once('error', callback);
            });
        };
        globalThis[key] = new dispatcher.constructor({ connect });
      })();
      """#
  }
#endif
