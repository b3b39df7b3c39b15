/** @jest-environment jsdom */
import { createKeptStorage } from './keptStorage.ts'

const KEY = 'wc@2:client:0.3:own//session'
const open = () => createKeptStorage('shop', ':own')
const session = (topic: string, expiry = 1) => ({ topic, expiry })

beforeEach(() => localStorage.clear())
afterEach(() => jest.restoreAllMocks())

test("stores entries under the modal's prefix, without the part of the key that differs from page to page", async () => {
  await open().setItem(KEY, [session('a')])
  expect(Object.entries(localStorage)).toEqual([
    ['@portico/shop/wc/wc@2:client:0.3//session', '[{"topic":"a","expiry":1}]'],
  ])
  expect(await createKeptStorage('shop', ':other').getItem('wc@2:client:0.3:other//session')).toEqual([session('a')])
  expect(await createKeptStorage('another', ':own').getKeys()).toEqual([])
})

test('lists, reads and removes entries', async () => {
  const storage = open()
  await storage.setItem('one', { a: 1 })
  await storage.setItem('two', 'text')
  expect(await storage.getEntries()).toEqual([
    ['one', { a: 1 }],
    ['two', 'text'],
  ])
  await storage.removeItem('one')
  expect(await storage.getKeys()).toEqual(['two'])
  expect(await storage.getItem('one')).toBeUndefined()
})

describe('two tabs that do not know of each other', () => {
  test("do not lose each other's entries", async () => {
    const [one, two] = [open(), open()]
    await one.setItem(KEY, [session('old')])
    await two.getItem(KEY)
    await one.setItem(KEY, [session('old'), session('first')])
    await two.setItem(KEY, [session('old', 2), session('second')])
    expect(await open().getItem(KEY)).toEqual([session('old', 2), session('first'), session('second')])
  })

  test('do not bring back what the other tab has removed', async () => {
    const [one, two] = [open(), open()]
    await one.setItem(KEY, [session('old')])
    await two.getItem(KEY)
    await one.setItem(KEY, [])
    await two.setItem(KEY, [session('old'), session('second')])
    expect(await open().getItem(KEY)).toEqual([session('second')])
  })

  test("do not lose each other's session keys, and do not bring back removed ones", async () => {
    const [one, two] = [open(), open()]
    await one.setItem('keychain', { a: '1' })
    await two.getItem('keychain')
    await one.setItem('keychain', { a: '1', b: '2' })
    await two.setItem('keychain', { c: '3' })
    expect(await open().getItem('keychain')).toEqual({ b: '2', c: '3' })
  })
})

test.each([
  ['full', ['setItem']],
  ['blocked', ['setItem', 'getItem']],
] as const)('if storage is %s, entries are kept in memory', async (_, methods) => {
  for (const method of methods) {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError')
    })
  }
  const storage = open()
  await storage.setItem(KEY, [session('a')])
  expect(await storage.getItem(KEY)).toEqual([session('a')])
  expect(await storage.getKeys()).toEqual(['wc@2:client:0.3//session'])
  expect(await open().getItem(KEY)).toBeUndefined()
})

test('an invalid stored entry is ignored', async () => {
  localStorage.setItem('@portico/shop/wc/wc@2:client:0.3//session', '{broken')
  expect(await open().getItem(KEY)).toBeUndefined()
  await open().setItem(KEY, [session('a')])
  expect(await open().getItem(KEY)).toEqual([session('a')])
})
