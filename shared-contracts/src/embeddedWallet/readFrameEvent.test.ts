import fc from 'fast-check'
import { answers, type FrameEvent } from './answers.ts'
import { isAnswerTo, readFrameEvent } from './readFrameEvent.ts'
import type { RequestName } from './requests.ts'

const EOA = '0x9E2b6a5C1D0f4E3A8b7c6D5e4F3a2B1c0D9E8F7a'
const SMART = '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B'
const SOLANA = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const long = (length: number) => 'x'.repeat(length + 1)

const user = {
  email: 'ada@shop.example',
  address: SMART,
  chainId: 1,
  preferredAccountType: 'smartAccount',
  accounts: [
    { type: 'eoa', address: EOA },
    { type: 'smartAccount', address: SMART },
  ],
}
const readUser = { ...user, chainId: 'eip155:1' }

type Samples = readonly [good: readonly (readonly [sent: unknown, read?: unknown])[], bad: readonly unknown[]]

/** What the page is expected to read from a sample. */
const readOf = (row: readonly [unknown, unknown?]) => (row.length === 2 ? row[1] : row[0])

const NOTHING: Samples = [[[undefined], [null, undefined], [{ some: 'thing' }, undefined]], []]
const CHAIN: Samples = [
  [[{ chainId: 1 }, { chainId: 'eip155:1' }], [{ chainId: MAINNET }]],
  [undefined, {}, { chainId: null }, { chainId: 0 }, { chainId: 'x:1' }],
]
const badUsers = [
  undefined,
  null,
  {},
  { ...user, address: undefined },
  { ...user, address: 'ada.eth' },
  { ...user, address: SOLANA },
  { ...user, chainId: MAINNET },
  { ...user, chainId: undefined },
  { ...user, accounts: {} },
  { ...user, accounts: [{ type: 'payment', address: EOA }] },
  { ...user, accounts: Array(33).fill(user.accounts[0]) },
  { ...user, message: long(16_384) },
  { ...user, signature: 7 },
  { ...user, siwxMessage: { domain: 'shop.example' } },
]

const samples: Readonly<Record<RequestName, Samples>> = {
  CONNECT_DEVICE: NOTHING,
  CONNECT_OTP: NOTHING,
  UPDATE_EMAIL_PRIMARY_OTP: NOTHING,
  REVIEW_NEW_DEVICES: NOTHING,
  GET_NEW_DEVICES: [
    [[{ count: 0 }], [{ count: 2 }]],
    [undefined, {}, { count: -1 }, { count: 1.5 }, { count: '1' }],
  ],
  SIGN_OUT: NOTHING,
  RELOAD: NOTHING,
  RPC_ABORT: NOTHING,
  SYNC_THEME: NOTHING,
  SYNC_DAPP_DATA: NOTHING,
  SWITCH_NETWORK: CHAIN,
  GET_CHAIN_ID: CHAIN,
  CONNECT_EMAIL: [
    [[{ action: 'VERIFY_DEVICE' }], [{ action: 'VERIFY_OTP' }], [{ action: 'CONNECT' }]],
    [undefined, {}, { action: 'VERIFY_PRIMARY_OTP' }, { action: 'connect' }],
  ],
  UPDATE_EMAIL: [
    [[{ action: 'VERIFY_PRIMARY_OTP' }], [{ action: 'VERIFY_SECONDARY_OTP' }]],
    [undefined, {}, { action: 'CONNECT' }],
  ],
  UPDATE_EMAIL_SECONDARY_OTP: [
    [[{ newEmail: 'grace@shop.example' }]],
    [undefined, {}, { newEmail: '' }, { newEmail: 'grace' }],
  ],
  CONNECT_SOCIAL: [
    [
      [
        { ...user, userName: 'ada' },
        { ...readUser, userName: 'ada' },
      ],
      [
        { address: SOLANA, chainId: MAINNET },
        { address: SOLANA, chainId: MAINNET, email: null, userName: null },
      ],
      [
        { ...user, email: null, userName: long(255), smartAccountDeployed: true },
        { ...readUser, email: null, userName: null },
      ],
    ],
    badUsers,
  ],
  GET_USER: [
    [
      [
        { ...user, smartAccountDeployed: false },
        { ...readUser, smartAccountDeployed: false },
      ],
      [{ ...user, userName: 'ada' }, readUser],
      // Other clients reject the following users.
      [
        { ...user, email: '' },
        { ...readUser, email: null },
      ],
      [
        { ...user, email: undefined },
        { ...readUser, email: null },
      ],
      [
        { ...user, email: 7 },
        { ...readUser, email: null },
      ],
      [
        { ...user, preferredAccountType: 'payment' },
        { ...readUser, preferredAccountType: undefined },
      ],
      [{ ...user, accounts: [...user.accounts, { type: 'eoa', address: SOLANA }] }, readUser],
    ],
    badUsers,
  ],
  GET_SOCIAL_REDIRECT_URI: [
    [[{ uri: 'https://accounts.example/auth?state=1' }]],
    [
      undefined,
      {},
      { uri: '' },
      { uri: 'javascript:alert(1)' },
      { uri: 'data:text/html,x' },
      { uri: '//accounts.example' },
      { uri: `https://accounts.example/${long(16_384)}` },
    ],
  ],
  GET_FARCASTER_URI: [
    [[{ url: 'https://farcaster.example/~/siwf?channelToken=A1' }]],
    [undefined, {}, { url: 'javascript:alert(1)' }, { uri: 'https://farcaster.example' }],
  ],
  CONNECT_FARCASTER: [[[{ userName: 'ada' }]], [undefined, {}, { userName: 7 }, { userName: long(255) }]],
  IS_CONNECTED: [
    [[{ isConnected: true }], [{ isConnected: false }]],
    [undefined, {}, { isConnected: 'true' }, { isConnected: 1 }],
  ],
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: [
    [[{ smartAccountEnabledNetworks: [] }], [{ smartAccountEnabledNetworks: [1, 31337] }]],
    [
      undefined,
      {},
      { smartAccountEnabledNetworks: '1' },
      { smartAccountEnabledNetworks: ['1'] },
      { smartAccountEnabledNetworks: [1.5] },
      { smartAccountEnabledNetworks: [-1] },
      { smartAccountEnabledNetworks: Array(1_001).fill(1) },
    ],
  ],
  INIT_SMART_ACCOUNT: [[[{ address: SMART, isDeployed: true }]], [undefined, { address: SMART }, { isDeployed: true }]],
  SET_PREFERRED_ACCOUNT: [
    [[{ type: 'smartAccount', address: SMART }]],
    [undefined, { type: 'smartAccount' }, { address: SMART }, { type: 'stx', address: SMART }],
  ],
  RPC_REQUEST: [
    [[undefined], [null], ['0x1'], [[1, 'a', null]], [{ hash: '0x1', deep: { er: [true] } }], [12n, '0xc']],
    [new Map(), new Date(0), Number.NaN, { when: new Date(0) }, -1n],
  ],
}

const hear = (type: string, payload: unknown, id: unknown = 'k3f9a') =>
  readFrameEvent({ type: `@w3m-frame/${type}`, id, payload })

const rows = (pick: (samples: Samples) => readonly unknown[]) =>
  (Object.keys(samples) as RequestName[]).flatMap((name) => pick(samples[name]).map((row) => [name, row] as const))

test.each(rows(([good]) => good) as [RequestName, readonly [unknown, unknown?]][])(
  'an answer to %s is read: %p',
  (name, row) => {
    expect(hear(`${name}_SUCCESS`, row[0])).toEqual({
      message: { type: `@w3m-frame/${name}_SUCCESS`, id: 'k3f9a', payload: readOf(row) },
    })
  },
)

test('a user with an empty address has no address, and still connects (secure-frame.md §18.9)', () => {
  for (const name of ['GET_USER', 'CONNECT_SOCIAL']) {
    const read = hear(`${name}_SUCCESS`, { ...user, email: '' })
    expect(read?.message?.payload).toMatchObject({ address: user.address, email: null })
  }
})

test.each(rows(([, bad]) => bad))(
  'an unreadable answer to %s is refused and names the failed request: %p',
  (name, payload) => {
    expect(hear(`${name}_SUCCESS`, payload)).toEqual({
      refusal: expect.objectContaining({ reason: 'badPayload', type: `@w3m-frame/${name}_SUCCESS`, id: 'k3f9a' }),
    })
  },
)

test.each(Object.keys(samples))('%s may fail, with or without a reason', (name) => {
  const failure = (payload: unknown) => hear(`${name}_ERROR`, payload)?.message?.payload
  expect(failure({ message: 'Invalid code', code: 6002, stack: 'at …' })).toEqual({
    message: 'Invalid code',
    code: 6002,
  })
  expect(failure({ message: 'Invalid code', code: '6002' })).toEqual({ message: 'Invalid code' })
  for (const payload of [undefined, {}, { message: '' }, { message: 7 }]) {
    expect(failure(payload)).toEqual({ message: 'An error occurred' })
  }
  expect(failure({ message: long(5_000) })).toEqual({ message: long(999) })
  expect(hear(`${name}_ERROR`, 'text')?.refusal).toMatchObject({ reason: 'badPayload', id: 'k3f9a' })
})

test('the frame reports that it is ready, with or without a payload', () => {
  expect(readFrameEvent({ type: '@w3m-frame/READY' })?.message).toEqual({ type: '@w3m-frame/READY', payload: {} })
  expect(hear('READY', { version: '4', extra: 1 })?.message?.payload).toEqual({ version: '4' })
  expect(hear('READY', null)?.refusal).toBeDefined()
  expect(hear('READY', { version: 4 })?.refusal).toBeDefined()
})

test('a SESSION_UPDATE message is read if it contains a legacy token, and refused without a token', () => {
  expect(hear('SESSION_UPDATE', { token: 'a.b.c' })?.message?.payload).toEqual({ token: 'a.b.c' })
  expect(hear('SESSION_UPDATE', {})?.refusal).toBeDefined()
})

/** The result of RPC_REQUEST comes from the node, and stays unchanged. */
const described = Object.keys(samples).filter((name) => name !== 'RPC_REQUEST')

test.each(described)('unknown fields are dropped from the answer to %s', (name) => {
  const row = samples[name as RequestName][0].at(-1) ?? [undefined]
  const [sent] = row
  const payload = typeof sent === 'object' && sent !== null ? { ...sent, evil: true } : sent
  const reading = readFrameEvent({ type: `@w3m-frame/${name}_SUCCESS`, id: 'k', payload, evil: true })
  expect(Object.keys(reading?.message ?? {}).sort()).toEqual(['id', 'payload', 'type'])
  expect(reading?.message?.payload).toEqual(readOf(row))
})

test.each([
  'CONNECT_EMAIL',
  'CONNECT_EMAIL_',
  'CONNECT_EMAIL_SUCCES',
  '_SUCCESS',
  '_ERROR',
  'READY_SUCCESS',
  'CONNECT_EMAIL_SUCCESS_SUCCESS',
  'toString',
  'toString_SUCCESS',
  '__proto___ERROR',
])('a message of an unknown type is refused: %s', (type) => {
  expect(hear(type, {})).toEqual({ refusal: { reason: 'unknownType', id: 'k3f9a' } })
})

test("a page's message to the frame is not read as one from the frame", () => {
  expect(readFrameEvent({ type: '@w3m-app/SIGN_OUT', id: 'k' })).toBeUndefined()
  expect(readFrameEvent({ type: ' @w3m-frame/READY', payload: {} })).toBeUndefined()
})

test("an answer of another type never answers a request, whatever the answer's id", () => {
  const event = (type: string, payload?: unknown) => hear(type, payload)?.message as FrameEvent
  expect(isAnswerTo(event('IS_CONNECTED_SUCCESS', { isConnected: true }), 'IS_CONNECTED')).toBe(true)
  expect(isAnswerTo(event('IS_CONNECTED_ERROR', {}), 'IS_CONNECTED')).toBe(true)
  expect(isAnswerTo(event('IS_CONNECTED_ERROR', {}), 'GET_USER')).toBe(false)
  expect(isAnswerTo(event('UPDATE_EMAIL_SUCCESS', { action: 'VERIFY_PRIMARY_OTP' }), 'UPDATE_EMAIL_PRIMARY_OTP')).toBe(
    false,
  )
  expect(isAnswerTo(event('READY'), 'RELOAD')).toBe(false)
})

test('no message that a frame may post breaks the page', () => {
  const hostile = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
  })
  const names = fc.constantFrom(...Object.keys(answers))
  fc.assert(
    fc.property(names, fc.constantFrom('SUCCESS', 'ERROR'), hostile, hostile, (name, ending, id, payload) => {
      const reading = hear(`${name}_${ending}`, payload, id)
      const type = `@w3m-frame/${name}_${ending}`
      expect(reading?.message?.type ?? reading?.refusal?.type).toBe(type)
    }),
    { numRuns: 2_000 },
  )
})

test('every failure that JSON can express is read, and has a message', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('message', 'code', 'data'), fc.jsonValue()), (payload) => {
      const failure = hear('RPC_REQUEST_ERROR', payload)?.message?.payload as { message: string } | undefined
      expect(failure?.message).not.toBe('')
      expect(typeof failure?.message).toBe('string')
    }),
  )
})
