const { default: TestRunner } = require('jest-runner')
const { LANES } = require('./laneCount.cjs')

/** Files that take minutes each: started last, one of them would run alone at the end. */
const LONGEST = ['scenes', 'deleteRemote', 'loginGuesses']

/** @param {{ path: string }} test */
const place = ({ path }) => {
  const at = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`))
  return at < 0 ? LONGEST.length : at
}

/**
 * Runs several files in parallel, each in a worker with its own stack (`tests/browser/setup.ts` starts as many). Jest
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
