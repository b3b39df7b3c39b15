const { default: TestRunner } = require('jest-runner')

/** One worker for a project whose files share one browser and one running stack; jest has no such setting per project. */
module.exports = class OneAtATime extends TestRunner {
  /** @override */
  isSerial = true
}
