import fc from 'fast-check'
import { readFrameRequest } from './readFrameRequest.ts'
import { type RequestName, requests } from './requests.ts'

const EVM = '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B'
const SOLANA = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const long = (length: number) => 'x'.repeat(length + 1)

const siwxMessage = {
  serializedMessage: 'shop.example wants you to sign in',
  accountAddress: '<<AccountAddress>>',
  chainId: 'eip155:1',
  domain: 'shop.example',
  uri: 'https://shop.example/',
  version: '1',
  nonce: 'b1946ac92492d234',
  resources: ['email:ada@shop.example'],
}
const dapp = {
  metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: ['https://shop.example/a.png'] },
  sdkVersion: 'html-wagmi-1.7.19',
  sdkType: 'appkit',
  projectId: '00000000000000000000000000000001',
}

/**
 * First, payloads that the frame accepts, each with what the frame reads if that differs from what was sent; then
 * payloads that the frame refuses.
 */
type Samples = readonly [good: readonly (readonly [sent: unknown, read?: unknown])[], bad: readonly unknown[]]

/** What the frame is expected to read from a sample. */
const readOf = (row: readonly [unknown, unknown?]) => (row.length === 2 ? row[1] : row[0])

const NOTHING: Samples = [[[undefined], [null, undefined], [{ some: 'thing' }, undefined]], []]
const CODE: Samples = [
  [[{ otp: '123456' }], [{ otp: 'ABC' }]],
  [undefined, null, 'text', {}, { otp: 123456 }, { otp: '' }, { otp: long(32) }, { otp: ['1'] }],
]
const EMAIL: Samples = [
  [
    [{ email: 'ada@shop.example' }],
    [{ email: ' Ada@Shop.Example\n' }, { email: 'Ada@shop.example' }],
    [{ email: 'ada+wallet@mail.shop.example' }],
  ],
  [undefined, {}, { email: '' }, { email: 'ada' }, { email: 'ada@shop' }, { email: 7 }, { email: `${long(254)}@a.bc` }],
]

const samples: Readonly<Record<RequestName, Samples>> = {
  CONNECT_EMAIL: EMAIL,
  UPDATE_EMAIL: EMAIL,
  CONNECT_OTP: CODE,
  UPDATE_EMAIL_PRIMARY_OTP: CODE,
  UPDATE_EMAIL_SECONDARY_OTP: CODE,
  CONNECT_DEVICE: NOTHING,
  GET_FARCASTER_URI: NOTHING,
  CONNECT_FARCASTER: NOTHING,
  GET_NEW_DEVICES: NOTHING,
  REVIEW_NEW_DEVICES: NOTHING,
  SIGN_OUT: NOTHING,
  RELOAD: NOTHING,
  GET_CHAIN_ID: NOTHING,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: NOTHING,
  INIT_SMART_ACCOUNT: NOTHING,
  RPC_ABORT: NOTHING,
  GET_SOCIAL_REDIRECT_URI: [
    ['google', 'github', 'apple', 'facebook', 'x', 'discord'].map((provider) => [{ provider }] as const),
    [undefined, {}, { provider: 'farcaster' }, { provider: 'Google' }, { provider: 'toString' }],
  ],
  CONNECT_SOCIAL: [
    [
      [{ uri: 'https://secure.example/back?code=1' }],
      [
        {
          uri: 'code=1',
          preferredAccountType: 'smartAccount',
          chainId: 137,
          siwxMessage,
          rpcUrl: 'https://rpc.example',
        },
        {
          uri: 'code=1',
          preferredAccountType: 'smartAccount',
          chainId: 'eip155:137',
          siwxMessage,
          rpcUrl: 'https://rpc.example',
        },
      ],
    ],
    [
      undefined,
      {},
      { uri: '' },
      { uri: long(16_384) },
      { uri: 'code=1', preferredAccountType: 'payment' },
      { uri: 'code=1', chainId: 0 },
      { uri: 'code=1', siwxMessage: {} },
    ],
  ],
  GET_USER: [
    [
      [undefined],
      [{}],
      [{ chainId: 1 }, { chainId: 'eip155:1' }],
      [{ chainId: '1' }, { chainId: 'eip155:1' }],
      [{ chainId: `solana:${MAINNET}`, preferredAccountType: 'eoa' }],
      [{ rpcUrl: 'javascript:alert(1)' }, {}],
    ],
    [
      null,
      'text',
      { chainId: -1 },
      { chainId: 1.5 },
      { chainId: Number.MAX_SAFE_INTEGER + 1 },
      { chainId: 'dogecoin:1' },
      { chainId: {} },
      { preferredAccountType: 'EOA' },
      { siwxMessage: { ...siwxMessage, chainId: '1' } },
      { siwxMessage: { ...siwxMessage, resources: Array(65).fill('a') } },
      { siwxMessage: { ...siwxMessage, nonce: undefined } },
    ],
  ],
  IS_CONNECTED: [
    [[undefined], [{}], [{ token: 'a.b.c' }]],
    [null, { token: 7 }, { token: long(4_096) }],
  ],
  SWITCH_NETWORK: [
    [
      [{ chainId: 'eip155:10', rpcUrl: 'https://rpc.example/v1?a=b' }],
      [{ chainId: 10 }, { chainId: 'eip155:10' }],
      [{ chainId: MAINNET }, { chainId: `solana:${MAINNET}` }],
    ],
    [undefined, {}, { chainId: '' }, { chainId: 'eip155:' }, { chainId: 'eip155:1:2' }, { chainId: 'eip155:1e3' }],
  ],
  SET_PREFERRED_ACCOUNT: [
    [[{ type: 'eoa' }], [{ type: 'smartAccount' }]],
    [undefined, {}, { type: 'payment' }, { type: '' }],
  ],
  SYNC_THEME: [
    [
      [{}],
      [
        {
          themeMode: 'dark',
          themeVariables: { '--w3m-accent': '#00f', '--w3m-z-index': 9 },
          w3mThemeVariables: { '--w3m-accent': 'hsla(230, 100%, 67%, 1)', '--w3m-background': '#fff' },
        },
      ],
      [{ themeVariables: { a: null, b: Number.NaN, c: undefined, d: 'd' } }, { themeVariables: { d: 'd' } }],
      [{ w3mThemeVariables: { a: 1, b: long(512), c: 'c' } }, { w3mThemeVariables: { c: 'c' } }],
      [{ themeVariables: [] }, {}],
      [{ w3mThemeVariables: Object.fromEntries(Array.from({ length: 129 }, (_, index) => [index, ''])) }, {}],
      [{ w3mThemeVariables: { [long(128)]: '' } }, {}],
    ],
    [undefined, null, 'dark', { themeMode: 'auto' }, { themeMode: 1 }],
  ],
  SYNC_DAPP_DATA: [
    [
      [dapp],
      [{ projectId: 'p' }],
      [
        { ...dapp, metadata: { ...dapp.metadata, icons: ['/a.png', long(2_048), 7] } },
        { ...dapp, metadata: { ...dapp.metadata, icons: ['/a.png'] } },
      ],
      [{ projectId: 'p', metadata: { name: 'Shop' } }, { projectId: 'p' }],
      [{ projectId: 'p', metadata: { ...dapp.metadata, name: long(255) } }, { projectId: 'p' }],
    ],
    [
      undefined,
      {},
      { projectId: '' },
      { projectId: long(64) },
      { ...dapp, sdkType: 'other' },
      { ...dapp, sdkVersion: 1 },
    ],
  ],
  RPC_REQUEST: [
    [
      [
        { method: 'personal_sign', params: ['0x68', EVM], chainNamespace: 'eip155', chainId: 1 },
        { method: 'personal_sign', params: ['0x68', EVM], chainNamespace: 'eip155', chainId: 'eip155:1' },
      ],
      [
        {
          method: 'solana_signMessage',
          params: { message: '9x', pubkey: SOLANA },
          chainNamespace: 'solana',
          chainId: MAINNET,
        },
        {
          method: 'solana_signMessage',
          params: { message: '9x', pubkey: SOLANA },
          chainNamespace: 'solana',
          chainId: `solana:${MAINNET}`,
        },
      ],
      [{ method: 'eth_blockNumber', params: [] }, { method: 'eth_blockNumber' }],
    ],
    [
      undefined,
      {},
      { method: 'eth_sign', params: ['0x68', EVM] },
      { method: 'eth_requestAccounts' },
      { method: 'wallet_switchEthereumChain', params: [] },
      { method: 'toString', params: [] },
      { method: '__proto__', params: [] },
      { method: 'personal_sign' },
      { method: 'personal_sign', params: { 0: '0x68' } },
      { method: 'personal_sign', params: ['0x68'], chainNamespace: 'solana', chainId: 1 },
      { method: 'personal_sign', params: ['0x68'], chainNamespace: 'ton' },
    ],
  ],
}

const send = (name: string, payload: unknown, id: unknown = 'k3f9a') =>
  readFrameRequest({ type: `@w3m-app/${name}`, id, payload })

const rows = (pick: (samples: Samples) => readonly unknown[]) =>
  (Object.keys(samples) as RequestName[]).flatMap((name) => pick(samples[name]).map((row) => [name, row] as const))

test.each(rows(([good]) => good) as [RequestName, readonly [unknown, unknown?]][])('%s is read: %j', (name, row) => {
  expect(send(name, row[0])).toEqual({ message: { type: `@w3m-app/${name}`, id: 'k3f9a', payload: readOf(row) } })
})

test.each(rows(([, bad]) => bad))('%s is refused by its id: %j', (name, payload) => {
  expect(send(name, payload)).toEqual({
    refusal: expect.objectContaining({ reason: 'badPayload', type: `@w3m-app/${name}`, id: 'k3f9a' }),
  })
})

test.each(Object.keys(samples))('unknown fields are dropped from %s', (name) => {
  const row = samples[name as RequestName][0].at(-1) ?? [undefined]
  const [sent] = row
  const extra = { evil: true, origin: 'https://shop.example', constructor: 'x' }
  const payload = typeof sent === 'object' && sent !== null ? { ...sent, ...extra } : sent
  const reading = readFrameRequest({ type: `@w3m-app/${name}`, id: 'k', payload, ...extra })
  expect(Object.keys(reading?.message ?? {}).sort()).toEqual(['id', 'payload', 'type'])
  expect(reading?.message?.payload).toEqual(readOf(row))
})

test("an id may be missing, or in another client's format, but must be a short text", () => {
  expect(readFrameRequest({ type: '@w3m-app/SIGN_OUT' })).toEqual({ message: { type: '@w3m-app/SIGN_OUT' } })
  expect(send('SIGN_OUT', undefined, '')?.message).toEqual({ type: '@w3m-app/SIGN_OUT', id: '' })
  for (const id of [7, null, {}, ['k'], long(64)]) {
    expect(send('SIGN_OUT', undefined, id)).toEqual({ refusal: { reason: 'badId', type: '@w3m-app/SIGN_OUT' } })
  }
})

test.each([
  'SIGN_OUT_SUCCESS',
  'READY',
  'sign_out',
  '',
  'AWAIT_UPDATE_EMAIL',
  'toString',
  '__proto__',
  'constructor',
  long(96),
])('a request of an unknown type is refused: %s', (name) => {
  expect(send(name, {})).toEqual({ refusal: { reason: 'unknownType', id: 'k3f9a' } })
})

test.each([
  undefined,
  null,
  'SIGN_OUT',
  '@w3m-app/SIGN_OUT',
  ['@w3m-app/SIGN_OUT'],
  {},
  { type: 7 },
  { type: ['@w3m-app/SIGN_OUT'] },
  { type: 'x@w3m-app/SIGN_OUT' },
  { type: '@w3m-frame/SIGN_OUT_SUCCESS' },
])("a message that is not a page's request is ignored: %j", (value) => {
  expect(readFrameRequest(value)).toBeUndefined()
})

test('a refusal names the invalid field, and contains nothing from the message', () => {
  const refusal = send('CONNECT_OTP', { otp: { secret: '481516' } })?.refusal
  expect(refusal).toEqual({ reason: 'badPayload', type: '@w3m-app/CONNECT_OTP', id: 'k3f9a', field: 'otp' })
  const record = send('GET_USER', { siwxMessage: { 'name-481516': 1 } })?.refusal
  expect(record?.field).toBe('siwxMessage')
  expect(JSON.stringify([refusal, record])).not.toContain('481516')
  expect(send('RPC_REQUEST', { method: 'personal_sign', params: 'x' })?.refusal?.field).toBe('params')
})

test('a message that the page dispatches itself, with getters that throw, is ignored', () => {
  const trap = () => {
    throw new Error('boo')
  }
  const proxy = new Proxy({}, { get: trap, ownKeys: trap, getPrototypeOf: trap })
  const getter = Object.defineProperty({ type: '@w3m-app/CONNECT_OTP' }, 'payload', { get: trap })
  expect(readFrameRequest(proxy)).toBeUndefined()
  expect(readFrameRequest(getter)).toBeUndefined()
  expect(send('CONNECT_OTP', proxy)?.message).toBeUndefined()
})

const hostile = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  withObjectString: true,
})
const names = fc.constantFrom(...(Object.keys(requests) as RequestName[]))

test('no message that a window may post breaks the frame', () => {
  fc.assert(
    fc.property(names, hostile, hostile, (name, id, payload) => {
      const reading = send(name, payload, id)
      expect(reading).toBeDefined()
      if (reading?.message) expect(reading.message.type).toBe(`@w3m-app/${name}`)
      else expect(reading?.refusal?.type).toBe(`@w3m-app/${name}`)
    }),
    { numRuns: 2_000 },
  )
})

test('JSON that is not a known request is refused or ignored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ type: fc.string(), payload: fc.jsonValue() })), (value) => {
      expect(readFrameRequest(value)).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
  fc.assert(
    fc.property(
      fc.string().filter((name) => !Object.hasOwn(requests, name)),
      fc.jsonValue(),
      (name, payload) => {
        expect(send(name, payload)).toEqual({ refusal: { reason: 'unknownType', id: 'k3f9a' } })
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each(rows(([good]) => good) as [RequestName, readonly [unknown, unknown?]][])(
  'what is read from %s is read the same when it is posted again: %j',
  (name, row) => {
    const once = send(name, row[0])?.message
    expect(once).toBeDefined()
    expect(readFrameRequest(structuredClone(once))?.message).toEqual(once)
  },
)

test("a request's type determines its payload", () => {
  const code = send('CONNECT_OTP', { otp: '123456' })?.message
  const signature = send('RPC_REQUEST', { method: 'solana_signTransaction', params: { transaction: '9xQe' } })?.message
  // The compiler checks here that the type determines the payload.
  const otp: string | undefined = code?.type === '@w3m-app/CONNECT_OTP' ? code.payload.otp : undefined
  const transaction: string | undefined =
    signature?.type === '@w3m-app/RPC_REQUEST' && signature.payload.method === 'solana_signTransaction'
      ? signature.payload.params.transaction
      : undefined
  expect([otp, transaction]).toEqual(['123456', '9xQe'])
})
