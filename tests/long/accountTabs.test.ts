import { formatUnits } from 'viem'
import {
  formatDecimal,
  formatFiat,
  inUnits,
  plus,
  readDecimal,
  roundTo,
  times,
} from '../../shared-contracts/src/money/index.ts'
import { coinsOf, DOLLAR, dollarsOf, mintDollars, setBalance } from '../browser/support/evmChain.ts'
import { allActivity, madeUpHistory } from '../browser/support/history.ts'
import { became, sends } from '../browser/support/sending.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** Account 2 of the development mnemonic: no other test of this window checks its balance. */
const OWNER = { index: 2, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } as const
const BALANCES = '**/v1/account/*/balance*'
const ETHER = 10n ** 18n
const MILLION = 1_000_000n

const asOwner = async (visitor: Visit) => {
  await visitor.inWallet((wallet, index) => wallet.setAccount(index), OWNER.index)
  await visitor.connect()
  await visitor.reads('address', OWNER.address)
}
const token = (visitor: Visit, symbol: string) => visitor.page.getByTestId(`account-token-${symbol}`)
const total = ({ page }: Visit) => page.getByTestId('account-total')
const chosen = ({ page }: Visit) => page.getByRole('tab', { selected: true })
const amountOf = (visitor: Visit, symbol: string) => token(visitor, symbol).locator('[title]').getAttribute('title')

interface Answered {
  readonly balances: readonly {
    readonly symbol: string
    readonly price: number
    readonly quantity: { readonly numeric: string }
  }[]
}

test(
  'newly minted tokens appear with the amounts that the chain reports, and the total matches their value',
  visiting({}, async (visitor) => {
    await setBalance(OWNER.address, 3n * ETHER)
    await mintDollars(OWNER.address, 250n * MILLION + 5n)
    const answering = visitor.page.waitForResponse(BALANCES)
    await asOwner(visitor)
    await visitor.openAccount()
    await token(visitor, DOLLAR.symbol).waitFor()
    expect(await amountOf(visitor, DOLLAR.symbol)).toBe(
      `${formatUnits(await dollarsOf(OWNER.address), DOLLAR.decimals)} ${DOLLAR.symbol}`,
    )
    expect(await amountOf(visitor, 'ETH')).toBe(`${formatUnits(await coinsOf(OWNER.address), 18)} ETH`)

    const { balances } = (await (await answering).json()) as Answered
    const priced = balances.filter(({ price }) => price > 0)
    const worth = priced
      .map(({ price, quantity }) =>
        times(readDecimal(quantity.numeric) ?? inUnits(0n, 0), readDecimal(String(price)) ?? inUnits(0n, 0)),
      )
      .reduce(plus, inUnits(0n, 0))
    const text = (await total(visitor).textContent()) ?? ''
    expect(text).toContain(priced.length > 0 ? formatFiat(roundTo(worth, 2), 'en') : 'No prices available')
    expect(text.includes('excluding tokens')).toBe(priced.length > 0 && priced.length < balances.length)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'arrow keys switch tabs; activity is fetched only when its tab is chosen, and the choice is remembered',
  visiting({ prepare: madeUpHistory({ count: 12 }) }, async (visitor) => {
    await asOwner(visitor)
    await visitor.openAccount()
    await token(visitor, 'ETH').waitFor()
    const fetched = () => visitor.requests.filter((url) => url.startsWith(String(stack.urls.remotes.activity)))
    expect([await chosen(visitor).textContent(), fetched()]).toEqual(['Tokens', []])

    await chosen(visitor).focus()
    await visitor.page.keyboard.press('ArrowRight')
    expect(await chosen(visitor).textContent()).toBe('NFTs')
    expect(fetched()).toEqual([])
    await visitor.page.keyboard.press('ArrowRight')
    expect(await chosen(visitor).textContent()).toBe('Activity')
    expect(await visitor.focused()).toBe('button tab-activity')
    await visitor.view('Account').getByTestId('activity-entry').nth(2).waitFor()
    expect(fetched()).not.toEqual([])

    await visitor.close()
    await visitor.openAccount()
    expect(await chosen(visitor).textContent()).toBe('Activity')
    await allActivity(visitor).click()
    await visitor.view('Transactions').getByTestId('activity-entry').nth(11).waitFor()
    await visitor.back()
    expect(await chosen(visitor).textContent()).toBe('Activity')
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'after tokens are sent the account shows the new balance by itself',
  visiting({}, async (visitor) => {
    await setBalance(OWNER.address, 3n * ETHER)
    await mintDollars(OWNER.address, 20n * MILLION)
    await asOwner(visitor)
    const before = await dollarsOf(OWNER.address)
    await visitor.openAccount()
    await token(visitor, DOLLAR.symbol).waitFor()
    await visitor.close()
    await sends(visitor, { symbol: DOLLAR.symbol, amount: '7.5', to: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb' })
    await became(visitor, 'confirmed')
    await visitor.close()

    const left = await dollarsOf(OWNER.address)
    expect(before - left).toBe(7_500_000n)
    await visitor.openAccount()
    const shown = formatDecimal(inUnits(left, DOLLAR.decimals), 'en', { max: 5 })
    await token(visitor, DOLLAR.symbol).getByText(`${shown} ${DOLLAR.symbol}`, { exact: true }).waitFor()
    expect(visitor.problems).toEqual([])
  }),
)

test("when the services do not answer, the coin's balance is still shown, and the tokens can be requested again", async () => {
  let isDown = true
  const visitor = await visit({
    prepare: (context) => context.route(BALANCES, (route) => (isDown ? route.abort() : route.continue())),
  })
  try {
    await setBalance(OWNER.address, 3n * ETHER)
    await asOwner(visitor)
    await visitor.openAccount()
    const retry = visitor.page.getByTestId('tokens-retry')
    await retry.waitFor()
    await visitor.sees('Token Balance Unavailable')
    expect(await visitor.page.getByTestId('account-balance').getAttribute('data-value')).toBe('3.000')
    expect(await amountOf(visitor, 'ETH')).toBe('3 ETH')
    isDown = false
    await retry.click()
    await retry.waitFor({ state: 'detached' })
  } finally {
    await visitor.end()
  }
})

test(
  'nothing in the window moves when the tokens load or another tab is chosen',
  visiting({ prepare: madeUpHistory({ count: 12 }) }, async (visitor) => {
    await setBalance(OWNER.address, 3n * ETHER)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await visitor.page.route(BALANCES, async (route) => {
      await held
      await route.continue()
    })
    await asOwner(visitor)
    await visitor.openAccount()
    await visitor.page.getByTestId('account-balance').waitFor()
    await visitor.page.getByTestId('tab-activity').waitFor()
    await visitor.stands()
    const place = async () => (await visitor.dialog.getByTestId('disconnect-button').boundingBox())?.y
    const before = await place()
    answer()
    await token(visitor, 'ETH').waitFor()
    await visitor.stands()
    expect(await place()).toBe(before)
    await visitor.page.getByTestId('tab-activity').click()
    await visitor.view('Account').getByTestId('activity-entry').nth(2).waitFor()
    await visitor.stands()
    expect(await place()).toBe(before)
  }),
)
