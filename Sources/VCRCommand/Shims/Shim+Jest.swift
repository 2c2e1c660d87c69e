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

      // The test that jest-circus, the runner of Jest since version 27, is running.
      function running() {
        const symbol = Object.getOwnPropertySymbols(globalThis)
          .find(({ description }) => description === 'JEST_STATE_SYMBOL');
        const test = symbol && globalThis[symbol].currentlyRunningTest;
        if (!test) throw new Error('vcr: the runner has to be jest-circus (Jest 27 or later)');
        return test;
      }

      if (process.env.VCR_SCOPE_URL) {
        let id;
        beforeEach(async () => {
          const file = path.relative('.', expect.getState().testPath).replaceAll('\\', '/');
          const names = [];
          for (let part = running(); part?.parent; part = part.parent) names.unshift(part.name);
          id = await say([['begin', ''], ...[file, ...names].map((name) => ['name', name])]);
        });
        afterEach(async () => {
          await say({ end: id, result: running().errors.length ? 'fail' : 'pass' });
        });
      }

      """#
  }
#endif
