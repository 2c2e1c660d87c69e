#if CommandLineTool
  extension Shim {
    /// `vcr-scopes.js`, which the configuration of Jest names.
    static let jestSource = #"""
      // vcr: one cassette a test, with vcr record|replay --scopes -- npx jest
      // In the configuration of Jest: setupFilesAfterEnv: ['<rootDir>/vcr-scopes.js']
      'use strict';
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
        let id;
        beforeEach(async () => {
          const file = path.relative('.', expect.getState().testPath).replaceAll('\\', '/');
          const names = [];
          for (let part = runner().currentlyRunningTest; part?.parent; part = part.parent) names.unshift(part.name);
          id = await say([['begin', ''], ...[file, ...names].map((name) => ['name', name])]);
        });
        const end = async () => {
          const { errors } = runner().currentlyRunningTest;
          await say({ end: id, result: errors.length ? 'fail' : 'pass' });
        };
        afterEach(end);
        beforeAll(() => {
          // The hooks of a file are run in their order, and those that the tests have come first.
          const { hooks } = runner().rootDescribeBlock;
          const index = hooks.findIndex(({ fn }) => fn === end);
          hooks.push(...hooks.splice(index, index < 0 ? 0 : 1));
        });
      }

      """#
  }
#endif
