/** @jest-environment jsdom */
import type { SIWXSession } from '@portico/contracts'
import { bitcoinVisitor, evmVisitor, signIn, solanaVisitor, type Visitor } from '../testing/sessions.ts'
import { DefaultSIWX } from './DefaultSIWX.ts'
import { isSIWXError } from './errors.ts'
import { createLocalStorage } from './sessions/createLocalStorage.ts'
import { formatMessage } from './siwe/formatMessage.ts'
import { defaultVerifiers, type SIWXVerifier } from './verifiers/index.ts'

const ADA = evmVisitor('1')
const BOB = evmVisitor('2')
const NOW = Date.parse('2026-01-02T03:04:05.000Z')

beforeEach(() => {
  localStorage.clear()
  jest.useFakeTimers({ now: NOW, doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] })
})
afterEach(() => jest.useRealTimers())

const FAMILIES: [string, Visitor][] = [
  ['an EVM wallet', ADA],
  ['a Solana wallet', solanaVisitor()],
  ['a Bitcoin wallet (P2WPKH)', bitcoinVisitor('p2wpkh')],
  ['a Bitcoin wallet (P2TR)', bitcoinVisitor('p2tr')],
]

test.each(FAMILIES)('a visitor with %s signs in, and is still signed in at the next visit', async (_, visitor) => {
  const siwx = new DefaultSIWX()
  const message = await siwx.createMessage({ accountAddress: visitor.address, chainId: visitor.chainId })
  expect(message).toMatchObject({ domain: 'localhost', uri: 'http://localhost/' })
  const session = { data: message, message: `${message}`, signature: await visitor.sign(`${message}`) }
  expect(await siwx.getSessions(visitor.chainId, visitor.address)).toEqual([])
  await siwx.addSession(session)
  const [kept, ...more] = await new DefaultSIWX().getSessions(visitor.chainId, visitor.address)
  expect(kept).toEqual({ ...session, data: { ...message } })
  expect(more).toEqual([])
})

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (isSIWXError(error) ? error.code : error),
  )

test('a session with a wrong signature is refused with a typed error', async () => {
  const session = await signIn(ADA)
  const forged = { ...session, signature: await BOB.sign(session.message) }
  await expect(new DefaultSIWX().addSession(forged)).rejects.toThrow('The signature is invalid')
  expect(await codeOf(new DefaultSIWX().addSession(forged))).toBe('siwx.invalidSignature')
  expect(await codeOf(new DefaultSIWX().setSessions([session, forged]))).toBe('siwx.invalidSignature')
  expect(localStorage).toHaveLength(0)
})

test.each<[string, Partial<SIWXSession['data']>]>([
  ['another address', { accountAddress: BOB.address }],
  ['another network', { chainId: 'eip155:10' }],
  ['another site', { domain: 'evil.example' }],
  ['a later expiry', { expirationTime: '2099-01-01T00:00:00.000Z' }],
  ['no expiry', { expirationTime: undefined }],
  ['another nonce', { nonce: '00000000' }],
])('a session that claims %s, which its owner did not sign, is refused', async (_, claim) => {
  const session = await signIn(ADA)
  const claimed = { ...session, data: { ...session.data, ...claim } }
  expect(await codeOf(new DefaultSIWX().addSession(claimed))).toBe('siwx.invalidSignature')
})

test('a session is valid from its start to its expiry', async () => {
  const siwx = new DefaultSIWX()
  await siwx.addSession(await signIn(ADA, {}, { notBefore: new Date(NOW + 60_000).toISOString() }))
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
  jest.setSystemTime(NOW + 60_000)
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
  jest.setSystemTime(NOW + 86_400_000)
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
  jest.setSystemTime(NOW)
  expect(await codeOf(siwx.addSession(await signIn(BOB, { expirationMs: 0 })))).toBe('siwx.expired')
})

test('a wallet whose clock runs slightly ahead can sign in', async () => {
  const siwx = new DefaultSIWX()
  await siwx.addSession(await signIn(ADA, {}, { issuedAt: new Date(NOW + 30_000).toISOString() }))
  await siwx.addSession(await signIn(BOB, {}, { issuedAt: new Date(NOW + 3_600_000).toISOString() }))
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
  expect(await siwx.getSessions(BOB.chainId, BOB.address)).toEqual([])
})

test('a forged session in storage signs no one in, and is removed', async () => {
  const [session, other] = [await signIn(ADA), await signIn(BOB)]
  await createLocalStorage().set([{ ...session, signature: other.signature }, session, other])
  expect(await new DefaultSIWX().getSessions(ADA.chainId, ADA.address)).toEqual([session])
  expect(await createLocalStorage().get(ADA.chainId, ADA.address)).toEqual([session])
  expect(await createLocalStorage().get(BOB.chainId, BOB.address)).toEqual([other])
})

test('sessions are checked at every read, but the verifiers get each session only once per page', async () => {
  const verified: string[] = []
  const [real] = defaultVerifiers()
  const counting: SIWXVerifier = {
    chainNamespace: 'eip155',
    verify: (session) => {
      verified.push(session.signature)
      return real?.verify(session) ?? Promise.resolve(false)
    },
  }
  const siwx = new DefaultSIWX({ verifiers: [counting] })
  await siwx.addSession(await signIn(ADA))
  await Promise.all([siwx.getSessions(ADA.chainId, ADA.address), siwx.getSessions(ADA.chainId, ADA.address)])
  expect(verified).toHaveLength(1)
  await new DefaultSIWX({ verifiers: [counting] }).getSessions(ADA.chainId, ADA.address)
  expect(verified).toHaveLength(2)
})

test.each([
  ['cannot tell', async () => undefined],
  ['throws', () => Promise.reject(new Error('offline'))],
  [
    'throws at once',
    () => {
      throw new Error('offline')
    },
  ],
])('a session is kept, and is verified again later, if its verifier %s', async (_, answer) => {
  const session = await signIn(ADA)
  await createLocalStorage().add(session)
  const answers: (() => Promise<boolean | undefined>)[] = [answer, async () => true]
  const verify = () => (answers.shift() ?? answer)()
  const siwx = new DefaultSIWX({ verifiers: [{ chainNamespace: 'eip155', verify }] })
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([session])
  const unsure = new DefaultSIWX({ verifiers: [{ chainNamespace: 'eip155', verify: answer }] })
  expect(await codeOf(unsure.addSession(session))).toBe('siwx.unverified')
})

test("a session counts only if its family has a verifier and all of the family's verifiers approve", async () => {
  const session = await signIn(ADA)
  const saying = (answer: boolean, chainNamespace: SIWXVerifier['chainNamespace'] = 'eip155'): SIWXVerifier => ({
    chainNamespace,
    verify: async () => answer,
  })
  const result = (verifiers: SIWXVerifier[]) => codeOf(new DefaultSIWX({ verifiers }).addSession(session))
  expect(await result([])).toBe('siwx.invalidSignature')
  expect(await result([saying(true, 'solana')])).toBe('siwx.invalidSignature')
  expect(await result([saying(true), saying(false)])).toBe('siwx.invalidSignature')
  expect(await result([saying(true), saying(true), saying(false, 'solana')])).toBe('resolved')
})

test('revoking a session signs out only that account on that network', async () => {
  const siwx = new DefaultSIWX()
  const [polygon, bitcoin] = [evmVisitor('1', 'eip155:137'), bitcoinVisitor()]
  await siwx.setSessions(await Promise.all([ADA, polygon, BOB, bitcoin].map((visitor) => signIn(visitor))))
  await siwx.revokeSession(ADA.chainId, ADA.address.toLowerCase())
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toEqual([])
  for (const { chainId, address } of [polygon, BOB, bitcoin]) {
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
  }
  await siwx.setSessions([])
  expect(await siwx.getSessions(BOB.chainId, BOB.address)).toEqual([])
})

test('sessions that a wallet created while connecting (CACAO) count on every network that the wallet approved', async () => {
  const iat = new Date(NOW).toISOString()
  const sessions = await Promise.all(
    [1, 137].map(async (id): Promise<SIWXSession> => {
      const iss = `did:pkh:eip155:${id}:${ADA.address.toLowerCase()}`
      const p = {
        iss,
        aud: 'https://shop.example/',
        domain: 'shop.example',
        version: '1',
        nonce: 'abcdef0123456789',
        iat,
      }
      const message = formatMessage(p, iss)
      const signature = await ADA.sign(message)
      const { nonce, domain, version, aud: uri } = p
      const data = {
        accountAddress: ADA.address,
        chainId: `eip155:${id}`,
        issuedAt: iat,
        nonce,
        domain,
        version,
        uri,
      } as const
      return { data, message, signature, cacao: { h: { t: 'caip122' }, p, s: { t: 'eip191', s: signature } } }
    }),
  )
  const siwx = new DefaultSIWX()
  await siwx.setSessions(sessions)
  expect(await siwx.getSessions('eip155:1', ADA.address)).toEqual([sessions[0]])
  expect(await siwx.getSessions('eip155:137', ADA.address)).toEqual([sessions[1]])
})

test('a site can provide its own messages, wallet, storage and rules', async () => {
  const messenger = {
    createMessage: async () => Object.assign({ ...(await signIn(ADA)).data }, { toString: () => 'Hi' }),
  }
  const kept: SIWXSession[] = []
  const storage = {
    add: async (session: SIWXSession) => void kept.push(session),
    set: async () => void kept.splice(0),
    get: async () => kept,
    delete: async () => undefined,
  }
  const signer = ({ message }: { message: string }) => Promise.resolve(ADA.sign(message))
  const siwx = new DefaultSIWX({ messenger, storage, signer, required: false, signOutOnDisconnect: false })
  const message = await siwx.createMessage({ accountAddress: ADA.address, chainId: ADA.chainId })
  const request = { message: `${message}`, chainId: ADA.chainId, accountAddress: ADA.address }
  const signature = (await siwx.signMessage?.(request)) ?? ''
  await siwx.addSession({ data: message, message: `${message}`, signature })
  expect(await siwx.getSessions(ADA.chainId, ADA.address)).toHaveLength(1)
  expect(await siwx.getSessions(BOB.chainId, BOB.address)).toEqual([])
  expect([siwx.getRequired(), siwx.signOutOnDisconnect]).toEqual([false, false])
  const plain = new DefaultSIWX()
  expect([plain.getRequired(), plain.signOutOnDisconnect, plain.signMessage]).toEqual([true, true, undefined])
})
