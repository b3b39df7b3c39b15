import type { CaipNetworkId } from '@portico/contracts'
import { EmbeddedUser, SocialUser } from '@portico/contracts/embeddedWallet/answers/users'
import { safeParse } from 'valibot'
import { type Addresses, DeviceUnconfirmed, type Session } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import { createDeviceWait, isConfirmed } from './deviceWait.ts'
import { createNetwork, networkHandlers } from './networks.ts'
import { type UserParts, userHandlers } from './users.ts'

const addresses = {
  eip155: '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B',
  solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
} as unknown as Addresses
const SOLANA: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ada: Session = {
  subject: '8f14e45f-ceea-4a7a-9b1d-1f2e3d4c5b6a',
  provider: 'email',
  email: 'ada@mail.example',
  userName: null,
  expiresAtMs: 1,
}
const asking = { origin: 'https://shop.example', signal: new AbortController().signal }

function open({
  session = ada,
  isUnconfirmed = false,
  ...more
}: { session?: Session; isUnconfirmed?: boolean } & Partial<UserParts> = {}) {
  const network = createNetwork('eip155:1')
  const done: string[] = []
  let isWaiting = isUnconfirmed
  const wallet = {
    async addresses() {
      if (isWaiting) throw new DeviceUnconfirmed()
      return addresses
    },
    async waitForDevice() {
      done.push('link followed')
      isWaiting = false
    },
  }
  const social = { finish: async (uri: string) => void done.push(uri) }
  const sessions = { current: async () => session } as UserParts['sessions']
  return {
    done,
    network,
    handlers: userHandlers({ sessions, device: createDeviceWait(wallet), network, social, ...more }),
  }
}

test('a user has an address on their network; the chain id is a number on EVM, and a CAIP-2 id elsewhere', async () => {
  const { handlers, network } = open()
  const onEvm = await handlers.GET_USER({ chainId: 'eip155:137' }, asking)
  expect(onEvm).toMatchObject({ address: addresses.eip155, chainId: 137, smartAccountDeployed: false })
  const onSolana = await handlers.GET_USER({ chainId: SOLANA }, asking)
  expect(onSolana).toMatchObject({ address: addresses.solana, chainId: SOLANA })
  expect(onSolana).not.toHaveProperty('smartAccountDeployed')
  expect(network.current()).toBe(SOLANA)
  for (const user of [onEvm, onSolana]) expect(safeParse(EmbeddedUser, user).success).toBe(true)
})

test.each([null, 'ada@bücher.example', '"ada"@mail.example'])(
  'an email address that other clients cannot read (%p) is left out',
  async (email) => {
    const { handlers } = open({ session: { ...ada, email } })
    expect(await handlers.GET_USER(undefined, asking)).toMatchObject({ email: null })
  },
)

test('a visitor who signed in with a social account is reported with their name', async () => {
  const { handlers, done } = open({ session: { ...ada, provider: 'github', userName: 'ada' } })
  const user = await handlers.CONNECT_SOCIAL({ uri: 'https://secure.example/back', chainId: SOLANA }, asking)
  expect(user).toMatchObject({ userName: 'ada', address: addresses.solana })
  expect(safeParse(SocialUser, user).success).toBe(true)
  expect(done).toEqual(['https://secure.example/back'])
})

test('a request on an unconfirmed device waits until the link is followed', async () => {
  const { handlers, done } = open({ isUnconfirmed: true })
  expect(await handlers.GET_USER(undefined, asking)).toMatchObject({ address: addresses.eip155 })
  expect(done).toEqual(['link followed'])
})

test('without a signed-in visitor nothing about a wallet is reported', async () => {
  const sessions = { current: async () => undefined } as unknown as UserParts['sessions']
  const signedOut = open({ sessions }).handlers
  for (const requests of [
    signedOut.GET_USER(undefined, asking),
    signedOut.SET_PREFERRED_ACCOUNT({ type: 'eoa' }, asking),
  ]) {
    await expect(requests).rejects.toMatchObject({ failure: 'notConnected' })
  }
})

test("if there is no smart account, none can be chosen, and the key's own account is reported", async () => {
  const { handlers } = open()
  expect(await handlers.GET_USER({ preferredAccountType: 'smartAccount' }, asking)).toMatchObject({
    preferredAccountType: 'eoa',
  })
  expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'eoa' }, asking)).toEqual({
    type: 'eoa',
    address: addresses.eip155,
  })
  await expect(handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, asking)).rejects.toMatchObject({
    failure: 'chainUnsupported',
  })
  await expect(handlers.INIT_SMART_ACCOUNT(undefined, asking)).rejects.toMatchObject({ failure: 'chainUnsupported' })
})

test("a smart account is reported together with the key's own account", async () => {
  const smart = { type: 'smartAccount', address: `0x${'a'.repeat(40)}` } as const
  const own = { type: 'eoa', address: addresses.eip155 } as const
  const { handlers } = open({ findAccounts: async () => ({ accounts: [own, smart], isDeployed: true }) })
  expect(await handlers.GET_USER({ preferredAccountType: 'smartAccount' }, asking)).toMatchObject({
    address: smart.address,
    accounts: [own, smart],
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: true,
  })
})

test('the current network is the one that the last request named', async () => {
  const network = createNetwork('eip155:1')
  const handlers = networkHandlers(network)
  expect(await handlers.GET_CHAIN_ID(undefined, asking)).toEqual({ chainId: 1 })
  expect(await handlers.SWITCH_NETWORK({ chainId: SOLANA, rpcUrl: undefined }, asking)).toEqual({ chainId: SOLANA })
  expect(await handlers.GET_CHAIN_ID(undefined, asking)).toEqual({ chainId: SOLANA })
  expect(await handlers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined, asking)).toEqual({
    smartAccountEnabledNetworks: [],
  })
})

test.each<[string, Error | undefined, boolean]>([
  ['a device that opens the wallet', undefined, true],
  ['an unconfirmed device', new DeviceUnconfirmed(), false],
  ['a device whose sign-in is too old', new Refused('notConnected'), false],
  ['unreachable stores', new Refused('keyUnavailable'), true],
])('the page learns whether the visitor is connected: %s', async (_, error, expected) => {
  const addressesOf = () => (error ? Promise.reject(error) : Promise.resolve(addresses))
  expect(await isConfirmed({ addresses: addressesOf })).toBe(expected)
})

test('signing out or starting over cancels the wait for a link', async () => {
  const device = createDeviceWait({
    addresses: () => Promise.reject(new DeviceUnconfirmed()),
    waitForDevice: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const waiting = [device.confirmed(asking.signal), device.addresses(asking.signal)]
  await new Promise((next) => setTimeout(next))
  device.forget()
  for (const wait of waiting) await expect(wait).rejects.toMatchObject({ failure: 'deviceRefused' })
})

test("the visitor's choice of account is remembered if there are two accounts", async () => {
  const smart = { type: 'smartAccount', address: `0x${'a'.repeat(40)}` } as const
  const own = { type: 'eoa', address: addresses.eip155 } as const
  const chosen: string[] = []
  const preferAccount: UserParts['preferAccount'] = async (_, type) => void chosen.push(type)
  const both = open({ preferAccount, findAccounts: async () => ({ accounts: [smart, own], isDeployed: false }) })
  expect(await both.handlers.GET_USER(undefined, asking)).toMatchObject({ address: smart.address })
  expect(await both.handlers.SET_PREFERRED_ACCOUNT({ type: 'eoa' }, asking)).toEqual(own)
  await both.handlers.GET_USER({ preferredAccountType: 'smartAccount' }, asking)
  expect(chosen).toEqual(['eoa', 'smartAccount'])
  await open({ preferAccount }).handlers.GET_USER({ preferredAccountType: 'eoa' }, asking)
  expect(chosen).toHaveLength(2)
})

const siwxMessage = {
  accountAddress: '<<AccountAddress>>',
  chainId: 'eip155:137',
  domain: 'shop.example',
  uri: 'https://shop.example/',
  version: '1',
  nonce: 'a1b2c3d4',
} as const

test('the sign-in message is for the account and the network that the page gets', async () => {
  const seen: unknown[] = []
  const signed = {
    message: 'I am',
    signature: '0x5160',
    siwxMessage: { ...siwxMessage, accountAddress: addresses.eip155 },
  }
  const { handlers } = open({
    async oneClick(...requests) {
      seen.push(requests)
      return signed
    },
  })
  const user = await handlers.GET_USER({ chainId: 'eip155:137', siwxMessage }, asking)
  expect(user).toMatchObject(signed)
  expect(safeParse(EmbeddedUser, user).success).toBe(true)
  const social = await handlers.CONNECT_SOCIAL({ uri: 'https://secure.example/back', siwxMessage }, asking)
  expect(social).toMatchObject(signed)
  const account = { address: addresses.eip155, network: 'eip155:137' }
  expect(seen).toEqual([
    [siwxMessage, account],
    [siwxMessage, account],
  ])
})

test('without a signed message the visitor is reported as usual', async () => {
  const { handlers } = open({ oneClick: async () => undefined })
  const user = await handlers.GET_USER({ siwxMessage }, asking)
  expect(user).toMatchObject({ address: addresses.eip155 })
  for (const name of ['message', 'signature', 'siwxMessage']) expect(user).not.toHaveProperty(name)
})

test("signing in waits at most half a second for a network's answer", async () => {
  const limits: (number | undefined)[] = []
  const own = { type: 'eoa', address: addresses.eip155 } as const
  const { handlers } = open({
    async findAccounts(_, __, limitMs) {
      limits.push(limitMs)
      return { accounts: [own] }
    },
  })
  await handlers.GET_USER(undefined, asking)
  await handlers.CONNECT_SOCIAL({ uri: 'https://secure.example/back' }, asking)
  expect(limits).toEqual([500, 500])
})
