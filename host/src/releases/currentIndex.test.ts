/** @jest-environment jsdom */
import { isModalError } from '@portico/contracts'
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import fc from 'fast-check'
import { indexSlot } from '../loader/indexSlot.ts'
import { currentIndex } from './currentIndex.ts'

const HOST = 'https://wallet.example/'
const reader = (trusted = keys) => ({ host: HOST, api: HOST, keys: trusted, verifyIndex })
const DAY_MS = 86_400_000
const NOW = Date.parse('2026-06-01T12:00:00Z')
const at = (ms: number) => new Date(NOW + ms).toISOString()

let pair: CryptoKeyPair
let keys: string[]

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

beforeAll(async () => {
  pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  keys = [`ed25519:test:${base64(await crypto.subtle.exportKey('raw', pair.publicKey))}`]
})

beforeEach(() => {
  localStorage.clear()
  jest.spyOn(Date, 'now').mockReturnValue(NOW)
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

/** Signs any text as if it were an index, with a valid signature. */
async function signed(document: string): Promise<string> {
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(document))
  return `ed25519:test:${base64(signature)}\n${document}`
}

const index = (more: object = {}): ReleaseIndex => ({
  format: 1,
  serial: 7,
  issuedAt: at(-DAY_MS),
  notAfter: at(90 * DAY_MS),
  audience: ['https://wallet.example'],
  shells: [],
  remotes: {},
  ...more,
})
const signedIndex = (more?: object) => signed(JSON.stringify({ ...index(), ...more }))

const answer = (text: string, status = 200) => Promise.resolve(new Response(text, { status }))
/** A request that fails like the loader's `ask`: its rejection is already handled. */
function failing(): Promise<Response> {
  const request = Promise.reject(new TypeError('Failed to fetch'))
  request.catch(() => {})
  return request
}
const get = (text: string, seen?: ReleaseIndex) => currentIndex(answer(text), reader(), seen)
const keep = (text: string) => localStorage.setItem(indexSlot(HOST), text)
const kept = () => localStorage.getItem(indexSlot(HOST))

test('an index signed by a known key is accepted and stored', async () => {
  const text = await signedIndex()
  expect(await get(text)).toEqual(index())
  expect(kept()).toBe(text)
})

describe('refused indexes, with the reason', () => {
  test.each<[title: string, code: string, text: () => Promise<string> | string]>([
    ['one changed letter', 'release.signature', async () => (await signedIndex()).replace('"serial":7', '"serial":8')],
    ['one extra letter', 'release.signature', async () => `${await signedIndex()} `],
    ['a truncated index', 'release.signature', async () => (await signedIndex()).slice(0, -1)],
    [
      'a changed signature',
      'release.signature',
      async () => (await signedIndex()).replace(/:(.)(?=[^:]*\n)/, (_, first) => (first === 'A' ? ':B' : ':A')),
    ],
    ['no signature', 'release.signature', () => `\n${JSON.stringify(index())}`],
    ['no signature line at all', 'release.signature', () => JSON.stringify(index())],
    ['an empty response', 'release.signature', () => ''],
    ['the sign-in page of a public network', 'release.signature', () => '<html>Sign in to the wifi</html>'],
    ['another key id', 'release.signature', async () => (await signedIndex()).replace(':test:', ':other:')],
    [
      'another algorithm for the same signature',
      'release.signature',
      async () => (await signedIndex()).replace('ed25519', 'p256'),
    ],
    ['5 MB', 'release.tooLarge', () => signed(`${' '.repeat(5_000_000)}${JSON.stringify(index())}`)],
    ['an expired index', 'release.expired', () => signedIndex({ notAfter: at(-1) })],
    ['one that expires at this moment', 'release.expired', () => signedIndex({ notAfter: at(0) })],
    [
      'one from the future, or a clock a year behind',
      'release.notYetValid',
      () => signedIndex({ issuedAt: at(365 * DAY_MS) }),
    ],
    ['one of another format', 'release.invalid', () => signedIndex({ format: 2 })],
    ['one without an audience', 'release.invalid', () => signedIndex({ audience: undefined })],
    ['one of another deployment', 'release.audience', () => signedIndex({ audience: ['https://staging.example'] })],
    ['one with an empty audience', 'release.audience', () => signedIndex({ audience: [] })],
    [
      'one for a host that only begins with the same name',
      'release.audience',
      () => signedIndex({ audience: [`${HOST}x`] }),
    ],
    ['one without a serial', 'release.invalid', () => signedIndex({ serial: undefined })],
    ['one with an invalid date', 'release.expired', () => signedIndex({ notAfter: 'tomorrow' })],
    [
      'one with an unreadable expiry date',
      'release.expired',
      () => signedIndex({ notAfter: '2020-01-01T00:00:00+05' }),
    ],
    [
      'one with an unreadable start date',
      'release.notYetValid',
      () => signedIndex({ issuedAt: '2020-01-01T00:00:00+05' }),
    ],
    ['a signed text that is not JSON', 'release.invalid', () => signed('hello')],
    ['a signed empty text', 'release.invalid', () => signed('')],
    ['a signed null', 'release.invalid', () => signed('null')],
  ])('%s: %s', async (_, code, text) => {
    await expect(get(await text())).rejects.toMatchObject({ code })
    expect(kept()).toBeNull()
  })

  test.each<[string, () => Promise<Response>]>([
    ['no network', failing],
    ['404', () => answer('', 404)],
    ['500', () => answer('', 500)],
  ])('with %s the list of releases counts as unreachable', async (_, request) => {
    await expect(currentIndex(request(), reader())).rejects.toMatchObject({ code: 'release.unreachable' })
  })

  test('no index is verified by invalid keys', async () => {
    const text = await signedIndex()
    for (const wrong of [[], ['ed25519:test:'], ['ed25519:test:!!'], [5 as never], ['ed25519:test:AAAA']]) {
      await expect(currentIndex(answer(text), reader(wrong))).rejects.toMatchObject({ code: 'release.signature' })
    }
  })
})

test('services on another origin must be named by the index', async () => {
  const api = 'https://api.example/v2/'
  const ask = async (more: object) => currentIndex(answer(await signedIndex(more)), { ...reader(), api })
  await expect(ask({})).rejects.toMatchObject({ code: 'release.audience', details: { api } })
  await expect(ask({ origins: { code: ['https://api.example'] } })).rejects.toMatchObject({ code: 'release.audience' })
  const origins = { api: ['https://api.example'] }
  expect(await ask({ origins })).toEqual(index({ origins }))
})

test('fields of a newer release are ignored', async () => {
  const more = { roles: { root: { threshold: 2 } }, timestamp: at(0) }
  expect(await get(await signedIndex(more))).toEqual(index())
})

describe('the last good index', () => {
  test('is no fallback if it is from another deployment', async () => {
    keep(await signedIndex({ audience: ['https://staging.example'] }))
    await expect(currentIndex(failing(), reader())).rejects.toMatchObject({ code: 'release.audience' })
  })

  test.each<[string, () => Promise<Response>]>([
    ['cannot be reached', failing],
    ['is refused', () => answer('garbage')],
    ['is older than it', async () => answer(await signedIndex({ serial: 6 }))],
  ])('is used instead of an index that %s', async (_, request) => {
    keep(await signedIndex({ serial: 9 }))
    expect(await currentIndex(request(), reader())).toEqual(index({ serial: 9 }))
  })

  test('does not prevent a newer index, or the same one, from being used', async () => {
    keep(await signedIndex({ serial: 7 }))
    expect(await get(await signedIndex({ serial: 7 }))).toMatchObject({ serial: 7 })
    expect(await get(await signedIndex({ serial: 8 }))).toMatchObject({ serial: 8 })
  })

  test('is not accepted after its expiry', async () => {
    keep(await signedIndex({ notAfter: at(-1) }))
    await expect(currentIndex(answer('', 500), reader())).rejects.toMatchObject({ code: 'release.expired' })
  })

  test('is verified again, because others can write to the storage', async () => {
    keep((await signedIndex()).replace('"serial":7', '"serial":99'))
    await expect(currentIndex(answer('', 500), reader())).rejects.toMatchObject({ code: 'release.unreachable' })
    expect(await get(await signedIndex({ serial: 8 }))).toMatchObject({ serial: 8 })
  })

  test('is remembered by this page even if nothing can be stored', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    const seen = await get(await signedIndex({ serial: 9 }))
    expect(await get(await signedIndex({ serial: 8 }), seen)).toBe(seen)
  })

  test('does not admit an index that is newer than it, but older than the one that this page has seen', async () => {
    const seen = index({ serial: 9 })
    keep(await signedIndex({ serial: 6 }))
    expect(await get(await signedIndex({ serial: 8 }), seen)).toBe(seen)
  })
})

describe('whatever is served or stored', () => {
  const near = fc.record(
    {
      format: fc.oneof(fc.constant(1), fc.jsonValue()),
      serial: fc.oneof(fc.constant(7), fc.jsonValue()),
      issuedAt: fc.oneof(fc.constant(at(-DAY_MS)), fc.jsonValue()),
      notAfter: fc.oneof(fc.constant(at(DAY_MS)), fc.jsonValue()),
      shells: fc.oneof(fc.constant([]), fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 3 })),
      remotes: fc.oneof(
        fc.constant({}),
        fc.jsonValue(),
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('receive', '__proto__')),
          fc.record({ channels: fc.jsonValue(), versions: fc.jsonValue() }),
        ),
      ),
    },
    { requiredKeys: [] },
  )
  const document = fc.oneof(
    fc.json(),
    fc.string(),
    near.map((value) => JSON.stringify(value)),
  )

  test('a signed document results in a valid index, or in one clear error', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (text) => {
        localStorage.clear()
        const outcome = await get(await signed(text)).catch((error: unknown) => error)
        if (isModalError(outcome)) expect(outcome.code).toMatch(/^release\./)
        else expect(outcome).toMatchObject({ format: 1, shells: expect.any(Array), remotes: expect.any(Object) })
      }),
      { numRuns: 300 },
    )
  })

  test('an unsigned document is refused with one clear error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          document,
          fc.tuple(document, document).map((parts) => parts.join('\n')),
        ),
        async (text) => {
          localStorage.clear()
          await expect(get(text)).rejects.toMatchObject({ code: 'release.signature' })
        },
      ),
    )
  })

  test("nothing in the browser's storage causes a failure", async () => {
    const fresh = await signedIndex()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          document,
          document.map((text) => `ed25519:test:AAAA\n${text}`),
        ),
        async (text) => {
          keep(text)
          expect(await get(fresh)).toEqual(index())
        },
      ),
    )
  })
})
