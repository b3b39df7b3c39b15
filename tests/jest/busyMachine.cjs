// A test that computes a lot, such as a property with many inputs, takes a multiple of its time on a busy machine.
jest.setTimeout(20_000)
