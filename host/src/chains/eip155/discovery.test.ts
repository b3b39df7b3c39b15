/** @jest-environment jsdom */
import { fakeProvider } from '@portico/contracts/testing'
import fc from 'fast-check'
import { type FoundWallet, INJECTED_ID, watchWallets } from './discovery.ts'

// Tests with many modals, wallets or options are slow on a busy machine.
jest.setTimeout(30_000)

const ICON = 'data:image/svg+xml;base64,PHN2Zy8+'
const UUID = '350670db-19fa-4704-a166-e52e178b59d2'

const detail = (info: object = {}, provider: unknown = fakeProvider()) => ({
  info: { uuid: UUID, name: 'Harbor', rdns: 'io.harbor', icon: ICON, ...info },
  provider,
})

const announce = (given: unknown) =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: given }))

const lives: AbortController[] = []
const ends: (() => void)[] = []

afterEach(() => {
  for (const life of lives.splice(0)) life.abort()
  for (const end of ends.splice(0)) end()
  Reflect.deleteProperty(globalThis, 'ethereum')
})

/** A wallet installed before the modal: it announces itself on request. */
function install(...details: unknown[]): void {
  const answer = () => details.forEach(announce)
  addEventListener('eip6963:requestProvider', answer)
  ends.push(() => removeEventListener('eip6963:requestProvider', answer))
}

const inject = (provider: unknown) =>
  Object.defineProperty(globalThis, 'ethereum', { configurable: true, value: provider })

function look(sources: Partial<Parameters<typeof watchWallets>[0]> = {}) {
  const lists: (readonly FoundWallet[])[] = []
  const life = new AbortController()
  lives.push(life)
  watchWallets(
    { enableEIP6963: true, enableInjected: true, ...sources },
    (found) => void lists.push(found),
    life.signal,
  )
  const now = () => (lists.at(-1) ?? []).filter(({ isHidden }) => !isHidden).map(({ connector }) => connector)
  return { lists, life, now, names: () => now().map(({ name }) => name) }
}

/** How the modal shows a wallet with this announcement. */
function shown(info: object, provider?: unknown) {
  install(detail(info, provider))
  return look().now()[0]
}

describe('wallets that announce themselves', () => {
  test('are found with name, icon and rdns', () => {
    install(detail())
    expect(look().now()).toEqual([
      { id: 'io.harbor', name: 'Harbor', type: 'ANNOUNCED', namespace: 'eip155', rdns: 'io.harbor', imageUrl: ICON },
    ])
  })

  test('are found even if they announce themselves late', () => {
    const { names } = look()
    expect(names()).toEqual([])
    announce(detail())
    expect(names()).toEqual(['Harbor'])
  })

  test('are listed once, however often they announce themselves', () => {
    const provider = fakeProvider()
    install(detail({}, provider), detail({ uuid: 'another' }, provider))
    const { names } = look()
    announce(detail({}, fakeProvider()))
    expect(names()).toEqual(['Harbor'])
  })

  test('without an rdns are distinguished by their one-time id', () => {
    install(detail({ rdns: undefined, uuid: 'a' }), detail({ rdns: '', uuid: 'b', name: 'Lantern' }))
    expect(
      look()
        .now()
        .map(({ id }) => id),
    ).toEqual(['a', 'b'])
  })

  test('are ignored if the site has switched EIP-6963 off', () => {
    install(detail())
    expect(look({ enableEIP6963: false }).names()).toEqual([])
  })

  test('are ignored once the modal is disposed of', () => {
    const { lists, life } = look()
    life.abort()
    const before = lists.length
    announce(detail())
    expect(lists).toHaveLength(before)
  })
})

describe('impersonators', () => {
  test('a second wallet with the same name and another rdns does not hide the first, nor vice versa', () => {
    install(detail({ rdns: 'io.harb0r', uuid: 'evil' }), detail())
    expect(
      look()
        .now()
        .map(({ id }) => id),
    ).toEqual(['io.harb0r', 'io.harbor'])
  })

  test('the first wallet to claim an rdns keeps its id and provider, and the other is listed beside it', () => {
    const [real, other] = [fakeProvider(), fakeProvider()]
    install(detail({}, real), detail({ uuid: 'evil' }, other))
    const found = look().lists.at(-1) ?? []
    expect(found.map(({ connector: { id, rdns }, provider }) => [id, rdns, provider])).toEqual([
      ['io.harbor', 'io.harbor', real],
      ['io.harbor#2', 'io.harbor', other],
    ])
  })

  test('the ids of two wallets with one rdns stay the same when both announce themselves again', () => {
    const both = [detail({}, fakeProvider()), detail({ uuid: 'evil' }, fakeProvider())]
    install(...both)
    const { now } = look()
    for (const one of both.toReversed()) announce(one)
    expect(now().map(({ id }) => id)).toEqual(['io.harbor', 'io.harbor#2'])
  })

  test('a crowd with one rdns does not fill the list', () => {
    install(...Array.from({ length: 50 }, (_, index) => detail({ uuid: `${index}` })))
    expect(look().names()).toEqual(['Harbor', 'Harbor', 'Harbor'])
  })

  test('one provider announced under two rdns is listed twice, because the first may be the impersonator', () => {
    const provider = fakeProvider()
    install(detail({ rdns: 'io.harb0r' }, provider), detail({}, provider))
    expect(
      look()
        .now()
        .map(({ id }) => id),
    ).toEqual(['io.harb0r', 'io.harbor'])
  })

  test.each([
    ['direction characters', 'Har\u202ebor\u2066', 'Har bor'],
    ['invisible characters', 'Har\u200bb\u00ador', 'Har b or'],
    ['line breaks', 'Harbor\n\n\tWallet', 'Harbor Wallet'],
    ['control characters', '\u0007Harbor\u0000', 'Harbor'],
    ['more characters than fit', 'H'.repeat(500), 'H'.repeat(40)],
    ['an emoji at the cut', `${'H'.repeat(39)}🦊`, `${'H'.repeat(39)}🦊`],
  ])('a name with %s becomes one plain line', (_, name, plain) => {
    expect(shown({ name })?.name).toBe(plain)
  })

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['an HTML page', 'data:text/html,<script>alert(1)</script>'],
    ['markup', '<svg onload=alert(1)>'],
    ['plain http', 'http://harbor.example/icon.png'],
    ["on the wallet's own host, which would see the visitor", 'https://harbor.example/icon.webp'],
    ['a URL that breaks out of its attribute', 'https://harbor.example/icon.png" onerror="alert(1)'],
    ['more than 100 kB', `data:image/png;base64,${'A'.repeat(100_001)}`],
    ['not text', { toString: (): string => ICON }],
    ['missing', undefined],
  ])('an icon that is %s is dropped, and the wallet stays', (_, icon) => {
    expect(shown({ icon })).toEqual(expect.not.objectContaining({ imageUrl: expect.anything() }))
    expect(look().names()).toEqual(['Harbor'])
  })

  test.each(['data:image/png;base64,AAAA', 'data:image/svg+xml,%3Csvg/%3E'])('an icon like %s is shown', (icon) => {
    expect(shown({ icon })?.imageUrl).toBe(icon)
  })

  test.each([
    ['spaces', 'io harbor'],
    ['markup', '<b>'],
    ['another script’s letters', 'io.hаrbor'],
    ['a number in place of text', 5],
  ])('an rdns with %s counts as missing', (_, rdns) => {
    expect(shown({ rdns })?.id).toBe(UUID)
  })
})

describe('invalid announcements', () => {
  const broken: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['a text', 'Harbor'],
    ['one without info', { provider: fakeProvider() }],
    ['one whose info is null', { info: null, provider: fakeProvider() }],
    ['one without a name', detail({ name: '' })],
    ['one whose name is invisible', detail({ name: '\u200b\u200b' })],
    ['one without a provider', detail({}, null)],
    ['one whose provider has no request method', detail({}, { request: 'no function' })],
    ['one without any id', detail({ rdns: undefined, uuid: undefined })],
    [
      'an announcement that throws when read',
      {
        get info() {
          throw new Error('not yours')
        },
        provider: fakeProvider(),
      },
    ],
    [
      'one whose name throws when read',
      {
        info: {
          uuid: 'x',
          get name() {
            throw new Error('not yours')
          },
        },
        provider: fakeProvider(),
      },
    ],
  ]

  test.each(broken)('%s does not hide valid wallets before or after it', (_, given) => {
    const failed = jest.fn()
    addEventListener('error', failed)
    install(given, detail({ uuid: 'first' }))
    const { names } = look()
    announce(given)
    announce(detail({ uuid: 'late', rdns: 'app.lantern', name: 'Lantern' }))
    expect(names()).toEqual(['Harbor', 'Lantern'])
    expect(failed).not.toHaveBeenCalled()
    removeEventListener('error', failed)
  })

  test('whatever is announced, the list is safe to show', () => {
    const info = fc.record(
      {
        uuid: fc.oneof(fc.uuid(), fc.anything()),
        name: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        rdns: fc.oneof(fc.domain(), fc.string(), fc.anything()),
        icon: fc.oneof(fc.webUrl(), fc.string(), fc.anything()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), info), { maxLength: 6 }), (infos) => {
        const { now, life } = look()
        for (const one of infos) announce({ info: one, provider: fakeProvider() })
        const ids = now().map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id, name, imageUrl } of now()) {
          expect(id).not.toBe('')
          expect(name).toMatch(/^[^\p{Cc}\p{Cf}]{1,80}$/u)
          if (imageUrl !== undefined) expect(imageUrl).toMatch(/^(data:image\/|https:\/\/)/i)
        }
        life.abort()
      }),
    )
  })
})

describe('`window.ethereum`', () => {
  test("is the browser's wallet if no wallet is announced", () => {
    inject(fakeProvider())
    expect(look().now()).toEqual([{ id: INJECTED_ID, name: 'Browser Wallet', type: 'INJECTED', namespace: 'eip155' }])
  })

  test('is not listed beside an announced wallet with the same provider', () => {
    const provider = fakeProvider()
    inject(provider)
    install(detail({}, provider))
    expect(look().names()).toEqual(['Harbor'])
  })

  test('is replaced by a wallet that is announced late', () => {
    inject(fakeProvider())
    const { names } = look()
    expect(names()).toEqual(['Browser Wallet'])
    announce(detail())
    expect(names()).toEqual(['Harbor'])
  })

  test('can still be used while hidden, after an earlier connection', () => {
    const provider = fakeProvider()
    inject(provider)
    install(detail())
    expect(look().lists.at(-1)).toContainEqual(expect.objectContaining({ provider, isHidden: true }))
  })

  test.each(['injected', 'INJECTED', 'walletConnect'])('no announced wallet gets a reserved id: %s', (rdns) => {
    inject(fakeProvider())
    install(detail({ rdns, uuid: rdns }))
    expect(look().now()).toMatchObject([{ id: INJECTED_ID }])
  })

  test('is ignored if the site has switched it off', () => {
    inject(fakeProvider())
    expect(look({ enableInjected: false }).names()).toEqual([])
  })

  test.each([
    ['null', null],
    ['a text', 'metamask'],
    ['an object without a request method', {}],
  ])('that is %s does not count as a wallet', (_, value) => {
    inject(value)
    expect(look().names()).toEqual([])
  })

  test('that throws when read does not count as a wallet', () => {
    Object.defineProperty(globalThis, 'ethereum', {
      configurable: true,
      get() {
        throw new Error('not yours')
      },
    })
    expect(look().names()).toEqual([])
  })
})
