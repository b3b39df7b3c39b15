import type { CaipNetworkId, SIWXMessageData } from '@portico/contracts'
import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  date,
  option,
  property,
  record,
  string,
  stringMatching,
  webUrl,
} from 'fast-check'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { evmVisitor, SOLANA } from '../../testing/sessions.ts'
import { createMessenger } from './createMessenger.ts'
import { formatMessage } from './formatMessage.ts'
import { parseMessage } from './parseMessage.ts'

const { address } = evmVisitor()
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

const full: SIWXMessageData = {
  accountAddress: address,
  chainId: 'eip155:137',
  domain: 'shop.example:8080',
  uri: 'https://shop.example:8080/checkout',
  version: '1',
  nonce: '0123456789abcdef',
  statement: 'I accept the terms: https://shop.example/terms',
  issuedAt: '2026-01-02T03:04:05.000Z',
  expirationTime: '2026-01-03T03:04:05.000Z',
  notBefore: '2026-01-02T03:04:05.000Z',
  requestId: 'request 1',
  resources: ['https://shop.example/a', 'ipfs://b'],
}
const least: SIWXMessageData = {
  accountAddress: address,
  chainId: 'eip155:137',
  domain: full.domain,
  uri: full.uri,
  version: '1',
  nonce: full.nonce,
  issuedAt: '2026-01-02T03:04:05.000Z',
}

test('an EVM visitor signs an EIP-4361 message', () => {
  expect(formatMessage(full)).toBe(`shop.example:8080 wants you to sign in with your Ethereum account:
${address}

I accept the terms: https://shop.example/terms

URI: https://shop.example:8080/checkout
Version: 1
Chain ID: 137
Nonce: 0123456789abcdef
Issued At: 2026-01-02T03:04:05.000Z
Expiration Time: 2026-01-03T03:04:05.000Z
Not Before: 2026-01-02T03:04:05.000Z
Request ID: request 1
Resources:
- https://shop.example/a
- ipfs://b`)
})

test('without a statement, the EIP-4361 message keeps its empty line', () => {
  expect(formatMessage(least)).toBe(`shop.example:8080 wants you to sign in with your Ethereum account:
${address}


URI: https://shop.example:8080/checkout
Version: 1
Chain ID: 137
Nonce: 0123456789abcdef
Issued At: 2026-01-02T03:04:05.000Z`)
})

test.each([
  [SOLANA, 'mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'devnet'],
  ['solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCKY3', 'testnet'],
  ['solana:local1111', 'solana:local1111'],
])('a Solana visitor signs a Sign In With Solana message that names %s as %s', (chainId, name) => {
  const data = { ...least, accountAddress: 'Ada111', chainId: chainId as CaipNetworkId }
  const text = `shop.example:8080 wants you to sign in with your Solana account:
Ada111

URI: https://shop.example:8080/checkout
Version: 1
Chain ID: ${name}
Nonce: 0123456789abcdef
Issued At: 2026-01-02T03:04:05.000Z`
  expect(formatMessage(data)).toBe(text)
  expect(parseMessage(text)).toEqual(data)
  expect(parseMessage(text.replace('Chain ID: mainnet', 'Chain ID: solana:mainnet'))).toEqual(data)
})

test('a Bitcoin visitor signs a CAIP-122 message', () => {
  const data = { ...full, accountAddress: 'bc1qada', chainId: BITCOIN } as const
  expect(formatMessage(data)).toBe(`shop.example:8080 wants you to sign in with your Bitcoin account:
bc1qada

I accept the terms: https://shop.example/terms

URI: https://shop.example:8080/checkout
Version: 1
Nonce: 0123456789abcdef
Issued At: 2026-01-02T03:04:05.000Z
Expiration Time: 2026-01-03T03:04:05.000Z
Not Before: 2026-01-02T03:04:05.000Z
Request ID: request 1
Chain ID: ${BITCOIN}
Resources:
- https://shop.example/a
- ipfs://b`)
})

const optional = <T>(values: Arbitrary<T>) => option(values, { nil: undefined })
const time = date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }).map((day) =>
  day.toISOString(),
)
const line = string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text))
const chainIds = stringMatching(/^[0-9]{1,9}$/).map((id): CaipNetworkId => `eip155:${id}`)
const others = constantFrom<CaipNetworkId[]>(
  SOLANA,
  'solana:abc',
  BITCOIN,
  'bip122:0f91',
  'cosmos:hub-4',
  'polkadot:91b1',
)

const anyMessage = (chainId: Arbitrary<CaipNetworkId>): Arbitrary<SIWXMessageData> =>
  record({
    accountAddress: stringMatching(/^[A-Za-z0-9]{1,62}$/),
    chainId,
    domain: stringMatching(/^[a-z0-9.-]{1,20}(:[0-9]{1,4})?$/),
    uri: webUrl({ withQueryParameters: true, withFragments: true }),
    version: constantFrom('1'),
    nonce: stringMatching(/^[A-Za-z0-9]{8,40}$/),
    statement: optional(line),
    issuedAt: optional(time),
    expirationTime: optional(time),
    notBefore: optional(time),
    requestId: optional(line),
    resources: optional(array(webUrl(), { maxLength: 3 })),
  })

/** Drops keys without a value. */
const plain = (data: object | undefined) => data && JSON.parse(JSON.stringify(data))

test.each([
  ['EVM', anyMessage(chainIds)],
  ['every other family', anyMessage(others)],
])('every message written for %s can be read back', (_, messages) => {
  const isReadAgain = (data: SIWXMessageData) => expect(plain(parseMessage(formatMessage(data)))).toEqual(plain(data))
  assert(property(messages, isReadAgain), { numRuns: 300 })
})

test('a statement that looks like another line of the message stays a statement', () => {
  for (const chainId of ['eip155:1', SOLANA, BITCOIN] as const) {
    for (const statement of ['URI: https://evil.example', 'Chain ID: 5', 'Resources:', '- a']) {
      expect(parseMessage(formatMessage({ ...full, chainId, statement }))).toEqual({ ...full, chainId, statement })
    }
  }
})

test('parsing foreign text never throws', () => {
  const start = formatMessage(full)
  assert(property(string({ unit: 'binary' }), (text) => expect(parseMessage(text)).toBeUndefined()))
  assert(property(string({ minLength: 1 }), (text) => void parseMessage(start.replace('Version', text))))
})

test('another library reads and writes the same EVM message', () => {
  expect(parseSiweMessage(formatMessage(full))).toMatchObject({
    address,
    chainId: 137,
    domain: 'shop.example:8080',
    nonce: full.nonce,
    statement: full.statement,
    resources: full.resources,
    expirationTime: new Date(full.expirationTime ?? ''),
  })
  for (const data of [full, least]) {
    const dates = Object.fromEntries(
      (['issuedAt', 'expirationTime', 'notBefore'] as const).flatMap((name) =>
        data[name] ? [[name, new Date(data[name])]] : [],
      ),
    )
    const { accountAddress: _, chainId: __, resources: list, ...rest } = { ...data, ...dates }
    const parameters = { ...rest, address, chainId: 137, version: '1', ...(list && { resources: [...list] }) }
    expect(createSiweMessage(parameters as Parameters<typeof createSiweMessage>[0])).toBe(formatMessage(data))
  }
})

test.each([
  ['statement', 'One\nURI: https://evil.example'],
  ['statement', 'One\rTwo'],
  ['domain', 'shop.example wants'],
  ['domain', 'shop.example/evil'],
  ['domain', ''],
  ['uri', 'https://shop.example\nVersion: 2'],
  ['nonce', 'short'],
  ['nonce', '3f0c8a52-0000-4000-8000-000000000000'],
  ['issuedAt', 'yesterday'],
  ['expirationTime', '2026-13-01T00:00:00Z'],
  ['resources', ['a', 'b\n- c']],
  ['chainId', 'eip155:mainnet'],
  ['chainId', 'near:mainnet'],
])('a message whose %s is %j is never shown to a visitor', (name, value) => {
  expect(() => formatMessage({ ...full, [name]: value })).toThrow(
    expect.objectContaining({ code: 'siwx.invalidMessage', message: expect.stringContaining(name) }),
  )
})

test.each([
  ['a line is missing', (text: string) => text.replace(/Version: 1\n/, '')],
  ['a line is repeated', (text: string) => text.replace('Version: 1', 'Version: 1\nVersion: 1')],
  ['two lines are swapped', (text: string) => text.replace(/(Version: 1)\n(Chain ID: 137)/, '$2\n$1')],
  ['text follows the message', (text: string) => `${text}\nAnd more`],
  ['it has Windows line endings', (text: string) => text.replaceAll('\n', '\r\n')],
  ['the blockchain is unknown', (text: string) => text.replace('Ethereum', 'Polygon')],
  ['the network is of another family', (text: string) => text.replace('Chain ID: 137', 'Chain ID: solana:137')],
])('a text is rejected when %s', (_, change) => {
  expect(parseMessage(formatMessage(full))).toEqual(full)
  expect(parseMessage(change(formatMessage(full)))).toBeUndefined()
})

describe('the default message', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-01-02T03:04:05.678Z') }))
  afterEach(() => jest.useRealTimers())
  const messenger = createMessenger({ domain: 'shop.example', uri: 'https://shop.example/' })

  test('lasts a day, has a 128-bit nonce without dashes, and a checksummed address', async () => {
    const message = await messenger.createMessage({ accountAddress: address.toLowerCase(), chainId: 'eip155:1' })
    expect({ ...message }).toEqual({
      accountAddress: address,
      chainId: 'eip155:1',
      domain: 'shop.example',
      uri: 'https://shop.example/',
      version: '1',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      issuedAt: '2026-01-02T03:04:05.678Z',
      expirationTime: '2026-01-03T03:04:05.678Z',
    })
    const { nonce } = await messenger.createMessage({ accountAddress: address, chainId: 'eip155:1' })
    expect(nonce).not.toBe(message.nonce)
    expect(parseMessage(message.toString())).toEqual({ ...message })
  })

  test('lasts as long as the site says, from its start time', async () => {
    const lasting = (expirationMs: number) =>
      createMessenger({ domain: 'shop.example', uri: 'https://shop.example/', expirationMs })
    const input = { accountAddress: 'Ada', chainId: SOLANA, notBefore: '2026-02-01T00:00:00.000Z' }
    const message = await lasting(60_000).createMessage(input)
    expect(message).toMatchObject({ notBefore: input.notBefore, expirationTime: '2026-02-01T00:01:00.000Z' })
    expect(await lasting(Number.POSITIVE_INFINITY).createMessage(input)).not.toHaveProperty('expirationTime')
    await expect(messenger.createMessage({ ...input, notBefore: 'soon' })).rejects.toThrow('notBefore')
  })

  test("contains the site's additions", async () => {
    const own = createMessenger({
      domain: 'shop.example',
      uri: 'https://shop.example/',
      statement: 'Welcome',
      resources: ['https://shop.example/terms'],
      getNonce: async () => 'fromServer1',
      getRequestId: () => '7',
    })
    expect(await own.createMessage({ accountAddress: 'Ada', chainId: SOLANA })).toMatchObject({
      statement: 'Welcome',
      resources: ['https://shop.example/terms'],
      nonce: 'fromServer1',
      requestId: '7',
    })
  })

  test('has a placeholder for an address that is not known yet', async () => {
    const message = await messenger.createMessage({ accountAddress: '<<AccountAddress>>', chainId: 'eip155:1' })
    expect(message.toString().split('\n')[1]).toBe('<<AccountAddress>>')
  })
})
