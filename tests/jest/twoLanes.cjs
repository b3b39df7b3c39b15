const { default: TestRunner } = require('jest-runner')

/**
 * Two files at a time, each in a worker with a running stack of its own (`tests/browser/setup.ts` starts as many): half
 * of a browser test's time is waiting. Jest has no such setting per project.
 */
module.exports = class TwoLanes extends TestRunner {
  /** @param {any} globalConfig @param {any} context */
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: 2 }, context)
  }

  /** @override @param {any[]} tests @param {any} watcher @param {any} options */
  runTests(tests, watcher, options) {
    return super.runTests(tests, watcher, { ...options, serial: tests.length === 1 })
  }
}
