const { default: TestRunner } = require('jest-runner')
const { LANES } = require('./laneCount.cjs')

/** Minutes each, of files: begun last, one of them would run alone at the end. */
const LONGEST = ['scenes', 'deleteRemote', 'loginGuesses']

/** @param {{ path: string }} test */
const place = ({ path }) => {
  const at = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`))
  return at < 0 ? LONGEST.length : at
}

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
    const inOrder = [...tests].sort((one, other) => place(one) - place(other))
    return super.runTests(inOrder, watcher, { ...options, serial: tests.length === 1 })
  }
}

module.exports = Lanes
