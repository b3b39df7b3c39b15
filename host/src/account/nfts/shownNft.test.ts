import type { Nft } from '@portico/contracts/services/nfts'
import { assert, constantFrom, property, string } from 'fast-check'
import { toShownNft } from './shownNft.ts'

const API = 'https://services.example/base/'
const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const nft = (more: Partial<Nft> = {}): Nft => ({
  contract: `eip155:1:${CONTRACT}`,
  id: '7',
  amount: undefined,
  name: 'Seven',
  collection: 'Numbers',
  description: undefined,
  traits: undefined,
  image: undefined,
  isSpam: false,
  ...more,
})
const show = (more?: Partial<Nft>) => toShownNft(nft(more), 'eip155:1', API)

test('an NFT is identified by its contract and id', () => {
  expect(show({ amount: '3' })).toMatchObject({ key: `${CONTRACT}/7`, contract: CONTRACT, id: '7', amount: '3' })
})

test.each([
  ['of another network', { contract: `eip155:10:${CONTRACT}` }],
  ['whose network only has the same prefix', { contract: `eip155:11:${CONTRACT}` }],
  ['without an id', { id: '' }],
  ['with an id longer than any chain uses', { id: '7'.repeat(500) }],
])('an NFT %s is left out', (_, more) => {
  expect(show(more)).toBeUndefined()
})

test("the picture is requested from the services' image proxy", () => {
  expect(show({ image: '/v1/image?url=ipfs%3A%2F%2Fx&projectId=1' })?.imageUrl).toBe(
    'https://services.example/base/v1/image?url=ipfs%3A%2F%2Fx&projectId=1',
  )
})

test.each([
  'https://tracker.example/1.png',
  '//tracker.example/1.png',
  '/v1/image/../../x?url=',
  '/v1/imagex?url=1',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  `/v1/image?url=${'a'.repeat(10_000)}`,
  '',
])("a picture URL that is not the image proxy's is dropped: %.40s", (image) => {
  expect(show({ image })?.imageUrl).toBeUndefined()
})

test("whatever the service answers, every picture URL leads to the services' image proxy", () => {
  const begin = constantFrom('', '/v1/image', '/v1/image?', '/v1/image?url=', '//', '@', '/')
  assert(
    property(begin, string(), (start, rest) => {
      const url = show({ image: start + rest })?.imageUrl
      if (url === undefined) return
      const { origin, pathname } = new URL(url)
      expect([origin, pathname]).toEqual(['https://services.example', '/base/v1/image'])
    }),
  )
})

test.each([
  ['without bidi control characters', { name: '\u202eevil\u2066' }, 'evil'],
  ['without invisible characters', { name: 'A\u200bB\u0000\ufeff' }, 'AB'],
  ['without line breaks', { name: 'two\nlines' }, 'two lines'],
  ['only if something visible remains', { name: ' \u200b\u2069 ' }, undefined],
])('a name is shown %s', (_, more, name) => {
  expect(show(more)?.name).toBe(name)
})

test('long texts are cut, never within a character', () => {
  const shown = show({ name: '😀'.repeat(400), description: 'y'.repeat(5_000) })
  expect(shown?.name).toHaveLength(255)
  expect(shown?.name?.endsWith('😀…')).toBe(true)
  expect(shown?.description).toHaveLength(1_000)
})

test('a description keeps its line breaks, and traits without a value are left out', () => {
  const traits = [
    { name: 'Sky', value: 'Blue\nish' },
    { name: 'Empty', value: '\u200b' },
  ]
  const shown = show({ description: 'one\n\ntwo\u202e', traits })
  expect(shown?.description).toBe('one\n\ntwo')
  expect(shown?.traits).toEqual([{ name: 'Sky', value: 'Blue ish' }])
})
