import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CaipNetworkId, SIWXSession } from '@portico/contracts'
import { base58 } from '@scure/base'
import { bitcoinVisitor, evmVisitor, signIn, solanaVisitor, type Visitor } from '../../testing/sessions.ts'
import { bip122Verifier, defaultVerifiers, eip155Verifier, solanaVerifier } from './index.ts'

const FAMILIES: [string, Visitor, Visitor][] = [
  ['eip155', evmVisitor('1'), evmVisitor('2')],
  ['solana', solanaVisitor(1), solanaVisitor(2)],
  ['bip122', bitcoinVisitor('p2wpkh', 1), bitcoinVisitor('p2wpkh', 2)],
]
const verify = (session: SIWXSession) =>
  defaultVerifiers()
    .find(({ chainNamespace }) => session.data.chainId.startsWith(chainNamespace))
    ?.verify(session)

test.each(FAMILIES)('%s: only the owner is signed in', async (_, ada, bob) => {
  const session = await signIn(ada)
  expect(await verify(session)).toBe(true)
  expect(await verify({ ...session, message: `${session.message} ` })).toBe(false)
  expect(await verify({ ...session, data: { ...session.data, accountAddress: bob.address } })).toBe(false)
  expect(await verify({ ...session, signature: await bob.sign(session.message) })).toBe(false)
})

test.each(FAMILIES)('%s: invalid signatures and addresses are refused without an error', async (_, ada) => {
  const session = await signIn(ada)
  const rubbish = [
    '',
    '0x',
    '0x12',
    '0xzz',
    `0x${'00'.repeat(65)}`,
    '1',
    'AA==',
    '💥',
    base58.encode(new Uint8Array(64)),
  ]
  for (const text of rubbish) {
    expect(await verify({ ...session, signature: text })).toBe(false)
    expect(await verify({ ...session, data: { ...session.data, accountAddress: text } })).toBe(false)
  }
})

test('a verifier does not judge sessions of another family', async () => {
  const session = await signIn(evmVisitor())
  expect(await solanaVerifier().verify(session)).toBe(false)
  expect(await bip122Verifier().verify(session)).toBe(false)
})

test.each([
  ['lowercase letters', (text: string) => text.toLowerCase()],
  ['capital letters', (text: string) => `0x${text.slice(2).toUpperCase()}`],
  ['a checksum', (text: string) => text],
])('an EVM address can be written with %s', async (_, spell) => {
  const session = await signIn(evmVisitor())
  const data = { ...session.data, accountAddress: spell(session.data.accountAddress) }
  expect(await eip155Verifier().verify({ ...session, data })).toBe(true)
})

test('an ordinary EVM account signs in without any request', async () => {
  const session = await signIn(evmVisitor())
  const nowhere = { 'eip155:1': 'http://127.0.0.1:9/' }
  expect(await eip155Verifier({ rpcUrls: nowhere }).verify(session)).toBe(true)
})

describe('with a failing node', () => {
  const session = async (chainId: CaipNetworkId) => {
    const given = await signIn(evmVisitor('1', chainId))
    return { ...given, data: { ...given.data, accountAddress: evmVisitor('2').address } }
  }
  const withNode = async (status: number, body: string, run: (url: string) => Promise<void>) => {
    const server = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    try {
      await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }

  test('a contract account is neither signed in nor refused', async () => {
    await withNode(503, 'busy', async (url) => {
      expect(await eip155Verifier({ rpcUrls: { 'eip155:1': url } }).verify(await session('eip155:1'))).toBeUndefined()
    })
  })

  test('a contract account on a network without a node is refused', async () => {
    expect(
      await eip155Verifier({ rpcUrls: { 'eip155:1': 'http://127.0.0.1:9' } }).verify(await session('eip155:10')),
    ).toBe(false)
  })
})
