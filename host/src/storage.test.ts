/** @jest-environment jsdom */
import fc from 'fast-check'
import { createStorage, STORED, type StoredName } from './storage.ts'

const HARBOR = [{ namespace: 'eip155', connectorId: 'io.harbor', caipNetworkId: 'eip155:1' }] as const
const KEY = '@portico/demo/connections'
const names = Object.keys(STORED) as StoredName[]

beforeEach(() => localStorage.clear())
afterEach(() => jest.restoreAllMocks())

const forbid = () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
  }
}

test('stored values can be read at the next visit', () => {
  createStorage('demo').write('connections', [...HARBOR])
  expect(createStorage('demo').read('connections')).toEqual(HARBOR)
})

test('entries are stored under the project, with their schema version', () => {
  createStorage('demo').write('connections', [...HARBOR])
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ v: 1, data: HARBOR })
})

test('two projects, or two modals with their own keys, keep their entries apart', () => {
  createStorage('demo').write('connections', [...HARBOR])
  expect(createStorage('checkout').read('connections')).toBeUndefined()
})

test('an entry that was removed can no longer be read', () => {
  const storage = createStorage('demo')
  storage.write('connections', [...HARBOR])
  storage.remove('connections')
  expect(storage.read('connections')).toBeUndefined()
  expect(localStorage.getItem(KEY)).toBeNull()
})

describe('a value of a newer release', () => {
  const newer = JSON.stringify({ v: 2, data: { tomorrow: HARBOR } })
  beforeEach(() => localStorage.setItem(KEY, newer))

  test('is not read', () => {
    expect(createStorage('demo').read('connections')).toBeUndefined()
  })

  test('is not deleted, and not replaced', () => {
    const storage = createStorage('demo')
    storage.read('connections')
    storage.remove('connections')
    storage.write('connections', [...HARBOR])
    expect(localStorage.getItem(KEY)).toBe(newer)
  })

  test('does not affect other entries', () => {
    const storage = createStorage('demo')
    storage.write('network', { caipNetworkId: 'eip155:137' })
    expect(storage.read('network')).toEqual({ caipNetworkId: 'eip155:137' })
  })
})

test.each([
  ['without a version', JSON.stringify(HARBOR)],
  ['of another shape', JSON.stringify({ v: 1, data: { connectorId: 'io.harbor' } })],
  ['with an entry of another shape', JSON.stringify({ v: 1, data: [...HARBOR, { namespace: 5 }] })],
  ['of an unknown family', JSON.stringify({ v: 1, data: [{ ...HARBOR[0], namespace: 'constructor' }] })],
  ['that is not JSON', '{"v":1'],
  ['that is empty', ''],
])('a value %s is ignored, and replaced by the next write', (_, text) => {
  localStorage.setItem(KEY, text)
  const storage = createStorage('demo')
  expect(storage.read('connections')).toBeUndefined()
  expect(localStorage.getItem(KEY)).toBe(text)
  storage.write('connections', [...HARBOR])
  expect(storage.read('connections')).toEqual(HARBOR)
})

test('if the page is not allowed to store anything, the modal works but remembers nothing', () => {
  forbid()
  const storage = createStorage('demo')
  storage.write('connections', [...HARBOR])
  storage.remove('connections')
  expect(storage.read('connections')).toBeUndefined()
})

test('a full storage causes no error', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => createStorage('demo').write('network', { caipNetworkId: 'eip155:1' })).not.toThrow()
})

describe('watching', () => {
  test('tells a modal what another modal with the same key has changed on this page', () => {
    const first = createStorage('demo')
    const heard = jest.fn()
    createStorage('demo').watch('connections', heard)
    first.write('connections', [...HARBOR])
    first.remove('connections')
    expect(heard).toHaveBeenCalledTimes(2)
  })

  test('tells a modal what another tab has changed', () => {
    const heard = jest.fn()
    createStorage('demo').watch('connections', heard)
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    dispatchEvent(new StorageEvent('storage', { key: '@portico/demo/network' }))
    dispatchEvent(new StorageEvent('storage', { key: '@portico/checkout/connections' }))
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('does not tell a modal with another key', () => {
    const heard = jest.fn()
    createStorage('checkout').watch('connections', heard)
    createStorage('demo').write('connections', [...HARBOR])
    expect(heard).not.toHaveBeenCalled()
  })

  test('does not tell a listener that was removed', () => {
    const heard = jest.fn()
    createStorage('demo').watch('connections', heard)()
    createStorage('demo').write('connections', [...HARBOR])
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(heard).not.toHaveBeenCalled()
  })
})

test('whatever is stored, reading returns a valid value or undefined, and changes nothing', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ v: fc.oneof(fc.constant(1), fc.jsonValue()), data: fc.jsonValue() })
      .map((made) => JSON.stringify(made)),
    fc
      .array(fc.record({ namespace: fc.string(), connectorId: fc.string(), caipNetworkId: fc.string() }))
      .map((data) => JSON.stringify({ v: 1, data })),
  )
  fc.assert(
    fc.property(fc.constantFrom(...names), text, (name, stored) => {
      localStorage.setItem(`@portico/demo/${name}`, stored)
      const value = createStorage('demo').read(name)
      if (value !== undefined) expect(JSON.parse(stored)).toMatchObject({ v: 1, data: value })
      expect(localStorage.getItem(`@portico/demo/${name}`)).toBe(stored)
    }),
    { numRuns: 300 },
  )
})
