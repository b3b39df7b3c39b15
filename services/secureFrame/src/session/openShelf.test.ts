import { IDBFactory } from 'fake-indexeddb'
import { openFrameKey } from './frameKey.ts'
import { openShelf } from './openShelf.ts'

const proof = { htm: 'POST', htu: '/shares', iat: 1, jti: 'a'.repeat(16), ath: 'b'.repeat(43) }

const blocked: readonly (readonly [string, object])[] = [
  ['is missing', {}],
  ['is null', { indexedDB: null }],
  [
    'may not be accessed',
    {
      get indexedDB(): never {
        throw new DOMException('no', 'SecurityError')
      },
    },
  ],
  [
    'throws when it is opened',
    {
      indexedDB: {
        open() {
          throw new DOMException('no', 'InvalidStateError')
        },
      },
    },
  ],
  [
    'fails when it is opened',
    {
      indexedDB: {
        open() {
          const request = { error: new DOMException('no', 'UnknownError'), onerror: () => {} }
          queueMicrotask(() => request.onerror())
          return request
        },
      },
    },
  ],
]

test.each([
  ['a database', () => ({ indexedDB: new IDBFactory() })],
  ['memory', () => ({})],
])('in %s a value is replaced or removed only if it is the expected one', async (_, make) => {
  const shelf = openShelf(make())
  const is = (value: unknown) => (there: unknown) => there === value
  expect(await shelf.replaceWhere('a', is(1), undefined)).toBe(false)
  await shelf.set('a', 1)
  expect([await shelf.replaceWhere('a', is(2), 3), await shelf.get('a')]).toEqual([false, 1])
  expect([await shelf.replaceWhere('a', is(1), 2), await shelf.get('a')]).toEqual([true, 2])
  expect([await shelf.replaceWhere('a', is(2), undefined), await shelf.get('a')]).toEqual([true, undefined])
})

test('the next tab finds a stored value, but not a removed one', async () => {
  const window = { indexedDB: new IDBFactory() }
  const [one, other] = [openShelf(window), openShelf(window)]
  expect(await one.get('a')).toBeUndefined()
  await one.set('a', { b: 1 })
  expect(await other.get('a')).toEqual({ b: 1 })
  await other.remove('a')
  expect(await one.get('a')).toBeUndefined()
})

test('two tabs that make a key at the same time both get the first one', async () => {
  const window = { indexedDB: new IDBFactory() }
  const keys = await Promise.all([openFrameKey(openShelf(window)), openFrameKey(openShelf(window))])
  expect(keys[0]?.thumbprint).toMatch(/^[\w-]{43}$/)
  expect(keys[1]?.thumbprint).toBe(keys[0]?.thumbprint)
  expect((await openFrameKey(openShelf(window))).thumbprint).toBe(keys[0]?.thumbprint)
})

test('the key cannot be exported from the browser', async () => {
  const shelf = openShelf({ indexedDB: new IDBFactory() })
  await openFrameKey(shelf)
  const { privateKey } = (await shelf.get('key')) as CryptoKeyPair
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow()
})

describe.each(blocked)('where storage %s', (_, window) => {
  test('everything is kept as long as the page is open', async () => {
    const shelf = openShelf(window)
    await shelf.set('a', 1)
    expect(await shelf.get('a')).toBe(1)
    expect([await shelf.keepFirst('a', 2), await shelf.keepFirst('b', 3), await shelf.get('b')]).toEqual([1, 3, 3])
    await shelf.remove('a')
    expect(await shelf.get('a')).toBeUndefined()
    const key = await openFrameKey(shelf)
    expect((await openFrameKey(shelf)).thumbprint).toBe(key.thumbprint)
    expect((await key.prove(proof)).split('.')).toHaveLength(3)
  })
})

test('a new value that cannot be stored still takes precedence over the stored one', async () => {
  const indexedDB = new IDBFactory()
  const shelf = openShelf({ indexedDB })
  await shelf.set('a', 'old')
  // Databases cannot store functions.
  const value = () => 'new'
  await shelf.set('a', value)
  expect(await shelf.get('a')).toBe(value)
})
