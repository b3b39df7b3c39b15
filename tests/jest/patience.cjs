/** A browser on a busy machine: jest has no time limit per project. A test that hangs still fails. */
jest.setTimeout(60_000)
