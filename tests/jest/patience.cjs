/** For a browser on a busy machine: jest has no time limit per project. A test that hangs still fails. */
jest.setTimeout(60_000)

// A machine that stalls for seconds must not fail a change, so each test gets two attempts. The first failure is
// printed, and the run lists every such test at its end (scripts/test.mjs).
jest.retryTimes(1, { logErrorsBeforeRetry: true })
