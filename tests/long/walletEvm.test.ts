import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseEther,
  parseUnits,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { safeAddress } from '../../services/secureFrame/src/smartAccount/safeAddress.ts'
import { mined } from '../../services/testing/mined.ts'
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
  mintData,
  mintDollars,
  setBalance,
  stranger,
} from '../browser/support/evmChain.ts'
import { askChain, stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/**
 * Requests of a site to an EOA, and their screens. emailLogin.test.ts covers the playground's message;
 * walletFaults.test.ts failing frames, abandoned windows and several requests at once; walletAttacks.test.ts forbidden
 * methods and several tabs; walletBatch.test.ts the smart account.
 */

jest.setTimeout(90_000)

const AS_ITSELF = withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } })
const NOT_ENOUGH = 'Not sent: your account doesn’t have enough funds.'
/** EIP-1193: the visitor has rejected the request. */
const REJECTED = { code: 4001, message: 'Request rejected' }
const UNSUPPORTED = { code: 4902, message: 'Chain is not supported' }
const CHAIN_ID = 31337

/** The visitor of all tests, who signs in once because codes per client and hour are limited. */
let visitor: Visit
let account: Address

beforeAll(async () => {
  visitor = await visit(AS_ITSELF)
  await signIn(visitor, newAddress())
  account = (await addressOf(visitor)) as Address
})
beforeEach(() => setBalance(account, parseEther('5')))
afterEach(() => nothingIsShown(visitor))
afterAll(async () => {
  await visitor?.end()
  await closeBrowser()
})

const hexOf = (text: string): Hex => `0x${Buffer.from(text).toString('hex')}`

/** Makes the page send a request, and waits until the visitor can approve it. */
async function asked(method: string, params: readonly unknown[]): Promise<number> {
  const index = await asksFor(visitor, method, params)
  await isApprovable(visitor)
  return index
}

/** The text of the only line of the screen with this label. */
async function shown(label: string): Promise<string> {
  const [line, ...more] = await shownLines(visitor, label)
  expect(more).toEqual([])
  return line ?? ''
}

const asShown = (address: string) => expect.stringMatching(new RegExp(`${address}$`, 'i'))

/** The first number of a text, in units of `decimals` digits. */
const amountIn = (text: string, decimals = 18): bigint => parseUnits(/[\d.]+/.exec(text)?.[0] ?? '', decimals)

/** Approves the request. @returns the receipt of the transaction */
async function sent(index: number) {
  await approve(visitor)
  const hash = (await outcome(visitor, index)) as Hex
  expect(hash).toMatch(/^0x[\da-f]{64}$/)
  return mined(chain(), hash)
}

test('an address is marked if it resembles one that was paid, but not one that was only part of signed data', async () => {
  const LOOKS_LIKE = 'Looks like this address, but is a different one'
  const friend = stranger().toLowerCase()
  const like = (address: string) => `${address.slice(0, 6)}${'0f'.repeat(16)}${address.slice(-4)}`
  const signed = stranger().toLowerCase()
  await sent(await asked('eth_sendTransaction', [{ from: account, to: friend, value: '0x1' }]))
  const types = { TransferWithAuthorization: ['from', 'to'].map((name) => ({ name, type: 'address' })) }
  const primaryType = 'TransferWithAuthorization'
  const data = { types, primaryType, domain: { chainId: CHAIN_ID }, message: { from: account, to: signed } }
  const permit = await asked('eth_signTypedData_v4', [account, data])
  await approve(visitor)
  expect(await outcome(visitor, permit)).toMatch(/^0x/)

  await visitor.page.reload()
  await visitor.reads('status', 'connected')
  for (const [known, isMarked] of [
    [friend, true],
    [signed, false],
  ] as const) {
    const payment = await asked('eth_sendTransaction', [{ from: account, to: like(known), value: '0x1' }])
    expect(await approval(visitor).getByText(LOOKS_LIKE).count()).toBe(isMarked ? 1 : 0)
    if (isMarked) expect((await shown(LOOKS_LIKE)).replaceAll(/\s/g, '')).toEqual(asShown(friend))
    await reject(visitor)
    expect(await outcome(visitor, payment)).toMatchObject(REJECTED)
  }
})

describe('a message', () => {
  const TEXT = 'Dear Fern,\n\n  please deliver to 12 Rue de l’Été 🌿\nYours, Fable'

  test('of several lines is shown unchanged, and the account signs it', async () => {
    const index = await asked('personal_sign', [hexOf(TEXT), account])
    expect(await shownTitle(visitor).textContent()).toBe('Sign a message')
    const text = approval(visitor).locator('.approval-text')
    expect(await text.textContent()).toBe(TEXT)
    expect(await text.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-wrap')
    expect(await shown('Account')).toEqual(asShown(account))
    await approve(visitor)
    const signature = (await outcome(visitor, index)) as Hex
    expect(await verifyMessage({ address: account, message: TEXT, signature })).toBe(true)
  })

  test('that is rejected gets no signature: the page gets the error, and the window closes', async () => {
    const index = await asked('personal_sign', [hexOf(TEXT), account])
    await reject(visitor)
    expect(await outcome(visitor, index)).toEqual(REJECTED)
    await visitor.dialog.waitFor({ state: 'detached' })
  })

  test('whose window is closed is aborted, and the frame forgets it', async () => {
    const index = await asked('personal_sign', [hexOf(TEXT), account])
    await visitor.close()
    expect(await outcome(visitor, index)).toEqual({ code: -32603, message: 'Request was aborted' })
  })

  test('with hidden characters shows them, and bytes that are not text are named as such', async () => {
    const hidden = await asked('personal_sign', [hexOf('pay \u202e0001 ETH'), account])
    expect((await shownWarnings(visitor)).join()).toContain('pay ⟨U+202E⟩0001 ETH')
    await reject(visitor)
    await outcome(visitor, hidden)
    const bytes = await asked('personal_sign', ['0xfffe00', account])
    expect(await shownWarnings(visitor)).toContain('This isn’t text. We can’t tell what it means.')
    await reject(visitor)
    await outcome(visitor, bytes)
  })

  test('for another account is refused, and nothing is shown', async () => {
    expect(await answerTo(visitor, 'personal_sign', [hexOf(TEXT), stranger()])).toMatchObject({ code: -32602 })
    await visitor.dialog.waitFor({ state: 'detached' })
  })
})

describe('typed data', () => {
  const spender = stranger()
  const permit = {
    domain: { name: 'USD Coin', version: '2', chainId: CHAIN_ID, verifyingContract: DOLLAR.address },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
  } as const
  const allow = (value: bigint) => ({ owner: account, spender, value, nonce: 0n, deadline: 1_900_000_000n })
  const asJson = (data: object) =>
    JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

  test('that is a permit shows spender, amount, token and deadline', async () => {
    const message = allow(parseUnits('25', 6))
    const index = await asked('eth_signTypedData_v4', [account, asJson({ ...permit, message })])
    expect(await shownTitle(visitor).textContent()).toBe('Allow someone to spend your tokens by signature')
    expect(await shown('Can spend up to')).toBe('25 USDC')
    expect(await shown('Spender')).toEqual(asShown(spender))
    expect(await shown('Token')).toEqual(asShown(DOLLAR.address))
    expect(await shown('Valid until')).toContain('2030')
    await approve(visitor)
    const signature = (await outcome(visitor, index)) as Hex
    expect(await verifyTypedData({ ...permit, address: account, message, signature })).toBe(true)
  })

  test('that is an unlimited permit shows a warning', async () => {
    const index = await asked('eth_signTypedData_v4', [account, asJson({ ...permit, message: allow(maxUint256) })])
    expect((await shownWarnings(visitor)).join()).toContain('Can spend without limit')
    await reject(visitor)
    expect(await outcome(visitor, index)).toEqual(REJECTED)
  })

  test('of any shape is shown as a table of everything signed, with nested lists and structures', async () => {
    const order = {
      domain: { name: 'Fern & Fable', chainId: CHAIN_ID },
      types: {
        Order: [
          { name: 'buyer', type: 'Person' },
          { name: 'items', type: 'Item[]' },
          { name: 'window', type: 'uint64[2]' },
          { name: 'isGift', type: 'bool' },
          { name: 'reference', type: 'bytes32' },
        ],
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallets', type: 'address[]' },
        ],
        Item: [
          { name: 'title', type: 'string' },
          { name: 'count', type: 'uint8' },
        ],
      },
      primaryType: 'Order',
      message: {
        buyer: { name: 'Ada', wallets: [account, spender] },
        items: [
          { title: 'A fern', count: 2 },
          { title: 'A fable', count: 1 },
        ],
        window: [9n, 17n],
        isGift: true,
        reference: `0x${'5a'.repeat(32)}`,
      },
    } as const
    const index = await asked('eth_signTypedData_v4', [account, asJson(order)])
    expect(await shownTitle(visitor).textContent()).toBe('Sign unknown data')
    expect([await shown('For'), await shown('Data type')]).toEqual(['Fern & Fable', 'Order'])
    const rows = await approval(visitor)
      .locator('.approval-fields li:not(:has(ul))')
      .evaluateAll((found) =>
        found.map(({ children: [name, type, value] }) =>
          [name, type, value].map((cell) => cell?.textContent).join(' | '),
        ),
      )
    expect(rows.map((row) => row.toLowerCase())).toEqual(
      [
        'name | string | Ada',
        `0 | address | Your account${account}`,
        `1 | address | ${spender}`,
        'title | string | A fern',
        'count | uint8 | 2',
        'title | string | A fable',
        'count | uint8 | 1',
        '0 | uint64 | 9',
        '1 | uint64 | 17',
        'isGift | bool | Yes',
        `reference | bytes32 | ${order.message.reference}`,
      ].map((row) => row.toLowerCase()),
    )
    await approve(visitor)
    const signature = (await outcome(visitor, index)) as Hex
    expect(await verifyTypedData({ ...order, address: account, signature })).toBe(true)
  })

  test.each([1, 31338])(
    'whose domain names network %s, which is not the current one, is refused without being shown',
    async (chainId) => {
      const data = { ...permit, domain: { ...permit.domain, chainId }, message: allow(1n) }
      expect(await answerTo(visitor, 'eth_signTypedData_v4', [account, asJson(data)])).toEqual(UNSUPPORTED)
      await visitor.dialog.waitFor({ state: 'detached' })
    },
  )
})

describe('a transfer of the network’s coin', () => {
  test('shows recipient, amount and maximum fee; exactly that amount arrives, and no more than that fee is paid', async () => {
    const to = stranger()
    const value = parseEther('1.25')
    const index = await asked('eth_sendTransaction', [{ from: account, to, value: `0x${value.toString(16)}` }])
    expect(await shownTitle(visitor).textContent()).toBe('Send')
    expect(await shown('To')).toEqual(asShown(to))
    expect(amountIn(await shown('Amount'))).toBe(value)
    const feeMax = amountIn(await shown('Maximum network fee'))
    expect(await shownChanges(visitor)).toEqual([expect.stringMatching(/^− ?1\.25 /)])
    const before = await coinsOf(account)
    const { status, gasUsed, effectiveGasPrice } = await sent(index)
    expect(status).toBe('success')
    expect(await coinsOf(to)).toBe(value)
    const fee = gasUsed * effectiveGasPrice
    expect(before - (await coinsOf(account))).toBe(value + fee)
    expect(fee).toBeLessThanOrEqual(feeMax)
    await visitor.dialog.waitFor({ state: 'detached' })
  })

  test('above the balance says so, and cannot be approved: the page gets the reason', async () => {
    const to = stranger()
    const index = await asksFor(visitor, 'eth_sendTransaction', [
      { from: account, to, value: `0x${parseEther('6').toString(16)}` },
    ])
    await inFrame(visitor)
      .locator('.approval-warning')
      .getByText('Your account doesn’t have enough for this.')
      .waitFor()
    expect(await canGoOn(visitor)).toBe(false)
    await reject(visitor)
    expect(await outcome(visitor, index)).toEqual({ code: -32003, message: NOT_ENOUGH })
    expect(await coinsOf(to)).toBe(0n)
    await visitor.dialog.waitFor({ state: 'detached' })
  })

  test('that is rejected does not happen', async () => {
    const to = stranger()
    const index = await asked('eth_sendTransaction', [{ from: account, to, value: '0x1' }])
    await reject(visitor)
    expect(await outcome(visitor, index)).toEqual(REJECTED)
    expect(await coinsOf(to)).toBe(0n)
  })
})

describe('a call of a contract', () => {
  const call = (data: Hex, to: Address = DOLLAR.address) => [{ from: account, to, data }] as const
  const toCode = (functionName: 'transfer' | 'approve', args: readonly [Address, bigint]) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args })

  test('that transfers tokens shows token, amount, recipient and changes; the balances change accordingly', async () => {
    const to = stranger()
    await mintDollars(account, parseUnits('40', 6))
    const index = await asked('eth_sendTransaction', call(toCode('transfer', [to, parseUnits('12.5', 6)])))
    expect(await shownTitle(visitor).textContent()).toBe('Send tokens')
    expect(await shown('Amount')).toBe('12.5 USDC')
    expect(await shown('To')).toEqual(asShown(to))
    expect(await shown('Token')).toEqual(asShown(DOLLAR.address))
    expect(await shownChanges(visitor)).toEqual([expect.stringMatching(/^− ?12\.5 USDC/)])
    const before = await dollarsOf(account)
    expect((await sent(index)).status).toBe('success')
    expect(before - (await dollarsOf(account))).toBe(parseUnits('12.5', 6))
    expect(await dollarsOf(to)).toBe(parseUnits('12.5', 6))
  })

  test('that transfers more tokens than the account has is shown as failing', async () => {
    const index = await asked('eth_sendTransaction', call(toCode('transfer', [stranger(), parseUnits('1000000', 6)])))
    expect(await shownWarnings(visitor)).toEqual(['It would fail, and you’d lose the fee.'])
    await reject(visitor)
    expect(await outcome(visitor, index)).toEqual(REJECTED)
  })

  test('that approves a spender shows the limit; an unlimited one, or one for a plain account, has a warning', async () => {
    // Any contract will do. A plain account would show a warning, because it could be a thief's.
    const spender = DOLLAR.address
    const limited = await asked('eth_sendTransaction', call(toCode('approve', [spender, parseUnits('3', 6)])))
    expect(await shownTitle(visitor).textContent()).toBe('Allow someone to spend your tokens')
    expect(await shown('Can spend up to')).toBe('3 USDC')
    expect(await shownWarnings(visitor)).toEqual(['This address is unknown.'])
    await sent(limited)
    expect(await allowanceOf(account, spender)).toBe(parseUnits('3', 6))

    const unlimited = await asked('eth_sendTransaction', call(toCode('approve', [spender, maxUint256])))
    expect((await shownWarnings(visitor)).join()).toContain('Can spend without limit')
    await reject(visitor)
    await outcome(visitor, unlimited)
    expect(await allowanceOf(account, spender)).toBe(parseUnits('3', 6))

    const person = await asked('eth_sendTransaction', call(toCode('approve', [stranger(), parseUnits('3', 6)])))
    expect((await shownWarnings(visitor)).join()).toContain('This is an account with a key, not a contract.')
    await reject(visitor)
    await outcome(visitor, person)
  })

  test('that is unknown says so, with all of its data one press away', async () => {
    const data: Hex = `0xdeadbeef${'00'.repeat(31)}2a`
    const index = await asked('eth_sendTransaction', call(data, '0xcA11bde05977b3631167028862bE2a173976CA11'))
    expect(await shownTitle(visitor).textContent()).toBe('Unknown call')
    expect(await shownWarnings(visitor)).toContain('We can’t tell what this call does.')
    const raw = inFrame(visitor).getByTestId('raw')
    expect(await raw.getByText(data).isVisible()).toBe(false)
    await raw.getByText('Raw data').click()
    await raw.getByText(data).waitFor()
    await reject(visitor)
    expect(await outcome(visitor, index)).toEqual(REJECTED)
  })

  test('that is unknown and moves tokens is described by these changes', async () => {
    const mint = mintData(account, parseUnits('7', 6))
    const index = await asked('eth_sendTransaction', call(mint))
    expect(await shownTitle(visitor).textContent()).toBe('Unknown call')
    expect(await shownChanges(visitor)).toEqual([expect.stringMatching(/^\+ ?7 USDC/)])
    await reject(visitor)
    await outcome(visitor, index)
  })
})

describe('the page’s provider', () => {
  test('answers reads without showing anything: network in hexadecimal, accounts, balance', async () => {
    expect(await answerTo(visitor, 'eth_chainId')).toBe('0x7a69')
    expect(await answerTo(visitor, 'eth_accounts')).toEqual([account, safeAddress(account)])
    expect(await answerTo(visitor, 'eth_getBalance', [account, 'latest'])).toBe('0x4563918244f40000')
    expect(await visitor.dialog.count()).toBe(0)
  })

  test('follows the modal to another network: requests are shown, read and sent there from then on', async () => {
    await visitor.page.getByTestId('switch-network-31338').click()
    await visitor.reads('chain-id', '31338')
    try {
      expect(await answerTo(visitor, 'eth_chainId')).toBe('0x7a6a')
      await setBalance(account, parseEther('2'), stack.urls.secondAnvil)
      expect(await answerTo(visitor, 'eth_getBalance', [account, 'latest'])).toBe('0x1bc16d674ec80000')
      const to = stranger()
      const index = await asked('eth_sendTransaction', [{ from: account, to, value: '0x5' }])
      expect(await shown('Network')).toContain('31338')
      await approve(visitor)
      await outcome(visitor, index)
      expect(await askChain(stack.urls.secondAnvil, 'eth_getBalance', [to, 'latest'])).toBe('0x5')
      expect(await coinsOf(to)).toBe(0n)
    } finally {
      await visitor.page.getByTestId('switch-network-31337').click()
      await visitor.reads('chain-id', '31337')
    }
  })

  test('does not switch networks for a site: only the modal does, and the window says that it is not allowed', async () => {
    const answer = await answerTo(visitor, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    expect(answer).toMatchObject({ code: 4200 })
    await visitor.dialog.getByTestId('wui-snackbar-message').getByText('Action not allowed').waitFor()
    await visitor.close()
    expect(await answerTo(visitor, 'eth_chainId')).toBe('0x7a69')
  })
})

describe('with two tabs', () => {
  test('each shows the requests of its own page, and a decision in one does not affect the other', async () => {
    const other = await visitor.newTab(AS_ITSELF.query)
    try {
      await other.reads('address', account)
      const to = stranger()
      await visitor.page.bringToFront()
      const here = await asked('eth_sendTransaction', [{ from: account, to, value: '0x1' }])
      await other.page.bringToFront()
      const there = await asksFor(other, 'eth_sendTransaction', [{ from: account, to, value: '0x10' }])
      await isApprovable(other)
      await approve(other)
      const first = (await outcome(other, there)) as Hex
      await mined(chain(), first)
      expect(await coinsOf(to)).toBe(16n)
      // Their nonces are consecutive, although both were shown at the same time.
      await visitor.page.bringToFront()
      expect((await sent(here)).status).toBe('success')
      expect(await coinsOf(to)).toBe(17n)
    } finally {
      await other.page.close()
    }
  })
})
