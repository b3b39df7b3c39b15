import type { SIWXSession } from '@portico/contracts'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { evmVisitor, SOLANA } from '../../testing/sessions.ts'
import { createSIWEConfig, type SIWEConfig, type SIWESession } from './createSIWEConfig.ts'
import {
  formatMessage,
  getAddressFromMessage,
  getChainIdFromMessage,
  getDidAddress,
  getDidChainId,
} from './formatMessage.ts'
import { fromSiweConfig } from './fromSiweConfig.ts'
import { verifySignature } from './verifySignature.ts'

const ADA = evmVisitor('1')
const BOB = evmVisitor('2')
const PARAMS = { domain: 'shop.example', uri: 'https://shop.example/', chains: [1, 10], statement: 'Welcome' }

/** A minimal site server that records its calls. */
function site(changes: Partial<SIWEConfig> = {}) {
  const calls: unknown[] = []
  let session: SIWESession | null = null
  const config: SIWEConfig = {
    getNonce: async (address) => {
      calls.push(['getNonce', address])
      return 'nonce12345'
    },
    getMessageParams: async () => PARAMS,
    createMessage: ({ address, ...args }) => formatMessage(args, address),
    verifyMessage: async ({ message, signature }) => {
      calls.push(['verifyMessage', message, signature])
      if (signature === 'wrong') return false
      session = { address: getAddressFromMessage(message), chainId: Number(getChainIdFromMessage(message).slice(7)) }
      return true
    },
    getSession: async () => session,
    signOut: async () => {
      session = null
      calls.push('signOut')
      return true
    },
    onSignIn: (signedIn) => void calls.push(['onSignIn', signedIn]),
    onSignOut: () => void calls.push('onSignOut'),
    ...changes,
  }
  return { config, calls, siwx: needed(fromSiweConfig(config)) }
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is none')
  return value
}

async function connect(siwx: ReturnType<typeof site>['siwx'], visitor = ADA): Promise<SIWXSession> {
  const data = await siwx.createMessage({ accountAddress: visitor.address, chainId: visitor.chainId })
  const session = { data, message: `${data}`, signature: await visitor.sign(`${data}`) }
  await siwx.addSession(session)
  return session
}

test("a visitor signs the site's own message, and the site's server decides", async () => {
  const { siwx, calls } = site()
  const { message, signature, data } = await connect(siwx)
  expect(parseSiweMessage(message)).toMatchObject({
    address: ADA.address,
    chainId: 1,
    statement: 'Welcome',
    version: '1',
  })
  expect(validateSiweMessage({ message: parseSiweMessage(message), domain: 'shop.example', nonce: 'nonce12345' })).toBe(
    true,
  )
  expect(calls).toEqual([
    ['getNonce', ADA.address],
    ['verifyMessage', message, signature],
    ['onSignIn', { address: ADA.address, chainId: 1 }],
  ])
  expect(data).toMatchObject({ accountAddress: ADA.address, chainId: 'eip155:1', nonce: 'nonce12345' })
  expect(await siwx.getSessions(ADA.chainId, ADA.address.toLowerCase())).toHaveLength(1)
})

test('a signature that the server refuses does not create a session', async () => {
  const { siwx, calls } = site()
  const session = await connect(siwx)
  calls.length = 0
  await expect(siwx.addSession({ ...session, signature: 'wrong' })).rejects.toThrow('Failed to verify message')
  expect(calls).not.toContainEqual(expect.arrayContaining(['onSignIn']))
})

test('visitors with wallets of other families are not asked to sign', async () => {
  const { siwx, calls } = site()
  expect(await siwx.getSessions(SOLANA, 'Ada')).toHaveLength(1)
  await siwx.addSession({
    data: { ...PARAMS, accountAddress: 'Ada', chainId: SOLANA, version: '1', nonce: '' },
    message: '',
    signature: '',
  })
  expect(calls).toEqual([])
})

test.each([
  ['another account does not count', {}, BOB, 0],
  ['another account counts if the site allows it', { signOutOnAccountChange: false }, BOB, 1],
  ['another network does not count', {}, evmVisitor('1', 'eip155:10'), 0],
  ['another network counts if the site allows it', { signOutOnNetworkChange: false }, evmVisitor('1', 'eip155:10'), 1],
])('a session for %s', async (_, options, visitor, count) => {
  const { siwx } = site(options)
  await connect(siwx)
  expect(await siwx.getSessions(visitor.chainId, visitor.address)).toHaveLength(count)
})

test.each<
  [string, Partial<SIWEConfig>, { chainId: 'eip155:1' | 'eip155:10' | typeof SOLANA; address: string }, boolean]
>([
  ['the visitor is signed out when the account changes', {}, { chainId: 'eip155:1', address: BOB.address }, true],
  [
    'nothing happens when only the spelling of the account changes',
    {},
    { chainId: 'eip155:1', address: ADA.address.toLowerCase() },
    false,
  ],
  ['nothing happens when the account changes, if the site allows it', { signOutOnAccountChange: false }, BOB, false],
  [
    'nothing happens when the network changes, since the visitor may go back',
    {},
    { chainId: 'eip155:10', address: ADA.address },
    false,
  ],
  ['nothing happens when another family becomes active', {}, { chainId: SOLANA, address: 'Ada' }, false],
])('%s', async (_, options, to, isOut) => {
  const { siwx, calls } = site(options)
  await siwx.accountChanged({ chainId: 'eip155:1', address: ADA.address }, to)
  expect(calls).toEqual(isOut ? ['signOut', 'onSignOut'] : [])
})

test('signing out ends the session at the server', async () => {
  const { siwx } = site()
  await connect(siwx)
  await siwx.setSessions([])
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
  await connect(siwx)
  await siwx.revokeSession(SOLANA, ADA.address)
  await siwx.revokeSession('eip155:10', ADA.address)
  await siwx.revokeSession(ADA.chainId, BOB.address)
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
  await siwx.revokeSession(ADA.chainId, ADA.address.toLowerCase())
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
})

test("of several sessions, the active network's is verified, or the first if none is for that network", async () => {
  const { config } = site()
  const session = (id: number): SIWXSession => ({
    data: { accountAddress: ADA.address, chainId: `eip155:${id}`, domain: '', uri: '', version: '1', nonce: '' },
    message: `Chain ID: ${id} ${ADA.address}`,
    signature: '0x',
  })
  const verified: string[] = []
  const verifyMessage: SIWEConfig['verifyMessage'] = async ({ message }) => verified.push(message) > 0
  for (const active of ['eip155:10', 'eip155:137'] as const) {
    const siwx = needed(fromSiweConfig({ ...config, verifyMessage }, { getActiveNetworkId: () => active }))
    await siwx.setSessions([session(1), session(10)])
  }
  expect(verified).toEqual([session(10).message, session(1).message])
})

test.each<[string, Partial<SIWEConfig>, (client: ReturnType<typeof createSIWEConfig>) => unknown]>([
  ['siweControllerClient:getNonce - nonce is undefined', { getNonce: async () => '' }, (client) => client.getNonce()],
  ['Failed to get message params!', { getMessageParams: undefined }, (client) => client.getMessageParams()],
  [
    'siweControllerClient:createMessage - message is undefined',
    { createMessage: () => '' },
    async (client) => client.createMessage({ ...PARAMS, chainId: 1, address: '', nonce: '', version: '1', iat: '' }),
  ],
  [
    'siweControllerClient:getSession - session is undefined',
    { getSession: async () => undefined as unknown as null },
    (client) => client.getSession(),
  ],
  [
    'SIWE session is missing address',
    { getSession: async () => ({ chainId: 1 }) as SIWESession },
    (client) => client.getSession(),
  ],
  [
    'SIWE session is missing chainId',
    { getSession: async () => ({ address: '0x' }) as SIWESession },
    (client) => client.getSession(),
  ],
])('the site gets an error: %s', async (text, changes, call) => {
  await expect(call(createSIWEConfig(site(changes).config))).rejects.toThrow(text)
})

test('omitted options have their documented defaults', () => {
  expect(createSIWEConfig(site().config).options).toEqual({
    required: true,
    enabled: true,
    nonceRefetchIntervalMs: 300_000,
    sessionRefetchIntervalMs: 300_000,
    signOutOnDisconnect: true,
    signOutOnAccountChange: true,
    signOutOnNetworkChange: true,
  })
  const { siwx, config } = site({ required: false, signOutOnDisconnect: false })
  expect([siwx.getRequired?.(), siwx.signOutOnDisconnect]).toEqual([false, false])
  expect(fromSiweConfig({ ...config, enabled: false })).toBeUndefined()
  expect(fromSiweConfig(createSIWEConfig(config))).toBeDefined()
})

test('a site without a server can verify a signature itself', async () => {
  const signature = await ADA.sign('Hi')
  expect(await verifySignature({ address: ADA.address, message: 'Hi', signature })).toBe(true)
  expect(await verifySignature({ address: BOB.address, message: 'Hi', signature })).toBe(false)
})

test('the helpers read back what they wrote', () => {
  const iss = `did:pkh:eip155:10:${ADA.address}`
  const text = formatMessage({ ...PARAMS, nonce: 'nonce12345', version: '1', iat: '2026-01-02T03:04:05Z' }, iss)
  expect([getDidChainId(iss), getDidAddress(iss)]).toEqual(['10', ADA.address])
  expect([getChainIdFromMessage(text), getAddressFromMessage(text)]).toEqual(['eip155:10', ADA.address])
  expect([getChainIdFromMessage('Hi'), getAddressFromMessage('Hi')]).toEqual(['', ''])
  expect(getChainIdFromMessage('Chain ID: eip155:5')).toBe('eip155:5')
})
