/** @jest-environment jsdom */
import { hashMessage } from 'viem'
import { NodeFailure, NodeUnreachable } from './refuse.ts'
import type { createFakeNode } from './testing/fakeNode.ts'
import { createFakeSmart, FEE, OPERATION_HASH, receiptOf } from './testing/fakeSmart.ts'
import { openRpc, settle, shown } from './testing/openRpc.ts'

const FRIEND = `0x${'22'.repeat(20)}`
const SEND = { to: FRIEND, value: '0xde0b6b3a7640000' }
const BUNDLERS = { 'eip155:1': 'https://bundler.example', 'eip155:10': 'https://bundler.example' }

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function open(change: Parameters<typeof createFakeSmart>[0] = {}, answers: Parameters<typeof createFakeNode>[0] = {}) {
  const fake = createFakeSmart(change)
  const opened = openRpc({ smart: fake.smart, bundlers: BUNDLERS, answers })
  return { ...opened, ...fake, safe: fake.smart.addressOf(opened.account.evm) }
}

async function approved(opened: ReturnType<typeof open>, method: string, params: unknown) {
  const answer = opened.ask(method, params)
  await shown(opened)
  await opened.approve()
  await settle()
  return answer
}

/** Expects that the screen shows why an approved request failed, and closes it so that the page gets its answer. */
async function isTold({ find, text, reject }: Pick<ReturnType<typeof open>, 'find' | 'text' | 'reject'>, why: string) {
  for (let turn = 0; turn < 20 && !text().includes(why); turn++) {
    await jest.advanceTimersByTimeAsync(0)
    await settle()
  }
  expect(text()).toContain(why)
  expect([find('approve'), find('reject')?.textContent]).toEqual([null, 'Close'])
  reject()
}

describe('a transaction of the smart account', () => {
  test("is shown with its fee and the account's deployment, and answered with the hash of the whole transaction", async () => {
    const opened = open()
    const answer = opened.ask('eth_sendTransaction', [{ from: opened.safe, ...SEND }])
    const screen = await shown(opened)
    expect(screen.textContent).toContain('Maximum network fee0.003 ETH')
    expect(screen.textContent).toContain('This also sets up your account on this network')
    expect(screen.textContent).toContain(opened.safe)
    expect(opened.find('raw')?.textContent).toContain(opened.safe)
    expect(opened.sent).toEqual([])
    await opened.approve()
    expect(await answer).toBe(opened.mined)
    expect(opened.sent).toMatchObject([{ owner: opened.account.evm, operation: { sender: opened.safe } }])
    expect(opened.node.methods()).not.toContain('eth_sendRawTransaction')
  })

  test("is the default if the request names no account, until the visitor prefers the key's own account", async () => {
    const opened = open()
    await approved(opened, 'eth_sendTransaction', [SEND])
    expect(opened.sent).toHaveLength(1)
    expect(await opened.ask('eth_accounts')).toEqual([opened.safe, opened.account.evm])
    await opened.accounts?.prefer({ eip155: opened.account.evm } as never, 'eoa')
    await approved(opened, 'eth_sendTransaction', [SEND])
    expect(opened.sent).toHaveLength(1)
    expect(opened.node.methods()).toContain('eth_sendRawTransaction')
    expect(await opened.ask('eth_accounts')).toEqual([opened.account.evm, opened.safe])
  })

  test('is answered once a block contains it', async () => {
    let polls = 0
    const receipt = async () => {
      polls++
      if (polls === 1) throw new NodeUnreachable()
      return polls > 3 ? receiptOf() : undefined
    }
    const opened = open({ receipt })
    const answer = approved(opened, 'eth_sendTransaction', [SEND])
    for (let turn = 0; turn < 6; turn++) await jest.advanceTimersByTimeAsync(1_000)
    expect([await answer, polls]).toEqual([opened.mined, 4])
  })

  test('is reported as still pending if no block contains it within two minutes', async () => {
    const opened = open({ receipt: async () => undefined })
    const answer = approved(opened, 'eth_sendTransaction', [SEND])
    await jest.advanceTimersByTimeAsync(125_000)
    await isTold(opened, 'Sent, but not confirmed yet.')
    expect(await answer).toEqual({ failure: 'stillPending' })
    expect(opened.sent).toHaveLength(1)
  })

  test('is not reported as a success if it failed in its block', async () => {
    const opened = open({ receipt: async () => receiptOf(false) })
    const answer = approved(opened, 'eth_sendTransaction', [SEND])
    await isTold(opened, 'The transaction failed.')
    expect(await answer).toEqual({ failure: 'reverted' })
  })

  test('is not sent when it is rejected, nor when its operation differs from what was shown', async () => {
    const opened = open()
    const answer = opened.ask('eth_sendTransaction', [SEND])
    await shown(opened)
    opened.reject()
    expect([await answer, opened.sent]).toEqual([{ failure: 'rejected' }, []])

    let turn = 0
    const changed = open({ callData: async () => `0x0${turn++}` })
    expect(await approved(changed, 'eth_sendTransaction', [SEND])).toEqual({ failure: 'internal' })
    expect(changed.sent).toEqual([])
  })

  test.each<[string, Readonly<Record<string, string | undefined>>, string]>([
    ['creates a contract', { to: undefined, data: '0x6000' }, 'invalidRequest'],
    ['changes the account’s own settings', { to: 'safe', data: '0x610b5925' }, 'invalidRequest'],
    ['is for another network', { chainId: '0xa' }, 'chainUnsupported'],
  ])('that %s is never shown', async (_, change, failure) => {
    const opened = open()
    const to = change.to === 'safe' ? opened.safe : 'to' in change ? change.to : FRIEND
    const params = [{ from: opened.safe, ...SEND, ...change, to }]
    expect(await opened.ask('eth_sendTransaction', params)).toEqual({ failure })
    expect([document.body.childElementCount, opened.sent]).toEqual([0, []])
  })

  test.each([
    [
      'costs more than the balance',
      'AA21 didn’t pay prefund',
      {},
      'Your account doesn’t have enough for this.',
      'fundsMissing',
    ],
    [
      'sends more than the balance',
      'reverted',
      { eth_getBalance: '0x1' },
      'Your account doesn’t have enough for this.',
      'fundsMissing',
    ],
    ['would fail', 'reverted', {}, 'It would fail, so it can’t be sent.', 'wouldFail'],
    [
      'would fail, with an unknown balance',
      'reverted',
      { eth_getBalance: null },
      'It would fail, so it can’t be sent.',
      'wouldFail',
    ],
  ])('that %s is shown with the reason, and cannot be approved', async (_, said, answers, text, failure) => {
    const prepare = () => Promise.reject(new NodeFailure(-32500, said))
    const opened = open({ prepare }, answers)
    const answer = opened.ask('eth_sendTransaction', [SEND])
    const screen = await shown(opened)
    await settle()
    expect(screen.textContent).toContain(FRIEND)
    expect(screen.textContent).toContain(text)
    expect([opened.find('approve'), opened.find('again'), opened.find('reject')?.textContent]).toEqual([
      null,
      null,
      'Close',
    ])
    opened.reject()
    expect(await answer).toEqual({ failure })
    expect([opened.sent, document.body.childElementCount]).toEqual([[], 0])
  })

  test('is shown even if the bundler is unreachable, and sent when tried again', async () => {
    let isThere = false
    const { smart } = createFakeSmart()
    const prepare: typeof smart.prepare = (...requests) =>
      isThere ? smart.prepare(...requests) : Promise.reject(new NodeUnreachable())
    const opened = open({ prepare })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    const screen = await shown(opened)
    await settle()
    expect(screen.textContent).toContain('Can’t reach the network right now. Nothing was signed or sent.')
    expect(screen.textContent).toContain(FRIEND)
    expect(screen.textContent).toContain('1 ETH')
    expect(opened.find('approve')).toBeNull()
    opened.find('again')?.click()
    expect(opened.find('again')?.textContent).toBe('Working…')
    for (let turn = 0; turn < 20 && document.body.contains(screen); turn++) await settle()
    const second = await shown(opened)
    expect(second.textContent).toContain('Can’t reach the network right now.')

    isThere = true
    opened.find('again')?.click()
    for (let turn = 0; turn < 20 && document.body.contains(second); turn++) await settle()
    await shown(opened)
    await settle()
    await opened.approve()
    expect(await answer).toBe(opened.mined)
    expect([opened.sent.length, document.body.childElementCount]).toEqual([1, 0])
  })

  test('can be closed if the bundler is unreachable, and the page gets the reason', async () => {
    const opened = open({ prepare: () => Promise.reject(new NodeUnreachable()) })
    const answer = opened.ask('eth_sendTransaction', [SEND])
    await shown(opened)
    opened.reject()
    expect(await answer).toEqual({ failure: 'unreachable' })
    const closed = opened.ask('eth_sendTransaction', [SEND])
    await shown(opened)
    await opened.abort()
    expect(await closed).toEqual({ failure: 'rejected' })
    expect([opened.sent, document.body.childElementCount]).toEqual([[], 0])
  })

  test('is refused on a network without smart accounts, and while it is unknown whether the network has them', async () => {
    const params = (opened: ReturnType<typeof open>) => [{ from: opened.safe, ...SEND }]
    const without = open({ on: [] })
    expect(await without.ask('eth_sendTransaction', params(without))).toEqual({ failure: 'chainUnsupported' })
    const silent = open({ isOn: () => Promise.reject(new NodeUnreachable()) })
    const answer = silent.ask('eth_sendTransaction', params(silent))
    expect((await shown(silent)).textContent).toContain('Can’t reach the network right now.')
    silent.reject()
    expect(await answer).toEqual({ failure: 'unreachable' })
    expect(await silent.ask('eth_accounts')).toEqual([silent.account.evm])
  })
})

describe('a signature of the smart account', () => {
  test('is never made for a message of 32 bytes', async () => {
    const opened = open()
    const params = [`0x${'9a'.repeat(32)}`, opened.safe]
    expect(await opened.ask('personal_sign', params)).toEqual({ failure: 'invalidRequest' })
    expect([opened.requests, opened.uses()]).toEqual([[], 0])
  })

  test('covers the hash of the message that was shown', async () => {
    const opened = open()
    expect(await approved(opened, 'personal_sign', ['hello', opened.safe])).toMatch(/^0x/)
    expect(opened.requests).toEqual([['signHash', opened.account.evm, 1, hashMessage('hello')]])
    expect(opened.uses()).toBe(0)
  })

  test.each([
    ['a message of 32 bytes', 'personal_sign', () => [`0x${'9a'.repeat(32)}`]],
    ['a user operation', 'eth_signTypedData_v4', () => '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'],
    ['a Safe message', 'eth_signTypedData_v4', (safe: string) => safe],
    ['a Safe transaction', 'eth_signTypedData_v4', (safe: string) => safe, 'SafeTx'],
  ])('cannot be obtained by having the owner key sign %s', async (_, method, made, primaryType = 'SafeMessage') => {
    const opened = open()
    const { evm } = opened.account
    const found = made(opened.safe)
    const data = {
      types: { [primaryType]: [{ name: 'message', type: 'bytes' }] },
      primaryType,
      domain: { chainId: 1, verifyingContract: found },
      message: { message: '0x12' },
    }
    const params = method === 'personal_sign' ? [found[0], evm] : [evm, data]
    expect(await opened.ask(method, params)).toEqual({ failure: 'invalidRequest' })
    expect([document.body.childElementCount, opened.uses()]).toEqual([0, 0])
  })
})

describe('several calls of a batch', () => {
  const calls = [SEND, { to: FRIEND, data: '0x12345678', value: '7' }]

  test('are shown one by one, carried out as one, and identified by an id', async () => {
    const opened = open()
    const answer = opened.ask('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls }])
    const screen = await shown(opened)
    expect(screen.querySelectorAll('article')).toHaveLength(2)
    expect(screen.textContent).toContain('Part 2 of 2')
    expect(screen.textContent).not.toContain('If one action fails')
    await opened.approve()
    const { id } = (await answer) as { id: string }
    expect(opened.sent).toHaveLength(1)
    const status = await opened.ask('wallet_getCallsStatus', [id])
    expect(status).toMatchObject({ id, chainId: '0x1', status: 200, atomic: true })
    expect(status).toMatchObject({ receipts: [{ transactionHash: opened.mined, status: '0x1' }] })
    expect(id).toContain(OPERATION_HASH.slice(2))
  })

  test.each<[string, object]>([
    ['in version 2.0.0', { version: '2.0.0', chainId: '0x1' }],
    ['with a CAIP-2 chain id', { version: '1.0', chainId: 'eip155:1' }],
    ['without a chain id', { version: '1.0' }],
  ])(
    '%s are shown even while the bundler is unreachable, and are sent when the visitor tries again',
    async (_, more) => {
      let isThere = false
      const { smart } = createFakeSmart()
      const prepare: typeof smart.prepare = (...requests) =>
        isThere ? smart.prepare(...requests) : Promise.reject(new NodeUnreachable())
      const opened = open({ prepare })
      const answer = opened.ask('wallet_sendCalls', [{ ...more, atomicRequired: true, calls }])
      const screen = await shown(opened)
      expect(screen.textContent).toContain('Can’t reach the network right now. Nothing was signed or sent.')
      expect(screen.querySelectorAll('article')).toHaveLength(2)
      expect([opened.find('approve'), opened.sent.length]).toEqual([null, 0])
      isThere = true
      opened.find('again')?.click()
      for (let turn = 0; turn < 20 && document.body.contains(screen); turn++) await settle()
      await shown(opened)
      await settle()
      await opened.approve()
      expect(JSON.stringify(await answer)).toContain(OPERATION_HASH.slice(2))
      expect(opened.sent).toHaveLength(1)
    },
  )

  test.each([
    [undefined, 100, []],
    [receiptOf(false), 500, [expect.objectContaining({ status: '0x0' })]],
  ])('are reported with their current status (%#)', async (found, status, receipts) => {
    const opened = open({ receipt: async () => found })
    const id = await approved(opened, 'wallet_sendCalls', [{ version: '1.0', calls }])
    expect(await opened.ask('wallet_getCallsStatus', [id])).toMatchObject({ status, receipts })
  })

  test('get the id that the page chooses, and no other batch can have the same id', async () => {
    const opened = open()
    const batch = { version: '1.0', id: 'order 7', calls }
    expect(await approved(opened, 'wallet_sendCalls', [batch])).toBe('order 7')
    expect(await opened.ask('wallet_getCallsStatus', ['order 7'])).toMatchObject({ id: 'order 7', status: 200 })
    expect(await opened.ask('wallet_sendCalls', [batch])).toEqual({ failure: 'batchIdTaken' })
    expect(await opened.ask('wallet_getCallsStatus', ['order 8'])).toEqual({ failure: 'batchUnknown' })
  })

  test("from the key's own account are refused, but a single call is sent as a transaction", async () => {
    const opened = open()
    const from = opened.account.evm
    expect(await opened.ask('wallet_sendCalls', [{ from, calls }])).toEqual({ failure: 'batchTooLarge' })
    const whole = [{ from, calls, atomicRequired: true }]
    expect(await opened.ask('wallet_sendCalls', whole)).toEqual({ failure: 'atomicityUnsupported' })
    const id = await approved(opened, 'wallet_sendCalls', [{ from, version: '1.0', calls: [SEND] }])
    expect(opened.node.last('eth_sendRawTransaction')).toHaveLength(1)
    // The fake node cannot answer for a receipt.
    expect(await opened.ask('wallet_getCallsStatus', [id])).toEqual({ failure: 'methodNotAllowed' })
  })

  test.each([
    ['for another network', { chainId: '0xa' }, 'chainUnsupported'],
    ['from another account', { from: FRIEND }, 'invalidRequest'],
    ['in an empty list', { calls: [] }, 'invalidRequest'],
    ['with an unsupported capability', { capabilities: { paymasterService: {} } }, 'capabilityUnsupported'],
  ])('%s are never shown', async (_, change, failure) => {
    const opened = open()
    expect(await opened.ask('wallet_sendCalls', [{ calls, ...change }])).toEqual({ failure })
    expect(document.body.childElementCount).toBe(0)
  })

  test('may request optional capabilities', async () => {
    const opened = open()
    const capabilities = { paymasterService: { url: 'https://p.example', optional: true } }
    expect(await approved(opened, 'wallet_sendCalls', [{ version: '1.0', calls, capabilities }])).toMatch(/^0x01/)
  })
})

test('capabilities are given for the account that the request names', async () => {
  const opened = open()
  const smart = {
    atomic: { status: 'supported' },
    atomicBatch: { supported: true },
    assetDiscovery: { supported: true },
  }
  const own = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
  expect(await opened.ask('wallet_getCapabilities')).toEqual({ '0x1': smart })
  expect(await opened.ask('wallet_getCapabilities', [opened.safe, ['0x1', '0xa']])).toEqual({
    '0x1': smart,
    '0xa': own,
  })
  expect(await opened.ask('wallet_getCapabilities', [opened.account.evm, ['0x1']])).toEqual({ '0x1': own })
  expect(await opened.ask('wallet_getCapabilities', [FRIEND])).toEqual({ failure: 'notConnected' })
})

test.each([
  ['eth_getUserOperationReceipt', [OPERATION_HASH], null],
  ['eth_getUserOperationByHash', [OPERATION_HASH], null],
  ['eth_supportedEntryPoints', [], null],
  ['eth_estimateUserOperationGas', [{}, '0x0000000071727De22E5E9d8BAf0edAc6f37da032'], null],
  ['eth_estimateUserOperationGas', [{}, FRIEND], { failure: 'invalidRequest' }],
  ['eth_getUserOperationReceipt', ['0x1'], { failure: 'invalidRequest' }],
  ['eth_supportedEntryPoints', [{}], { failure: 'invalidRequest' }],
])('the bundler gets %s with %j only if the request is valid; the answer is %j', async (method, params, expected) => {
  const opened = open()
  expect(await opened.ask(method, params)).toEqual(expected)
  expect(opened.requests).toEqual(expected === null ? [[1, method, params]] : [])
})

test.each(['eth_sendUserOperation', 'wallet_grantPermissions', 'wallet_revokePermissions'])(
  '%s is refused for a smart account as well',
  async (method) => {
    const opened = open()
    expect(await opened.ask(method, [{}])).toEqual({ failure: 'methodNotAllowed' })
    expect(document.body.childElementCount).toBe(0)
  },
)

test('a request can be cancelled even if the bundler never answers', async () => {
  const opened = open({ prepare: () => new Promise(() => {}) })
  const answer = opened.ask('eth_sendTransaction', [SEND])
  await settle()
  await opened.abort()
  expect([await answer, FEE > 0n]).toEqual([{ failure: 'rejected' }, true])
})
