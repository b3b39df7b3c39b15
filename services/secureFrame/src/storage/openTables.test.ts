import { IDBFactory } from 'fake-indexeddb'
import { openTables } from './openTables.ts'

interface Schema {
  readonly words: string
  readonly numbers: number
}

const open = (window: object, version = 1) => {
  const table = openTables<Schema>(
    {
      name: 'test',
      version,
      openLimitMs: 1_000,
      upgrade(database, before) {
        if (before < 1) database.createObjectStore('words')
        if (before < 2 && version > 1) database.createObjectStore('numbers')
      },
    },
    window,
  )
  return { words: table('words'), numbers: table('numbers') }
}

test('each tab sees what other tabs write, change and remove', async () => {
  const window = { indexedDB: new IDBFactory() }
  const [one, other] = [open(window).words, open(window).words]
  await one.set('a', 'first')
  await one.set('b', 'kept')
  await other.set('a', 'second')
  expect([await one.get('a'), await one.get('b')]).toEqual(['second', 'kept'])
  await other.remove('a')
  expect(await one.get('a')).toBeUndefined()
  await other.clear()
  expect(await one.get('b')).toBeUndefined()
})

test('a pending write can be read immediately, and the second of two writes stays', async () => {
  const { words } = open({ indexedDB: new IDBFactory() })
  const writes = [words.set('a', 'first'), words.set('a', 'second')]
  expect(await words.get('a')).toBe('second')
  await Promise.all(writes)
  expect(await words.get('a')).toBe('second')
})

test('if two tabs store a first value at the same time, both get the one that was stored first', async () => {
  const window = { indexedDB: new IDBFactory() }
  const [one, other] = [open(window).words, open(window).words]
  expect(await Promise.all([one.keepFirst('a', 'first'), other.keepFirst('a', 'second')])).toEqual(['first', 'first'])
  expect(await other.keepFirst('a', 'third')).toBe('first')
  expect(await one.get('a')).toBe('first')
})

test('a tab with a newer version gets its tables at once, and keeps the stored data', async () => {
  const window = { indexedDB: new IDBFactory() }
  const before = open(window)
  await before.words.set('a', 'kept')
  const after = open(window, 2)
  await after.numbers.set('b', 1)
  expect([await after.words.get('a'), await after.numbers.get('b')]).toEqual(['kept', 1])
  // The older tab has closed the database, so its writes last only as long as the tab.
  await before.words.set('c', 'mine')
  expect([await before.words.get('c'), await after.words.get('c')]).toEqual(['mine', undefined])
})

test('waiting for a browser that never answers ends at the limit', async () => {
  jest.useFakeTimers()
  try {
    const { words } = open({ indexedDB: { open: () => ({}) } })
    const written = words.set('a', 'kept')
    await jest.advanceTimersByTimeAsync(1_000)
    await written
    expect(await words.get('a')).toBe('kept')
  } finally {
    jest.useRealTimers()
  }
})

test('a value that could not be removed is still gone for this page', async () => {
  const window = { indexedDB: new IDBFactory() }
  const before = open(window).words
  await before.set('a', 'old')
  await open(window, 2).numbers.get('a')
  await before.remove('a')
  expect(await before.get('a')).toBeUndefined()
  expect(await before.keepFirst('a', 'new')).toBe('new')
})
