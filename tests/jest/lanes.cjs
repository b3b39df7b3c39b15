const { default: TestRunner } = require('jest-runner')
const { LANES } = require('./laneCount.cjs')

/**
 * Several files at a time, each in a worker with a running stack of its own (`tests/browser/setup.ts` starts as many). Jest
 * has no such setting per project.
 */
class Lanes extends TestRunner {
  /** @param {any} globalConfig @param {any} context */
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: LANES }, context)
  }

  /** @override @param {any[]} tests @param {any} watcher @param {any} options */
  runTests(tests, watcher, options) {
    return super.runTests(tests, watcher, { ...options, serial: tests.length === 1 })
  }
}

module.exports = Lanes
