import { createAccountMemory } from './accountMemory.ts'
import type { KeptStorage } from './keptStorage.ts'

function storage(): Pick<KeptStorage, 'getItem' | 'setItem' | 'removeItem'> & {
  readonly entries: Map<string, unknown>
} {
  const entries = new Map<string, unknown>()
  return {
    entries,
    getItem: async <T>(key: string) => entries.get(key) as T | undefined,
    setItem: async (key, value) => void entries.set(key, value),
    removeItem: async (key) => void entries.delete(key),
  }
}

const ACCOUNTS = [{ address: 'bc1q', purpose: 'payment' }]

test('what a wallet has reported is known at the next visit, but only for the same session', async () => {
  const kept = storage()
  await createAccountMemory(kept).write('one', ACCOUNTS)
  expect(await createAccountMemory(kept).read('one')).toEqual(ACCOUNTS)
  expect(await createAccountMemory(kept).read('other')).toBeUndefined()
})

test('a new session replaces the previous one, and nothing remains once the memory is cleared', async () => {
  const kept = storage()
  const memory = createAccountMemory(kept)
  await memory.write('one', ACCOUNTS)
  await memory.write('two', [])
  expect(await memory.read('one')).toBeUndefined()
  expect(await memory.read('two')).toEqual([])
  await memory.clear()
  expect(kept.entries.size).toBe(0)
})

test('an invalid stored entry is ignored', async () => {
  const kept = storage()
  await createAccountMemory(kept).write('one', ACCOUNTS)
  for (const [key] of kept.entries) kept.entries.set(key, null)
  expect(await createAccountMemory(kept).read('one')).toBeUndefined()
})
