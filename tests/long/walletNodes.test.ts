import type { Request, Route } from 'playwright-core'
import { type Address, type Hex, parseAbiItem, parseEther } from 'viem'
import { ENTRY_POINT } from '../../services/secureFrame/src/smartAccount/contracts.ts'
import { safeAddress } from '../../services/secureFrame/src/smartAccount/safeAddress.ts'
import { mined } from '../../services/testing/mined.ts'
import {
  answerTo,
  approval,
  asksFor,
  canGoOn,
  frameOf,
  isApprovable,
  nothingIsShown,
  outcome,
  shownLines,
} from '../browser/support/approvals.ts'
import { review } from '../browser/support/approvalWindow.ts'
import {
  addressOf,
  approve,
  inFrame,
  newAddress,
  reject,
  signIn,
  tryAgain,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { chain, coinsOf, setBalance, stranger } from '../browser/support/evmChain.ts'
import { pressThere } from '../browser/support/reviewWindow.ts'
import { askChain, stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/**
 * Nodes and bundler are down or slow, or refuse, while the wallet's frame shows or sends a request. The result is
 * checked on the chain. walletEvm.test.ts and walletBatch.test.ts test the requests themselves.
 */

jest.setTimeout(120_000)

const HEX_CHAIN_ID = '0x7a69'
const UNREACHABLE = 'Can’t reach the network right now. Nothing was signed or sent.'
const NOT_ENOUGH = 'Not sent: your account doesn’t have enough funds.'
const STILL_PENDING = 'Sent, but not confirmed yet.'
/** How long the frame waits for a transaction's block. */
const MINED_MAX_MS = 120_000
/** ERC-4337 */
const USER_OPERATION_EVENT = parseAbiItem(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)

/** Whether the request is a JSON-RPC call of this method. */
const isFor = (request: Request, method: string): boolean =>
  request.postData()?.includes(`"method":"${method}"`) ?? false

/** A switch that blocks requests, or holds back calls of one method. */
function door() {
  const held: Route[] = []
  const state = { isShut: false, holds: '' }
  return {
    state,
    held,
    async answer(route: Route) {
      if (state.isShut) await route.abort()
      else if (state.holds && isFor(route.request(), state.holds)) held.push(route)
      else await route.continue()
    },
    async open() {
      Object.assign(state, { isShut: false, holds: '' })
      for (const route of held.splice(0)) await route.continue()
    },
  }
}

/** The visitor of all tests, who signs in once because codes per client and hour are limited. */
let visitor: Visit
let owner: Address
let safe: Address
const nodes = door()
const bundler = door()

beforeAll(async () => {
  visitor = await visit({
    ...withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }),
    async prepare(context) {
      await context.route(`${stack.urls.services}/v1/?*`, nodes.answer)
      await context.route(`${stack.urls.bundler}/**`, bundler.answer)
    },
  })
  await signIn(visitor, newAddress())
  owner = (await addressOf(visitor)) as Address
  safe = safeAddress(owner)
})
beforeEach(() => Promise.all([owner, safe].map((account) => setBalance(account, parseEther('3')))))
afterEach(async () => {
  await Promise.all([nodes.open(), bundler.open()])
  await nothingIsShown(visitor)
})
afterAll(async () => {
  await visitor?.end()
  await closeBrowser()
})

const transactionsOf = (account: Address) => chain().getTransactionCount({ address: account })
const operationsOf = (sender: Address) =>
  chain().getLogs({ address: ENTRY_POINT, event: USER_OPERATION_EVENT, args: { sender }, fromBlock: 0n })

/** Expects that the request is shown as the page sent it, and cannot be approved. */
async function cannotBeReached(to: Address): Promise<void> {
  await approval(visitor).getByText(UNREACHABLE).waitFor()
  expect(await shownLines(visitor, 'To')).toEqual([expect.stringMatching(new RegExp(`${to}$`, 'i'))])
  expect(await canGoOn(visitor)).toBe(false)
}

/** Approves a request that takes a while, and expects that the window stays open until it is done. */
async function approveAndWait(): Promise<void> {
  await isApprovable(visitor)
  await pressThere(await review(visitor))
  await inFrame(visitor).getByTestId('review').getByText('Working…').waitFor()
}

test('a transaction is shown as requested while no node answers, and is sent after a retry', async () => {
  const to = stranger()
  const before = await transactionsOf(owner)
  nodes.state.isShut = true
  const index = await asksFor(visitor, 'eth_sendTransaction', [{ from: owner, to, value: '0x7' }])
  await cannotBeReached(to)
  expect([await coinsOf(to), await transactionsOf(owner)]).toEqual([0n, before])

  await nodes.open()
  await tryAgain(visitor)
  await approve(visitor)
  const hash = (await outcome(visitor, index)) as Hex
  expect((await mined(chain(), hash)).status).toBe('success')
  expect([await coinsOf(to), await transactionsOf(owner)]).toEqual([7n, before + 1])
  await visitor.dialog.waitFor({ state: 'detached' })
})

test('a transaction whose account is emptied meanwhile is refused: visitor and page get the reason, nothing is sent', async () => {
  const to = stranger()
  const before = await transactionsOf(owner)
  const index = await asksFor(visitor, 'eth_sendTransaction', [{ from: owner, to, value: '0x7' }])
  await isApprovable(visitor)
  await setBalance(owner, 0n)
  await approve(visitor)
  await approval(visitor).getByText(NOT_ENOUGH).waitFor()
  await reject(visitor)
  expect(await outcome(visitor, index)).toEqual({ code: -32003, message: NOT_ENOUGH })
  expect([await coinsOf(to), await transactionsOf(owner)]).toEqual([0n, before])
  await visitor.dialog.waitFor({ state: 'detached' })
})

test('a transaction whose window is closed while sending is reported to the page, and is on the chain once', async () => {
  const to = stranger()
  const before = await transactionsOf(owner)
  nodes.state.holds = 'eth_sendRawTransaction'
  const index = await asksFor(visitor, 'eth_sendTransaction', [{ from: owner, to, value: '0x7' }])
  const handedIn = visitor.page.waitForRequest((request) => isFor(request, 'eth_sendRawTransaction'))
  await approveAndWait()
  await handedIn
  await visitor.close()
  expect([await coinsOf(to), await transactionsOf(owner)]).toEqual([0n, before])

  // Other requests get responses meanwhile, so the frame is still there.
  expect(await answerTo(visitor, 'eth_accounts')).toContain(owner)
  await nodes.open()
  const hash = (await outcome(visitor, index)) as Hex
  expect((await mined(chain(), hash)).from.toLowerCase()).toBe(owner.toLowerCase())
  expect([await coinsOf(to), await transactionsOf(owner)]).toEqual([7n, before + 1])
})

describe('a batch of the smart account', () => {
  const batch = (to: Address) => [
    {
      version: '2.0.0',
      chainId: HEX_CHAIN_ID,
      from: safe,
      atomicRequired: true,
      calls: [
        { to, value: '0x5' },
        { to, value: '0x2' },
      ],
    },
  ]
  const settled = async (id: string): Promise<number> => {
    for (;;) {
      const { status } = (await answerTo(visitor, 'wallet_getCallsStatus', [id])) as { status: number }
      if (status !== 100) return status
    }
  }

  test('is shown as requested while no bundler answers, and is sent after a retry', async () => {
    const to = stranger()
    const before = await operationsOf(safe)
    bundler.state.isShut = true
    const index = await asksFor(visitor, 'wallet_sendCalls', batch(to))
    await approval(visitor).getByText(UNREACHABLE).waitFor()
    expect(await shownLines(visitor, 'To')).toHaveLength(2)
    expect(await canGoOn(visitor)).toBe(false)
    expect(await operationsOf(safe)).toHaveLength(before.length)

    await bundler.open()
    await tryAgain(visitor)
    await approve(visitor)
    const { id } = (await outcome(visitor, index)) as { id: string }
    expect(await settled(id)).toBe(200)
    expect(await coinsOf(to)).toBe(7n)
    expect(await operationsOf(safe)).toHaveLength(before.length + 1)
    await visitor.dialog.waitFor({ state: 'detached' })
  })
})

test('a smart account transaction not in a block after two minutes is reported as pending, and is executed once', async () => {
  const to = stranger()
  const before = await operationsOf(safe)
  const handedIn = visitor.page.waitForResponse((answer) => isFor(answer.request(), 'eth_sendUserOperation'))
  const index = await asksFor(visitor, 'eth_sendTransaction', [{ from: safe, to, value: '0x7' }])
  await isApprovable(visitor)
  await askChain(stack.urls.anvil, 'evm_setAutomine', [false])
  try {
    await approveAndWait()
    expect(await (await handedIn).json()).toMatchObject({ result: expect.stringMatching(/^0x[\da-f]{64}$/) })
    // Two minutes later, by the frame's clock.
    await frameOf(visitor).evaluate((laterMs) => {
      const { now } = Date
      Date.now = () => now() + laterMs
    }, MINED_MAX_MS)
    await approval(visitor).getByText(STILL_PENDING).waitFor()
    await reject(visitor)
    expect(await outcome(visitor, index)).toMatchObject({ message: expect.stringContaining(STILL_PENDING) })
    expect(await coinsOf(to)).toBe(0n)
  } finally {
    await askChain(stack.urls.anvil, 'evm_setAutomine', [true])
    await askChain(stack.urls.anvil, 'evm_mine')
  }
  while ((await coinsOf(to)) === 0n) await visitor.settled()
  expect(await coinsOf(to)).toBe(7n)
  // Further blocks contain no second operation.
  await askChain(stack.urls.anvil, 'anvil_mine', ['0x5'])
  expect([await coinsOf(to), await operationsOf(safe)]).toMatchObject([7n, { length: before.length + 1 }])
  await visitor.dialog.waitFor({ state: 'detached' })
})
