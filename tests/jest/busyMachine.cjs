// A test that computes a lot, such as a property over many inputs, is several times slower on a busy machine.
jest.setTimeout(20_000)
