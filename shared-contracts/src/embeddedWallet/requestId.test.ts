import { MESSAGE_ID_MAX } from './envelope.ts'
import { createRequestId } from './requestId.ts'

test('a request id has 128 unguessable bits', () => {
  const ids = Array.from({ length: 1_000 }, createRequestId)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(32).toBeLessThanOrEqual(MESSAGE_ID_MAX)
})
