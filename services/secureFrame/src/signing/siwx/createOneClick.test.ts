import { ACCOUNT_ADDRESS_PLACEHOLDER } from '@portico/contracts/embeddedWallet/siwxMessage'
import { hashMessage, recoverMessageAddress } from 'viem'
import { createFreshLogin } from '../../login/freshLogin.ts'
import { createFakeSmart } from '../../rpc/testing/fakeSmart.ts'
import { createTestWallet } from '../../rpc/testing/testWallet.ts'
import { safeAddress } from '../../smartAccount/safeAddress.ts'
import { createOneClick, type OneClickParts } from './createOneClick.ts'
import type { SignInMessage } from './signInTexts.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const PAGE = 'https://shop.example'
const NETWORK = 'eip155:137'

const requests = (changes: Partial<SignInMessage> = {}): SignInMessage => ({
  accountAddress: ACCOUNT_ADDRESS_PLACEHOLDER,
  chainId: NETWORK,
  domain: 'shop.example',
  uri: `${PAGE}/`,
  version: '1',
  nonce: 'a1b2c3d4e5f6',
  issuedAt: new Date(NOW).toISOString(),
  ...changes,
})

function open(changes: Partial<OneClickParts> = {}) {
  const { wallet, signers, account, uses, change } = createTestWallet()
  const { smart, requests: askedSmart } = createFakeSmart({ on: [137] })
  const clock = { ms: NOW }
  const login = createFreshLogin(() => clock.ms)
  const oneClick = createOneClick({
    place: { page: () => PAGE },
    wallet,
    signers,
    smart: async () => smart,
    login,
    now: () => clock.ms,
    ...changes,
  })
  const sign = (message = requests(), address: string = account.evm) => oneClick(message, { address, network: NETWORK })
  return { sign, login, uses, change, askedSmart, clock, owner: account.evm, safe: safeAddress(account.evm) }
}

test("right after a login the key's own account signs, and the answer contains the signed message", async () => {
  const { sign, login, owner } = open()
  login.begin()
  const { message = '', signature, siwxMessage } = (await sign(requests({ serializedMessage: undefined }))) ?? {}
  expect(message).toContain(`account:\n${owner}\n`)
  expect((await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toLowerCase()).toBe(owner)
  expect(siwxMessage).toEqual({ ...requests(), accountAddress: owner })
})

test("a message for a smart account gets the smart account's own signature", async () => {
  const { sign, login, owner, safe, askedSmart } = open()
  login.begin()
  const signed = await sign(requests(), safe)
  expect(signed).toMatchObject({ siwxMessage: { accountAddress: safe }, signature: `0x${'5e'.repeat(65)}` })
  expect(askedSmart).toEqual([['signHash', owner, 137, hashMessage(signed?.message ?? '')]])
})

test.each<[string, (login: ReturnType<typeof open>) => Promise<unknown> | unknown]>([
  ['that reconnects', () => {}],
  [
    'that already has one',
    async ({ login, sign }) => {
      login.begin()
      expect(await sign()).toBeDefined()
    },
  ],
  [
    'whose visitor has signed out',
    ({ login }) => {
      login.begin()
      login.forget()
    },
  ],
  [
    'that requests one after ten minutes',
    ({ login, clock }) => {
      login.begin()
      clock.ms += 600_000
    },
  ],
])('a page %s gets no signature', async (_, before) => {
  const opened = open()
  await before(opened)
  const uses = opened.uses()
  expect(await opened.sign(requests({ issuedAt: new Date(opened.clock.ms).toISOString() }))).toBeUndefined()
  expect(opened.uses()).toBe(uses)
})

test('two simultaneous requests get one signature', async () => {
  const { sign, login } = open()
  login.begin()
  const answers = await Promise.all([sign(), sign()])
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('a message that is not a sign-in to the page opens no wallet, and the next request can still be signed', async () => {
  const { sign, login, uses } = open()
  login.begin()
  expect(await sign(requests({ domain: 'bank.example' }))).toBeUndefined()
  expect(uses()).toBe(0)
  expect(await sign()).toBeDefined()
})

test("nothing is signed before the page's origin is known", async () => {
  const { sign, login } = open({ place: { page: () => undefined } })
  login.begin()
  expect(await sign()).toBeUndefined()
})

test('nothing is signed for an account that does not belong to the visitor', async () => {
  const { sign, login, uses } = open()
  login.begin()
  expect(await sign(requests(), `0x${'ab'.repeat(20)}`)).toBeUndefined()
  expect(uses()).toBe(0)
})

test('nothing is signed if another visitor has signed in meanwhile, in another tab', async () => {
  const { sign, login, change } = open()
  login.begin()
  change()
  expect(await sign()).toBeUndefined()
})

test.each<[string, OneClickParts['smart']]>([
  ['a network that does not answer', async () => ({ addressOf: safeAddress, signHash: () => new Promise(() => {}) })],
  ['a failing network', async () => ({ addressOf: safeAddress, signHash: () => Promise.reject(new Error('down')) })],
  ['code that cannot be loaded', () => Promise.reject(new Error('offline'))],
  ['no smart accounts at all', async () => undefined],
])('%s does not prevent the sign-in, because the message can be signed later', async (_, smart) => {
  jest.useFakeTimers({ now: NOW })
  const { sign, login, safe } = open({ smart })
  login.begin()
  const signing = sign(requests(), safe)
  await jest.advanceTimersByTimeAsync(5_000)
  expect(await signing).toBeUndefined()
  jest.useRealTimers()
})
