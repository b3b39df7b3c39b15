/** A browser on a busy machine: jest has no time limit per project. A test that hangs still fails. */
jest.setTimeout(60_000)

// A machine that stands still for seconds refuses no change: a test is tried twice before it has failed. The first
// failure is printed, and the run names every such test at its end (scripts/test.mjs).
jest.retryTimes(1, { logErrorsBeforeRetry: true })
