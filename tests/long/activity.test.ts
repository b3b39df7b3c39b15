import { type Address, encodeFunctionData, erc20Abi, formatEther, type Hex } from 'viem'
import { LOCAL_PROJECT_ID } from '../../scripts/local.mjs'
import { mined } from '../../services/testing/mined.ts'
import { chain, DOLLAR, mintDollars, setAutomine, stranger } from '../browser/support/evmChain.ts'
import { entries, hashesOf, madeUpHistory, months, openActivity } from '../browser/support/history.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'
import { walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import { BITCOIN_VISITOR, SOLANA_VISITOR, WALLET_NAMES } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

const MANY = 5_000
const ROWS_MAX = 60
const PAGES = MANY / 50
/** How many screens are left below when the next page is requested. */
const SCREENS_LEFT = 2

/** Frames per screen: as fast as a finger can fling a list. */
const FLING_FRAMES = 4

interface Walk {
  readonly rowsMost: number
  readonly steps: number
}

/** Scrolls one screen after another, `frames` frames each, to the end or beginning of the list. */
const walk = (visitor: Visit, towards: 1 | -1, frames: number): Promise<Walk> =>
  visitor.page.getByTestId('activity-list').evaluate(
    async (list, { towards, frames }) => {
      const drawn = async () => {
        for (let count = 0; count < frames; count++) await new Promise(requestAnimationFrame)
      }
      const isAtEnd = () =>
        towards < 0
          ? list.scrollTop <= 0
          : list.scrollTop + list.clientHeight >= list.scrollHeight - 8 && !list.querySelector('[data-kind="awaited"]')
      let rowsMost = 0
      let steps = 0
      while (!isAtEnd()) {
        list.scrollBy(0, towards * list.clientHeight)
        await drawn()
        rowsMost = Math.max(rowsMost, list.querySelectorAll('li').length)
        steps++
      }
      return { rowsMost, steps }
    },
    { towards, frames },
  )

/** The distances to the end of the list, in screens: one for each request for a page after the first. */
const heard = (visitor: Visit) =>
  visitor.page.evaluate(() => (globalThis as unknown as { screensLeft: number[] }).screensLeft)

const listening = (visitor: Visit) =>
  visitor.page.evaluate(() => {
    const heard: number[] = []
    Object.assign(globalThis, { screensLeft: heard })
    const original = globalThis.fetch
    globalThis.fetch = (input, init) => {
      const list = document.querySelector('portico-modal')?.shadowRoot?.querySelector('[data-testid=activity-list]')
      if (String(input instanceof Request ? input.url : input).includes('cursor=') && list) {
        heard.push((list.scrollHeight - list.scrollTop - list.clientHeight) / list.clientHeight)
      }
      return original(input, init)
    }
  })

/** Memory of the page after a full garbage collection. */
async function held({ context, page }: Visit): Promise<{ heap: number; nodes: number }> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return { heap: usedSize, nodes }
}

const MB = 1_000_000

test(
  'of 5,000 transactions only a few are in the DOM, the next ones load in time, and memory stays flat',
  visiting({ prepare: madeUpHistory({ count: MANY }) }, async (visitor) => {
    await visitor.connect()
    await listening(visitor)
    await openActivity(visitor)
    await entries(visitor).first().waitFor()
    const before = await held(visitor)

    const down = await walk(visitor, 1, FLING_FRAMES)
    expect(down.rowsMost).toBeLessThanOrEqual(ROWS_MAX)
    const last = `0x${MANY.toString(16).padStart(64, '0')}`
    expect((await hashesOf(visitor)).at(-1)).toBe(last)
    const screensLeft = await heard(visitor)
    expect(screensLeft).toHaveLength(PAGES - 1)
    expect(Math.min(...screensLeft)).toBeGreaterThanOrEqual(SCREENS_LEFT)

    const all = await held(visitor)
    const up = await walk(visitor, -1, 1)
    const again = await walk(visitor, 1, 1)
    const end = await held(visitor)
    expect(Math.max(up.rowsMost, again.rowsMost)).toBeLessThanOrEqual(ROWS_MAX)
    // About a kilobyte for each transaction, and nothing more for viewing them again.
    expect(all.heap - before.heap).toBeLessThan(6 * MB)
    expect(end.heap - all.heap).toBeLessThan(MB)
    expect(end.nodes - before.nodes).toBeLessThan(1_000)
    expect(visitor.problems).toEqual([])
  }),
  240_000,
)

test(
  'the keyboard reaches the last row, focus is never lost, and Back from the details returns to the same place',
  visiting({ prepare: madeUpHistory({ count: 120 }) }, async (visitor) => {
    await visitor.connect()
    await openActivity(visitor)
    await entries(visitor).first().focus()
    const focusedHash = () =>
      visitor.page.evaluate(
        () => (document.querySelector('portico-modal')?.shadowRoot?.activeElement as HTMLElement)?.dataset.hash,
      )
    const hash = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
    // Jumps to the last row loaded so far.
    while ((await focusedHash()) !== hash(120)) {
      await visitor.page.keyboard.press('End')
      await visitor.settled()
      expect(await focusedHash()).toBeDefined()
    }
    await visitor.page.keyboard.press('ArrowUp')
    await visitor.settled()
    expect(await focusedHash()).toBe(hash(119))
    await visitor.page.keyboard.press('Enter')
    await visitor
      .view('TransactionDetails')
      .locator(`[data-hash="${hash(119)}"]`)
      .waitFor()
    await visitor.back()
    await visitor
      .view('Transactions')
      .locator(`[data-hash="${hash(119)}"]`)
      .waitFor()
    expect(await hashesOf(visitor)).toContain(hash(120))
  }),
)

/** An account's transactions read from the chain itself: coins from blocks, dollars from logs. Newest first. */
async function hashesOnChain(address: Address): Promise<Hex[]> {
  const client = chain()
  const tip = await client.getBlockNumber({ cacheTime: 0 })
  const own = address.toLowerCase()
  const hashes: Hex[] = []
  for (let number = tip; number > 0n; number--) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
    for (const transaction of transactions.toReversed()) {
      const { logs } = await client.getTransactionReceipt({ hash: transaction.hash })
      const parties = [transaction.from, transaction.to, ...logs.flatMap(({ topics }) => topics.slice(1))]
      const isOwn = parties.some((party) => party?.toLowerCase().endsWith(own.slice(2)))
      if (isOwn) hashes.push(transaction.hash)
    }
  }
  return hashes
}

const FROM_VISITOR = { from: VISITOR, gas: '0x30d40' }
const sendOnChain = (transaction: object) =>
  askChain(stack.urls.anvil, 'eth_sendTransaction', [{ ...FROM_VISITOR, ...transaction }]) as Promise<Hex>

describe('on a local EVM chain', () => {
  afterEach(() => setAutomine(true))

  test(
    'the list matches the chain: sent, received, approved and failed, with the right amounts',
    visiting({}, async (visitor) => {
      const friend = stranger()
      const value = 1_250_000_000_000_000n
      await mined(chain(), await sendOnChain({ to: friend, value: `0x${value.toString(16)}` }))
      await mintDollars(VISITOR, 2_500_000n)
      const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [friend, 5n] })
      await mined(chain(), await sendOnChain({ to: DOLLAR.address, data: approve }))
      const tooMuch = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 10n ** 40n] })
      await mined(chain(), await sendOnChain({ to: DOLLAR.address, data: tooMuch }))

      await visitor.connect()
      await openActivity(visitor)
      await entries(visitor).nth(3).waitFor()
      const listed = await hashesOf(visitor)
      expect(listed).toEqual((await hashesOnChain(VISITOR)).slice(0, listed.length))
      const [failed, approved, minted, sent] = await entries(visitor).allTextContents()
      expect(failed).toMatch(/^SentFailed/)
      expect(approved).toMatch(/^Approved/)
      expect(minted).toMatch(/^Minted[\s\S]*\+2\.5 USDC$/)
      expect(sent).toMatch(/^Sent[\s\S]*−0\.001 ETH$/)

      await entries(visitor).nth(3).click()
      const details = visitor.view('TransactionDetails')
      await details.getByText(`−${formatEther(value)} ETH`).waitFor()
      expect(await details.getByTestId('activity-hash').textContent()).toBe((await hashesOnChain(VISITOR))[3])
      expect(await details.getByTestId('activity-status').textContent()).toBe('Confirmed')
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'a transaction sent here is at the top while pending, and moves into its month when mined',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await setAutomine(false)
      const hash = await sendOnChain({ to: stranger(), value: '0x38d7ea4c68000' })
      // The sending remote stores a transaction like this for the next visit.
      await visitor.page.evaluate(
        ([key, data]) => localStorage.setItem(key as string, JSON.stringify({ v: 1, data })),
        [
          `@portico/${LOCAL_PROJECT_ID}/transactions`,
          [
            {
              caipNetworkId: 'eip155:31337',
              from: VISITOR,
              hash,
              sentAt: Date.now(),
              phase: 'pending',
              note: { type: 'send', amount: '1000000000000000', decimals: 18, symbol: 'ETH' },
            },
          ],
        ] as const,
      )
      await visitor.page.reload()
      await visitor.reads('status', 'connected')
      await openActivity(visitor)
      await months(visitor).first().getByText('Pending', { exact: true }).waitFor()
      const row = visitor.view('Transactions').locator(`[data-testid="activity-entry"][data-hash="${hash}"]`)
      await row.locator('[data-status="pending"]').waitFor()
      expect((await hashesOf(visitor))[0]).toBe(hash)

      await askChain(stack.urls.anvil, 'evm_mine')
      await row.locator('[data-status]').waitFor({ state: 'detached' })
      expect(await months(visitor).first().textContent()).not.toBe('Pending')
      const listed = await hashesOf(visitor)
      expect(listed).toEqual((await hashesOnChain(VISITOR)).slice(0, listed.length))
    }),
    120_000,
  )
})

describeOn('solana')('on the local Solana', () => {
  test(
    'the list matches the account history of the node',
    visiting({ query: { families: 'solana', solana: 'ok' } }, async (visitor) => {
      await askChain(stack.urls.solana, 'requestAirdrop', [SOLANA_VISITOR, 1_500_000_000])
      await visitor.open()
      await visitor.page.getByTestId(`wallet-selector-${WALLET_NAMES.solana.toLowerCase()}`).click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await openActivity(visitor)
      await entries(visitor).first().waitFor()
      const signatures = (await askChain(stack.urls.solana, 'getSignaturesForAddress', [
        SOLANA_VISITOR,
        { commitment: 'confirmed' },
      ])) as { signature: string }[]
      const [newest] = signatures
      const listed = await hashesOf(visitor)
      expect(listed[0]).toBe(newest?.signature)
      for (const { signature } of signatures.slice(0, listed.length)) expect(listed).toContain(signature)
      expect(await entries(visitor).first().textContent()).toMatch(/^Received[\s\S]*\+1\.5 SOL$/)
      expect(visitor.problems).toEqual([])
    }),
  )
})

describeOn('bitcoin')('on the local Bitcoin', () => {
  test(
    'the list matches the chain, with unconfirmed transactions at the top',
    visiting({ query: { families: 'bip122', bitcoin: 'ok' } }, async (visitor) => {
      const { payment } = BITCOIN_VISITOR
      const faucet = await fetch(`${stack.urls.esplora}/__faucet/${payment}/150000`, { method: 'POST' })
      const received = await faucet.text()
      await visitor.open()
      await walletRow(visitor, 'bip122', 'bitcoin').click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await openActivity(visitor)
      await entries(visitor).first().waitFor()
      const known = (await (await fetch(`${stack.urls.esplora}/address/${payment}/txs`)).json()) as {
        txid: string
        status: { confirmed: boolean }
      }[]
      const listed = await hashesOf(visitor)
      expect(listed).toEqual(known.map(({ txid }) => txid).slice(0, listed.length))
      // Other tests may have left unconfirmed transactions of this account.
      const place = listed.indexOf(received)
      const confirmed = known.map(({ status }) => status.confirmed)
      expect(confirmed).toEqual(confirmed.toSorted((one, other) => Number(one) - Number(other)))
      expect(await entries(visitor).nth(place).textContent()).toMatch(/^Received[\s\S]*\+0\.001 BTC$/)
      expect(visitor.problems).toEqual([])
    }),
  )
})
