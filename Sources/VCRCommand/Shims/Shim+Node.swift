#if CommandLineTool
  extension Shim {
    /// How a program in Node says that a scope begins or ends, and to which a request belongs, for
    /// its shims.
    static let nodeClient = #"""
      function say(query) {
        const address = new URL(process.env.VCR_SCOPE_URL);
        return new Promise((resolve, reject) => {
          let response = '';
          net.connect(address.port, address.hostname)
            .on('error', reject)
            .on('data', (data) => { response += data; })
            .on('end', () => {
              const [head, ...text] = response.split('\r\n\r\n');
              if (head.split(' ')[1] === '200') resolve(text.join('').trim());
              else reject(new Error(`vcr: ${text.join('\r\n\r\n')}`));
            })
            .end(`GET ${address.pathname}?${new URLSearchParams(query)} HTTP/1.0\r\n\r\n`);
        });
      }

      // Requests say which test they belong to, since tests of one process may run at once. All files that a
      // process of Jest runs share the agents, and so this.
      const agent = http.Agent.prototype;
      const mark = Symbol.for('vcr.scope');
      const scope = agent[mark] ?? new AsyncLocalStorage();
      function markRequests() {
        if (agent[mark]) return;
        agent[mark] = scope;
        const { addRequest } = agent;
        agent.addRequest = function (request, ...rest) {
          const id = scope.getStore();
          if (id && !request.headersSent) request.setHeader('VCR-Scope', id);
          return addRequest.call(this, request, ...rest);
        };
        diagnostics.subscribe('undici:request:create', ({ request }) => {
          const id = scope.getStore();
          if (id) request.addHeader('VCR-Scope', id);
        });
      }

      // A function of a test that is run within its scope; how many parameters it has says whether it calls back.
      function within(identify, run) {
        if (run.constructor.name.includes('Generator')) return run;
        const marked = function (...values) {
          const id = identify();
          return id ? scope.run(id, () => run.apply(this, values)) : run.apply(this, values);
        };
        return Object.defineProperty(marked, 'length', { value: run.length });
      }
      """#

    /// `vcr-scopes.cjs`, which Node loads before the tests.
    static let nodeSource = #"""
      // vcr: one cassette a test, with
      // vcr record|replay --scopes -- node --require ./vcr-scopes.cjs --test
      'use strict';
      const { AsyncLocalStorage, executionAsyncResource } = require('node:async_hooks');
      const diagnostics = require('node:diagnostics_channel');
      const http = require('node:http');
      const net = require('node:net');
      const path = require('node:path');
      const test = require('node:test');

      \#(nodeClient)

      // The process that runs the files has no tests of its own.
      const runsFiles = process.execArgv.includes('--test') && !process.env.NODE_TEST_CONTEXT;
      if (process.env.VCR_SCOPE_URL && !runsFiles) {
        markRequests();
        const scopes = new Map();
        const ending = new Set();
        const key = (t) => `${t.filePath}\0${t.fullName ?? t.name}`;
        // No hook is told that a test is a todo, whose failure is none, or that a subtest has failed, whose
        // failure is the test's, too. The runner's own object of the test has both.
        const own = (test, signal) => {
          if (!test || test.signal === signal) return test;
          for (const subtest of test.subtests?.toReversed() ?? []) {
            const found = own(subtest, signal);
            if (found) return found;
          }
        };
        const fails = ({ error, isTodo, subtests }) => !isTodo && (error || subtests?.some(fails));
        const end = async (t) => {
          const { id, known } = scopes.get(key(t)) ?? {};
          if (!scopes.delete(key(t))) return;
          const failed = !known?.isTodo && (!t.passed || known?.subtests?.some(fails));
          await say({ end: id, result: failed ? 'fail' : 'pass' });
        };
        test.beforeEach(async (t) => {
          const known = own(executionAsyncResource()?.parentTest, t.signal);
          await Promise.all(ending);
          const file = path.relative('.', t.filePath ?? process.argv[1]).replaceAll('\\', '/');
          const names = (t.fullName ?? t.name).split(' > ');
          const id = await say([['begin', ''], ...[file, ...names].map((name) => ['name', name])]);
          scopes.set(key(t), { id, known });
          if (known?.fn) known.fn = within(() => id, known.fn);
          // No hook is run after a test that skips itself, nor after a hook that fails. vcr reports what is wrong with it.
          t.signal.addEventListener('abort', () => {
            const ended = end(t).catch(() => {}).finally(() => ending.delete(ended));
            ending.add(ended);
          });
        });
        test.afterEach((t) => {
          if (t.passed === undefined) throw new Error('vcr: Node 20.12 or later is needed');
          // The hooks that the test has added by itself are run before this one.
          t.after(() => end(t));
        });
      }

      """#
  }
#endif
