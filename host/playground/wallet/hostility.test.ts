import { parseBehaviour } from './behaviour.ts'
import { createEmitter } from './createEmitter.ts'
import { createWallet } from './createWallet.ts'
import { DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { appearance, noise } from './hostility.ts'
import { memoryStorage } from './testing/memoryStorage.ts'
import { WalletCore } from './walletCore.ts'

const coreWith = (behaviour: string) => new WalletCore({ behaviour, storage: memoryStorage() })
const ask = (behaviour: string) => coreWith(behaviour).answer('connect', undefined, () => ({ accounts: ['mine'] }))

/** A promise's rejection value, which may be anything. */
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ answered: true }),
    (reason: unknown) => ({ reason }),
  )

test('a peaceful wallet answers', async () => {
  expect(await ask('ok')).toEqual({ accounts: ['mine'] })
})

test.each([
  ['throws:text', 'no'],
  ['throws:nothing', undefined],
])('%s throws something other than an Error', async (behaviour, reason) => {
  expect(await reasonOf(ask(behaviour))).toEqual({ reason })
})

test('throws:proxy throws an object that throws on access', async () => {
  const caught = (await reasonOf(ask('throws:proxy'))) as { reason: { message: string } }
  expect(() => caught.reason.message).toThrow('Do not touch.')
  expect(() => caught.reason instanceof Error).toThrow('Do not touch.')
})

test('garbage:types answers in the right shape with wrong types, garbage:huge with huge lists', async () => {
  expect(await ask('garbage:types')).toMatchObject({ accounts: 42, result: 42, address: null })
  const { accounts } = await ask('garbage:huge')
  expect(accounts).toHaveLength(100_000)
})

test('mute never answers', async () => {
  const core = coreWith('mute')
  const answer = core.answer('connect', undefined, () => 'mine')
  core.approve()
  expect(await Promise.race([answer, Promise.resolve('nothing yet')])).toBe('nothing yet')
  expect(core.log).toEqual([{ method: 'connect', params: undefined }])
})

test('noise reaches all current listeners, and no removed ones', async () => {
  const emitter = createEmitter(() => parseBehaviour('noise'))
  const heard: unknown[] = []
  const stop = emitter.on('change', (payload) => heard.push(payload))
  await Promise.resolve()
  expect(heard).toHaveLength(noise().length)
  stop()
  emitter.emitNoise()
  await Promise.resolve()
  expect(heard).toHaveLength(noise().length)
})

test('a quiet wallet does not report its changes', () => {
  const emitter = createEmitter(() => parseBehaviour('quiet'))
  const heard = jest.fn()
  emitter.on('change', heard)
  emitter.emit('change', {})
  expect(heard).not.toHaveBeenCalled()
})

test.each([
  ['icon:script', /^javascript:/],
  ['icon:http', /^http:/],
  ['icon:svg', /^data:image\/svg\+xml;base64,/],
])('%s', (behaviour, icon) => {
  expect(appearance('A wallet', parseBehaviour(behaviour).hostility)).toMatchObject({
    name: 'A wallet',
    icon: expect.stringMatching(icon),
  })
})

test('a hostile name has control characters, or 10,000 characters', () => {
  expect(appearance('A wallet', parseBehaviour('name:control').hostility).name).toContain('\u202e')
  expect(appearance('A wallet', parseBehaviour('name:long').hostility).name).toHaveLength(10_000)
})

test('terms of all kinds can be combined', () => {
  expect(parseBehaviour('late:300,reject,garbage:types,icon:svg,noise')).toMatchObject({
    answer: 'reject',
    lateMs: 300,
    hostility: { garbage: 'types', icon: 'svg', isNoisy: true, isMute: false },
  })
  expect(parseBehaviour('late:300,ok,late:0').lateMs).toBe(0)
  expect(parseBehaviour('late').lateMs).toBe(Number.POSITIVE_INFINITY)
})

test.each(['throws', 'throws:tea', 'garbage:', 'late:soon', 'icon:svgs', 'constructor', 'mutely'])(
  'a mistake in the query is reported: %s',
  (behaviour) => {
    expect(() => parseBehaviour(behaviour)).toThrow(`Unknown wallet behaviour ${behaviour}; there are ok, reject,`)
  },
)

describe('the EVM wallet supports the same hostility', () => {
  const open = (behaviour: string) =>
    createWallet({ behaviour, storage: memoryStorage(), firstChainId: 1, keys: DEVELOPMENT_KEYS, rpcUrls: {} })
  const connect = (behaviour: string) => open(behaviour).provider.request({ method: 'eth_requestAccounts' })

  test('in its errors and answers', async () => {
    expect(await reasonOf(connect('throws:text'))).toEqual({ reason: 'no' })
    expect(await connect('garbage:types')).toMatchObject({ accounts: 42 })
    expect(await connect('garbage:foreign')).toEqual([expect.stringMatching(/^bcrt1/)])
  })

  test('in its events', async () => {
    const heard = jest.fn()
    open('noise').provider.on('accountsChanged', heard)
    await Promise.resolve()
    expect(heard).toHaveBeenCalledTimes(noise().length)
  })
})
