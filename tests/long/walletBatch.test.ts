import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseEther,
  parseEventLogs,
  parseUnits,
  verifyMessage,
} from 'viem'
import { safeAddress } from '../../services/secureFrame/src/smartAccount/safeAddress.ts'
import {
  answerTo,
  approval,
  asksFor,
  canGoOn,
  isApprovable,
  nothingIsShown,
  outcome,
  shownChanges,
  shownLines,
  shownTitle,
  shownWarnings,
} from '../browser/support/approvals.ts'
import {
  addressOf,
  approve,
  inFrame,
  newAddress,
  reject,
  signIn,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import {
  allowanceOf,
  chain,
  coinsOf,
  DOLLAR,
  dollarsOf,
  mintDollars,
  setBalance,
  stranger,
} from '../browser/support/evmChain.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/**
 * The smart account, from page to chain. Its first transaction deploys it, so these tests depend on one another.
 * smartAccount.test.ts and smartAccountRpc.test.ts test the frame without a browser.
 */

jest.setTimeout(90_000)

const REJECTED = { code: 4001, message: 'Request rejected' }
const HEX_CHAIN_ID = '0x7a69'
/** ERC-4337 */
const USER_OPERATION_EVENT = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

let visitor: Visit
/** Address of the EOA. */
let owner: Address
let safe: Address

beforeAll(async () => {
  visitor = await visit(withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }))
  await signIn(visitor, newAddress())
  owner = (await addressOf(visitor)) as Address
  safe = safeAddress(owner)
})
afterEach(() => nothingIsShown(visitor))
afterAll(async () => {
  await visitor?.end()
  await closeBrowser()
})

/** Makes the page send a request, and waits until the visitor can approve it. */
async function asked(method: string, params: readonly unknown[]): Promise<number> {
  const index = await asksFor(visitor, method, params)
  await isApprovable(visitor)
  return index
}

/** Makes the page send an impossible request, and expects the visitor to see why it cannot be approved. */
async function cannotBe(method: string, params: readonly unknown[], why: string): Promise<number> {
  const index = await asksFor(visitor, method, params)
  await inFrame(visitor).locator('.approval-warning').getByText(why).waitFor()
  expect(await canGoOn(visitor)).toBe(false)
  return index
}

const asShown = (address: string) => expect.stringMatching(new RegExp(`${address}$`, 'i'))

/** Uses the button in the settings. */
async function turnTo(type: 'eoa' | 'smartAccount'): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('account-settings-button').click()
  await visitor.page.getByTestId('account-smart-account-settings-button').click()
  await visitor.page.getByTestId('account-toggle-preferred-account-type').click()
  await visitor.reads('address', type === 'eoa' ? owner : safe)
  await visitor.close()
}

const transfer = (to: Address, amount: bigint) => ({
  to: DOLLAR.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
const allow = (spender: Address, amount: bigint) => ({
  to: DOLLAR.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
const batch = (calls: readonly object[], more: object = {}) => [
  { version: '2.0.0', chainId: HEX_CHAIN_ID, from: safe, atomicRequired: true, calls, ...more },
]

interface Status {
  readonly status: number
  readonly receipts: readonly { readonly transactionHash: Hex; readonly logs: readonly { readonly address: Hex }[] }[]
}

/** Polls like a page, until the batch is no longer pending. */
async function settled(id: string): Promise<Status> {
  for (;;) {
    const status = (await answerTo(visitor, 'wallet_getCallsStatus', [id])) as Status
    if (status.status !== 100) return status
  }
}

test('the EOA is the initial account, and cannot send two calls at once', async () => {
  expect(await answerTo(visitor, 'wallet_getCapabilities', [owner])).toMatchObject({
    [HEX_CHAIN_ID]: { atomic: { status: 'unsupported' } },
  })
  const calls = [
    { to: stranger(), value: '0x1' },
    { to: stranger(), value: '0x1' },
  ]
  expect(await answerTo(visitor, 'wallet_sendCalls', batch(calls, { from: owner }))).toMatchObject({ code: 5760 })
  const oneByOne = batch(calls, { from: owner, atomicRequired: false })
  expect(await answerTo(visitor, 'wallet_sendCalls', oneByOne)).toMatchObject({ code: 5740 })
  await visitor.dialog.waitFor({ state: 'detached' })
})

test('the smart account is chosen in the settings; the page gets its address at once and keeps it after a reload', async () => {
  await turnTo('smartAccount')
  expect(await answerTo(visitor, 'eth_accounts')).toEqual([safe, owner])
  await visitor.page.reload()
  await visitor.reads('address', safe)
  expect(await answerTo(visitor, 'wallet_getCapabilities', [safe])).toEqual({
    [HEX_CHAIN_ID]: {
      atomic: { status: 'supported' },
      atomicBatch: { supported: true },
      assetDiscovery: { supported: true },
    },
  })
})

test('the smart account signs before it is on the chain, and the chain verifies the signature', async () => {
  expect(await chain().getCode({ address: safe })).toBeUndefined()
  const message = 'Sign in to Fern & Fable'
  const index = await asked('personal_sign', [message, safe])
  expect(await shownLines(visitor, 'Account')).toEqual([asShown(safe)])
  await approve(visitor)
  const signature = (await outcome(visitor, index)) as Hex
  expect(await chain().verifyMessage({ address: safe, message, signature })).toBe(true)
  expect(await chain().verifyMessage({ address: safe, message: `${message}!`, signature })).toBe(false)
})

test('without sufficient funds the screen says so and nothing can be approved, and the page gets the reason', async () => {
  const to = stranger()
  const index = await cannotBe(
    'eth_sendTransaction',
    [{ from: safe, to, value: '0x0' }],
    'Your account doesn’t have enough for this.',
  )
  await reject(visitor)
  expect(await outcome(visitor, index)).toEqual({
    code: -32003,
    message: 'Not sent: your account doesn’t have enough funds.',
  })
  await visitor.dialog.waitFor({ state: 'detached' })
  expect(await chain().getCode({ address: safe })).toBeUndefined()
})

test('the first transaction deploys the smart account, and the screen says that this costs more', async () => {
  await setBalance(safe, parseEther('3'))
  const to = stranger()
  const index = await asked('eth_sendTransaction', [{ from: safe, to, value: '0x7' }])
  expect(await shownTitle(visitor).textContent()).toBe('Send')
  await inFrame(visitor)
    .getByText('This also sets up your account on this network, so the fee is higher this time.')
    .waitFor()
  expect(await shownLines(visitor, 'Maximum network fee')).toHaveLength(1)
  await approve(visitor)
  const hash = (await outcome(visitor, index)) as Hex
  expect((await chain().getTransactionReceipt({ hash })).status).toBe('success')
  expect(await coinsOf(to)).toBe(7n)
  expect((await chain().getCode({ address: safe }))?.length).toBeGreaterThan(2)
  await visitor.dialog.waitFor({ state: 'detached' })
})

test('an allowance and a transfer are shown one by one, sent as one, and reported when both are done', async () => {
  await mintDollars(safe, parseUnits('20', 6))
  // The spender is a contract, because an allowance for a plain account has a warning.
  const [spender, friend] = [DOLLAR.address, stranger()]
  const calls = [allow(spender, parseUnits('4', 6)), transfer(friend, parseUnits('6', 6))]
  const index = await asked('wallet_sendCalls', batch(calls))
  expect(await shownTitle(visitor).textContent()).toBe('Several actions at once')
  expect(await approval(visitor).locator('.approval-part h2').allTextContents()).toEqual([
    'Allow someone to spend your tokens',
    'Send tokens',
  ])
  expect(await shownLines(visitor, 'Can spend up to')).toEqual(['4 USDC'])
  expect(await shownLines(visitor, 'Amount')).toEqual(['6 USDC'])
  expect(await shownChanges(visitor)).toEqual([expect.stringMatching(/^− ?6 USDC/)])
  expect(await shownWarnings(visitor)).toEqual(['This address is unknown.'])
  expect(await approval(visitor).getByText('sets up your account on this network').count()).toBe(0)
  await approve(visitor)
  const { id } = (await outcome(visitor, index)) as { id: string }
  const status = await settled(id)
  // EIP-5792
  expect(status).toEqual({
    version: '2.0.0',
    id,
    chainId: HEX_CHAIN_ID,
    status: 200,
    atomic: true,
    receipts: [
      {
        status: '0x1',
        blockHash: expect.stringMatching(/^0x[\da-f]{64}$/),
        blockNumber: expect.stringMatching(/^0x[\da-f]+$/),
        gasUsed: expect.stringMatching(/^0x[\da-f]+$/),
        transactionHash: expect.stringMatching(/^0x[\da-f]{64}$/),
        logs: expect.any(Array),
      },
    ],
  })
  const [receipt] = status.receipts
  const { logs } = await chain().getTransactionReceipt({ hash: receipt?.transactionHash ?? '0x' })
  expect(parseEventLogs({ abi: USER_OPERATION_EVENT, logs })).toMatchObject([{ args: { sender: safe, success: true } }])
  expect(receipt?.logs.filter(({ address }) => address.toLowerCase() === DOLLAR.address.toLowerCase())).toHaveLength(2)
  expect(await allowanceOf(safe, spender)).toBe(parseUnits('4', 6))
  expect([await dollarsOf(friend), await dollarsOf(safe)]).toEqual([parseUnits('6', 6), parseUnits('14', 6)])

  // The status is the same after a reload.
  await visitor.page.reload()
  await visitor.reads('address', safe)
  expect(await answerTo(visitor, 'wallet_getCallsStatus', [id])).toEqual(status)
})

test("a batch is found by the page's id, and an id used twice is refused", async () => {
  const friend = stranger()
  const id = `order-${friend}`
  const index = await asked('wallet_sendCalls', batch([transfer(friend, 1n)], { id }))
  await approve(visitor)
  expect(await outcome(visitor, index)).toEqual({ id })
  expect(await settled(id)).toMatchObject({ id, status: 200 })
  expect(await dollarsOf(friend)).toBe(1n)
  expect(await answerTo(visitor, 'wallet_sendCalls', batch([transfer(friend, 1n)], { id }))).toMatchObject({
    code: 5720,
  })
  expect(await answerTo(visitor, 'wallet_getCallsStatus', ['unknown'])).toMatchObject({ code: 5730 })
  expect(await dollarsOf(friend)).toBe(1n)
  const sponsored = batch([transfer(friend, 1n)], {
    capabilities: { paymasterService: { url: 'https://pay.example' } },
  })
  expect(await answerTo(visitor, 'wallet_sendCalls', sponsored)).toMatchObject({ code: 5700 })
})

test('a batch that is rejected, abandoned or has a failing call has no effect', async () => {
  const friend = stranger()
  const calls = [transfer(friend, 1n), transfer(friend, 2n)]
  const rejected = await asked('wallet_sendCalls', batch(calls))
  await reject(visitor)
  expect(await outcome(visitor, rejected)).toEqual(REJECTED)
  const left = await asked('wallet_sendCalls', batch(calls))
  await visitor.close()
  expect(await outcome(visitor, left)).toEqual({ code: -32603, message: 'Request was aborted' })
  const failing = await cannotBe(
    'wallet_sendCalls',
    batch([transfer(friend, 1n), transfer(friend, parseUnits('1000', 6))]),
    'It would fail, so it can’t be sent.',
  )
  await reject(visitor)
  expect(await outcome(visitor, failing)).toEqual({
    code: -32003,
    message: 'Not sent: it would have failed.',
  })
  await visitor.dialog.waitFor({ state: 'detached' })
  expect(await dollarsOf(friend)).toBe(0n)
})

test('a batch shows the same warnings and unknown calls as a single request', async () => {
  const calls = [
    allow(stranger(), 2n ** 256n - 1n),
    { to: '0xcA11bde05977b3631167028862bE2a173976CA11', data: '0x3408e470' },
  ]
  const index = await asked('wallet_sendCalls', batch(calls))
  const warnings = (await shownWarnings(visitor)).join()
  expect(warnings).toContain('Can spend without limit')
  expect(warnings).toContain('We can’t tell what this call does.')
  await reject(visitor)
  expect(await outcome(visitor, index)).toEqual(REJECTED)
})

test("messages and typed data are signed as by a contract (ERC-1271); the owner's signature is not valid", async () => {
  const message = 'Sign in to Fern & Fable'
  const index = await asked('personal_sign', [message, safe])
  await approve(visitor)
  const signature = (await outcome(visitor, index)) as Hex
  expect(signature).toMatch(/^0x[\da-f]{130}$/)
  expect(await chain().verifyMessage({ address: safe, message, signature })).toBe(true)
  expect(await verifyMessage({ address: owner, message, signature })).toBe(false)

  const order = {
    domain: { name: 'Fern & Fable', chainId: 31337 },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: '5' },
  } as const
  const typed = await asked('eth_signTypedData_v4', [safe, JSON.stringify(order)])
  await approve(visitor)
  const typedSignature = (await outcome(visitor, typed)) as Hex
  const data = { ...order, message: { amount: 5n }, address: safe, signature: typedSignature } as const
  expect(await chain().verifyTypedData(data)).toBe(true)
  expect(await chain().verifyTypedData({ ...data, message: { amount: 6n } })).toBe(false)
})

test('a page can list the coins and tokens of the smart account, but not those of other accounts', async () => {
  interface Asset {
    readonly address: string
    readonly balance: Hex
  }
  const list = async (filter: object = {}) => {
    const asked = [{ account: safe, chainFilter: [HEX_CHAIN_ID], ...filter }]
    const found = (await answerTo(visitor, 'wallet_getAssets', asked)) as Readonly<Record<string, readonly Asset[]>>
    expect(Object.keys(found)).toEqual([HEX_CHAIN_ID])
    return found[HEX_CHAIN_ID] ?? []
  }
  const dollarAddress = DOLLAR.address.toLowerCase()
  const amounts = (assets: readonly Asset[]) => assets.map(({ address, balance }) => [address, BigInt(balance)])
  expect(await list()).toMatchObject([
    { address: 'native', type: 'NATIVE', metadata: { symbol: 'ETH', decimals: 18 } },
    { address: dollarAddress, type: 'ERC20', metadata: { symbol: 'USDC', decimals: 6 } },
  ])
  const owned = [
    ['native', await coinsOf(safe)],
    [dollarAddress, await dollarsOf(safe)],
  ]
  // Balances are cached for a while.
  while (String(amounts(await list())) !== String(owned)) await visitor.settled()
  expect(amounts(await list({ assetTypeFilter: ['erc20'] }))).toEqual(owned.slice(1))
  expect(await answerTo(visitor, 'wallet_getAssets', [{ account: stranger() }])).toMatchObject({ code: 4100 })
})

test('the page gets the EOA on a network without smart accounts, and the smart account again after switching back', async () => {
  await visitor.page.getByTestId('switch-network-31338').click()
  await visitor.reads('chain-id', '31338')
  await visitor.reads('address', owner)
  expect(await answerTo(visitor, 'eth_accounts')).toEqual([owner])
  expect(await answerTo(visitor, 'eth_sendTransaction', [{ from: safe, to: stranger() }])).toEqual({
    code: 4902,
    message: 'Chain is not supported',
  })
  await visitor.openAccount()
  await visitor.page.getByTestId('account-settings-button').click()
  await visitor.view('AccountSettings').getByTestId('disconnect-button').waitFor()
  expect(await visitor.page.getByTestId('account-smart-account-settings-button').count()).toBe(0)
  await visitor.close()
  await setBalance(owner, parseEther('1'), stack.urls.secondAnvil)
  const index = await asked('personal_sign', ['hello', owner])
  await approve(visitor)
  const signature = (await outcome(visitor, index)) as Hex
  expect(await verifyMessage({ address: owner, message: 'hello', signature })).toBe(true)
  await visitor.page.getByTestId('switch-network-31337').click()
  await visitor.reads('address', safe)
})

test('after switching back in the settings, the EOA signs again', async () => {
  await turnTo('eoa')
  await setBalance(owner, parseEther('1'))
  const to = stranger()
  const index = await asked('eth_sendTransaction', [{ from: owner, to, value: '0x9' }])
  expect(await shownLines(visitor, 'Account')).toEqual([asShown(owner)])
  await approve(visitor)
  const hash = (await outcome(visitor, index)) as Hex
  const { from } = await chain().getTransaction({ hash })
  expect(from.toLowerCase()).toBe(owner.toLowerCase())
  expect(await coinsOf(to)).toBe(9n)
})
