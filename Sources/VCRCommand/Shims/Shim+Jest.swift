#if CommandLineTool
  extension Shim {
    /// `vcr-jest.cjs`, which the configuration of Jest names.
    static let jestSource = #"""
      // vcr: one cassette a test, with vcr record|replay --scopes -- npx jest
      // In the configuration of Jest: setupFilesAfterEnv: ['<rootDir>/vcr-jest.cjs']
      'use strict';
      const { AsyncLocalStorage } = require('node:async_hooks');
      const diagnostics = require('node:diagnostics_channel');
      const http = require('node:http');
      const net = require('node:net');
      const path = require('node:path');

      \#(nodeClient)

      // What jest-circus, the runner of Jest since version 27, knows of the tests of a file.
      function runner() {
        const symbol = Object.getOwnPropertySymbols(globalThis)
          .find(({ description }) => description === 'JEST_STATE_SYMBOL');
        if (!symbol) throw new Error('vcr: the runner has to be jest-circus (Jest 27 or later)');
        return globalThis[symbol];
      }

      if (process.env.VCR_SCOPE_URL) {
        const begin = async (test) => {
          const file = path.relative('.', expect.getState().testPath).replaceAll('\\', '/');
          const names = [];
          for (let part = test; part?.parent; part = part.parent) names.unshift(part.name);
          return say([['begin', ''], ...[file, ...names].map((name) => ['name', name])]);
        };
        const finish = (id, fails) => say({ end: id, result: fails ? 'fail' : 'pass' });
        markRequests();
        // That of the test that runs now, of those that run one after the other.
        let id;
        beforeEach(async () => {
          const test = runner().currentlyRunningTest;
          id = test.concurrent ? undefined : await begin(test);
        });
        const end = async () => {
          const { errors } = runner().currentlyRunningTest;
          const ended = id;
          id = undefined;
          if (ended) await finish(ended, errors.length > 0);
        };
        afterEach(end);
        // Tests that may run at once all begin before the hooks of any, so each has its scope by itself.
        const enclosed = (test, run) => async () => {
          const id = await begin(test);
          const result = Promise.resolve().then(within(() => id, run));
          const failed = await result.then(() => false, () => true);
          await finish(id, failed !== Boolean(test.failing));
          return result;
        };
        const prepare = (block) => {
          for (const hook of block.hooks) {
            if (hook.type.endsWith('Each')) hook.fn = within(() => id, hook.fn);
          }
          for (const child of block.children) {
            if (child.type === 'describeBlock') prepare(child);
            else if (child.fn) child.fn = child.concurrent ? enclosed(child, child.fn) : within(() => id, child.fn);
          }
        };
        beforeAll(() => {
          // The hooks of a file are run in their order, and those that the tests have come first.
          const { rootDescribeBlock } = runner();
          const { hooks } = rootDescribeBlock;
          const index = hooks.findIndex(({ fn }) => fn === end);
          hooks.push(...hooks.splice(index, index < 0 ? 0 : 1));
          prepare(rootDescribeBlock);
        });
      }

      """#
  }
#endif
