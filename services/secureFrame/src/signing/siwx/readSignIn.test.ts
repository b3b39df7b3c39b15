import { ACCOUNT_ADDRESS_PLACEHOLDER, SiwxMessage } from '@portico/contracts/embeddedWallet/siwxMessage'
import fc from 'fast-check'
import { is } from 'valibot'
import { parseSiweMessage } from 'viem/siwe'
import { RULES, readSignIn, type SignInSituation } from './readSignIn.ts'
import type { SignInMessage } from './signInTexts.ts'
import { signInTexts } from './signInTexts.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString()
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const here: SignInSituation = { page: 'https://shop.example', address: ACCOUNT, network: 'eip155:137', nowMs: NOW }

const requests = (changes: Partial<SignInMessage> = {}): SignInMessage => ({
  accountAddress: ACCOUNT_ADDRESS_PLACEHOLDER,
  chainId: 'eip155:137',
  domain: 'shop.example',
  uri: 'https://shop.example/basket?pot=3#pay',
  version: '1',
  nonce: 'a1b2c3d4e5f6',
  issuedAt: at(-2),
  ...changes,
})
const full: Partial<SignInMessage> = {
  statement: 'I accept the terms of the Töpferei: be kind.',
  expirationTime: at(3_600),
  notBefore: at(-2),
  requestId: 'order-7',
  resources: ['https://shop.example/terms', 'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/'],
}

test('a sign-in to the page itself is signed, with the account in place of the placeholder', () => {
  expect(readSignIn(requests(full), here)).toBe(
    [
      'shop.example wants you to sign in with your Ethereum account:',
      ACCOUNT,
      '',
      'I accept the terms of the Töpferei: be kind.',
      '',
      'URI: https://shop.example/basket?pot=3#pay',
      'Version: 1',
      'Chain ID: 137',
      'Nonce: a1b2c3d4e5f6',
      `Issued At: ${at(-2)}`,
      `Expiration Time: ${at(3_600)}`,
      `Not Before: ${at(-2)}`,
      'Request ID: order-7',
      'Resources:',
      '- https://shop.example/terms',
      '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    ].join('\n'),
  )
})

test("the page's own text is signed, in either of the two forms of a message without a statement", () => {
  for (const [form, serializedMessage] of signInTexts(requests(), ACCOUNT_ADDRESS_PLACEHOLDER).entries()) {
    const text = readSignIn(requests({ serializedMessage }), here)
    expect(text).toBe(serializedMessage.replace(ACCOUNT_ADDRESS_PLACEHOLDER, ACCOUNT))
    expect(text?.split('\n')[3]).toBe(form === 0 ? '' : 'URI: https://shop.example/basket?pot=3#pay')
  }
})

test('the message may already contain the account, and the domain may have a port', () => {
  const accountAddress = ACCOUNT.toLowerCase()
  expect(readSignIn(requests({ accountAddress }), here)).toContain(`\n${ACCOUNT}\n`)
  const port = { page: 'http://localhost:4300', domain: 'localhost:4300', uri: 'http://localhost:4300/' }
  expect(readSignIn(requests(port), { ...here, page: port.page })).toBeDefined()
})

type Case = readonly [string, keyof typeof RULES, Partial<SignInMessage>]
const cases: readonly Case[] = [
  ['another domain', 'domain', { domain: 'bank.example' }],
  ['a domain below', 'domain', { domain: 'pay.shop.example' }],
  ['the domain with another port', 'domain', { domain: 'shop.example:8443' }],
  ['the domain with a scheme', 'domain', { domain: 'https://shop.example' }],
  ['a domain with a line break', 'domain', { domain: 'shop.example wants\nbank.example' }],
  ['an address on another site', 'uri', { uri: 'https://bank.example/' }],
  ['an address that begins like the page', 'uri', { uri: 'https://shop.example.bank.example/' }],
  ['an address with a user', 'uri', { uri: 'https://shop.example@bank.example/' }],
  ['an address with a user on the page', 'uri', { uri: 'https://bank.example@shop.example/' }],
  ['an address without encryption', 'uri', { uri: 'http://shop.example/' }],
  ['an address with a line break', 'uri', { uri: 'https://shop.example/\nVersion: 1' }],
  ['an address that names another field', 'uri', { uri: 'https://shop.example/?Chain%20ID:1&nonce:12345678' }],
  ['an address with a space', 'uri', { uri: 'https://shop.example/a b' }],
  ['another network', 'chainId', { chainId: 'eip155:1' }],
  ['another version', 'version', { version: '2' }],
  ['another account', 'accountAddress', { accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ['a name for an account', 'accountAddress', { accountAddress: 'ada.eth' }],
  ['a nonce of seven characters', 'nonce', { nonce: 'a1b2c3d' }],
  ['a nonce that is too long', 'nonce', { nonce: 'a'.repeat(129) }],
  ['a nonce with a hyphen', 'nonce', { nonce: 'a1b2c3d4-e5f6' }],
  ['a nonce with a line break', 'nonce', { nonce: 'a1b2c3d4\n' }],
  ['no issue time', 'issuedAt', { issuedAt: undefined }],
  ['an issue time six minutes ago', 'issuedAt', { issuedAt: at(-360) }],
  ['an issue time in six minutes', 'issuedAt', { issuedAt: at(360) }],
  ['an invalid issue time', 'issuedAt', { issuedAt: '2026-13-01T12:00:00Z' }],
  ['an issue time in another format', 'issuedAt', { issuedAt: 'Sun, 01 Mar 2026 12:00:00 GMT' }],
  ['a past expiration time', 'expirationTime', { expirationTime: at(-1) }],
  ['an invalid expiration time', 'expirationTime', { expirationTime: 'never' }],
  ['a future start time', 'notBefore', { notBefore: at(360) }],
  ['an invalid start time', 'notBefore', { notBefore: 'soon' }],
  ['an empty statement', 'statement', { statement: '' }],
  ['a statement of two lines', 'statement', { statement: 'I accept.\nURI: https://bank.example/' }],
  ['a statement with another line separator', 'statement', { statement: 'I accept.\u2028Nonce' }],
  ['a statement with reversed text', 'statement', { statement: 'I accept \u202e everything' }],
  ['a statement that names a field', 'statement', { statement: 'uri: https://bank.example/' }],
  [
    'a statement that starts another message',
    'statement',
    { statement: 'bank.example wants you to sign in with your account' },
  ],
  ['a statement that is too long', 'statement', { statement: 'a'.repeat(1_025) }],
  ['an id with a space', 'requestId', { requestId: 'order 7' }],
  ['an id with a line break', 'requestId', { requestId: '7\nResources:' }],
  ['an id that names a field', 'requestId', { requestId: 'Resources:' }],
  ['an empty list of resources', 'resources', { resources: [] }],
  ['too many resources', 'resources', { resources: Array(17).fill('https://shop.example/') }],
  ['a permission (ERC-5573)', 'resources', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
  ['a resource that is not an address', 'resources', { resources: ['the terms'] }],
  ['a resource with a line break', 'resources', { resources: ['https://shop.example/\n- https://bank.example/'] }],
]

test.each(cases)('%s is not signed unseen', (_, rule, changes) => {
  const message = requests({ ...full, ...changes })
  expect(readSignIn(message, here)).toBeUndefined()
  // This rule, and no other, refuses the message.
  expect(RULES[rule](message, here)).toBe(false)
  const others = Object.entries(RULES).filter(([name]) => name !== rule)
  expect(others.filter(([, holds]) => !holds(message, here)).map(([name]) => name)).toEqual([])
})

test('every field has a rule', () => {
  const { serializedMessage: _, ...fields } = SiwxMessage.entries
  expect(Object.keys(RULES).sort()).toEqual(Object.keys(fields).sort())
})

test.each([
  ['another statement', (text: string) => text.replace('kind', 'rich')],
  ['an additional line', (text: string) => `${text}\n- https://bank.example/`],
  ['another domain', (text: string) => text.replace('shop.example', 'bank.example')],
  ['the account where the fields have the placeholder', (text: string) => text.replace(/<<.*>>/, ACCOUNT)],
  ['other line endings', (text: string) => text.replaceAll('\n', '\r\n')],
  ['no content', () => ''],
])("the page's own text with %s is not signed unseen", (_, change) => {
  const [text] = signInTexts(requests(full), ACCOUNT_ADDRESS_PLACEHOLDER)
  expect(readSignIn(requests({ ...full, serializedMessage: text }), here)).toBeDefined()
  expect(readSignIn(requests({ ...full, serializedMessage: change(text) }), here)).toBeUndefined()
})

test('on a network of another family nothing is signed unseen', () => {
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(readSignIn(requests({ chainId: network }), { ...here, network })).toBeUndefined()
})

describe('whatever a page requests', () => {
  const FRAGMENTS = [
    '\n',
    '\n\n',
    '\r',
    '\u2028',
    ' ',
    ': ',
    'URI: https://bank.example/',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 12345678',
    'Issued At: 2026-03-01T12:00:00.000Z',
    'Resources:',
    '- https://bank.example/',
    'bank.example wants you to sign in with your Ethereum account:',
    ACCOUNT,
    ACCOUNT_ADDRESS_PLACEHOLDER,
    'https://shop.example/',
    'shop.example',
    'a1b2c3d4e5f6',
    at(0),
  ]
  const text = fc.oneof(
    fc
      .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 5 })
      .map((parts) => parts.join('')),
    fc.string({ maxLength: 40 }),
  )
  const orGood = <T>(good: T, bad: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: bad })
  const orNone = (good: string) => orGood<string | undefined>(good, fc.option(text, { nil: undefined }))
  const below = text.map((path) => `https://shop.example/${path}`)
  const message: fc.Arbitrary<SignInMessage> = fc.record({
    accountAddress: orGood(ACCOUNT_ADDRESS_PLACEHOLDER, text),
    chainId: orGood<SignInMessage['chainId']>('eip155:137', fc.constantFrom('eip155:1', 'solana:1')),
    domain: orGood('shop.example', text),
    uri: orGood('https://shop.example/', fc.oneof(below, text)),
    version: orGood('1', text),
    nonce: orGood('a1b2c3d4e5f6', text),
    issuedAt: orNone(at(0)),
    expirationTime: orNone(at(60)),
    notBefore: orNone(at(0)),
    statement: fc.option(fc.oneof(fc.lorem({ maxCount: 3 }), text), { nil: undefined, freq: 2 }),
    requestId: fc.option(text, { nil: undefined, freq: 2 }),
    resources: fc.option(fc.array(fc.oneof(below, text), { maxLength: 3 }), { nil: undefined, freq: 2 }),
    serializedMessage: fc.option(text, { nil: undefined, freq: 2 }).map((own) => own || undefined),
  })

  test('an independent parser reads exactly the requested fields from the signed text', () => {
    let signed = 0
    fc.assert(
      fc.property(message, (requests) => {
        const text = is(SiwxMessage, requests) ? readSignIn(requests, here) : undefined
        if (text === undefined) return
        signed++
        const read = parseSiweMessage(text)
        const { serializedMessage: _, accountAddress: __, chainId: ___, ...fields } = requests
        const times = Object.fromEntries(
          (['issuedAt', 'expirationTime', 'notBefore'] as const).flatMap((name) => {
            const time = fields[name]
            return time === undefined ? [] : [[name, new Date(time)]]
          }),
        )
        const expected = Object.fromEntries(
          Object.entries({ ...fields, ...times, address: ACCOUNT, chainId: 137 }).filter(
            ([, value]) => value !== undefined,
          ),
        )
        expect(read).toEqual(expected)
        expect(read.domain).toBe('shop.example')
        expect(new URL(read.uri ?? '').origin).toBe('https://shop.example')
      }),
      { numRuns: 10_000 },
    )
    // The property is not vacuous: some messages are signed.
    expect(signed).toBeGreaterThan(100)
  })

  test('if the page provides the text, only that text is signed', () => {
    fc.assert(
      fc.property(message, text, fc.nat(), (requests, inserted, place) => {
        const [own] = signInTexts(requests, requests.accountAddress)
        const at = place % (own.length + 1)
        const serializedMessage = `${own.slice(0, at)}${inserted}${own.slice(at)}`
        const signed = readSignIn({ ...requests, serializedMessage }, here)
        if (signed !== undefined) expect(signed).toBe(serializedMessage.replace(requests.accountAddress, ACCOUNT))
      }),
      { numRuns: 5_000 },
    )
  })
})
