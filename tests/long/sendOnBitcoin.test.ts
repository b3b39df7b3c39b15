import { formatUnits, parseUnits } from 'viem'
import { until } from '../../services/testing/until.ts'
import {
  asSender,
  coinsOf,
  forgetWaiting,
  mine,
  SENDER,
  satoshisOf,
  setCoins,
  spends,
  spentBy,
  strangerAddress,
  transactionOf,
  waitingOf,
} from '../browser/support/bitcoinChain.ts'
import {
  amountIn,
  became,
  confirmButton,
  confirms,
  feeShown,
  fillSend,
  firstChange,
  outcome,
  passTimeWhilePending,
  review,
  sendButton,
  sends,
  toldThat,
} from '../browser/support/sending.ts'
import { describeOn } from '../browser/support/stack.ts'
import { behaves, walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { inBitcoinWallet } from '../browser/support/wallets.ts'

jest.setTimeout(120_000)
afterAll(closeBrowser)

/**
 * Sending on Bitcoin with wallets that really sign. Each screen is compared with the chain afterwards. Blocks contain
 * no failed transactions: invalid ones are refused when sent, which is tested instead of a revert.
 */

const DECIMALS = 8

/** The signing method of each wallet. `bitcoin` only signs, and the page sends; `xverse` also sends. */
const WALLETS = { bitcoin: 'bitcoin:signTransaction', xverse: 'signPsbt' } as const
type Wallet = keyof typeof WALLETS

const shop = (wallet: Wallet = 'xverse') => ({ query: { families: 'bip122', [wallet]: 'ok' } })

async function connect(visitor: Visit, wallet: Wallet = 'xverse'): Promise<void> {
  await asSender(visitor, wallet)
  await visitor.open()
  await walletRow(visitor, 'bip122', wallet).click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

/** Number of signature requests to the wallet. */
const timesAsked = async (visitor: Visit, wallet: Wallet = 'xverse') =>
  (await inBitcoinWallet(visitor, wallet, ({ log }) => log.map(({ method }) => method))).filter(
    (method) => method === WALLETS[wallet],
  ).length

/** The request that finds out whether a transaction's inputs were spent. */
const asksWhatSpends = (url: string) => url.includes('/outspend/')

/** Waits until the page has checked again and shown the result. */
async function looksAgain(visitor: Visit): Promise<void> {
  const answer = await visitor.page.waitForResponse((response) => asksWhatSpends(response.url()))
  await answer.finished()
  await visitor.settled()
}

describeOn('bitcoin')('on Bitcoin', () => {
  test(
    'exactly the sent coins arrive, change comes back, and the account loses the previewed amount plus the fee',
    visiting(shop('bitcoin'), async (visitor) => {
      await setCoins(500_000)
      const to = strangerAddress()
      await connect(visitor, 'bitcoin')
      await fillSend(visitor, { symbol: 'BTC', amount: '0.00123456', to })
      await review(visitor)
      const change = await firstChange(visitor).textContent()
      const said = await feeShown(visitor, DECIMALS)
      const hash = await confirms(visitor)
      await visitor.sees('On its way')
      await mine()
      await became(visitor, 'confirmed')

      const { fee, vout } = await transactionOf(hash)
      expect(vout.map(({ scriptpubkey_address, value }) => [scriptpubkey_address, value])).toEqual([
        [to, 123_456],
        [SENDER, 500_000 - 123_456 - fee],
      ])
      const gone = 500_000n - (await satoshisOf(SENDER))
      expect([await satoshisOf(to), said, amountIn(change, DECIMALS)]).toEqual([123_456n, BigInt(fee), gone])
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'the maximum is everything except the fee: there is no change, and nothing is left',
    visiting(shop(), async (visitor) => {
      await setCoins(400_000, 250_000, 30_000)
      const to = strangerAddress()
      await connect(visitor)
      await fillSend(visitor, { symbol: 'BTC', to })
      const typed = await visitor.page.getByTestId('send-amount-input').inputValue()
      await review(visitor)
      const said = await feeShown(visitor, DECIMALS)
      const hash = await confirms(visitor)
      await mine()
      await became(visitor, 'confirmed')
      const { fee, vin, vout } = await transactionOf(hash)
      expect([vin.length, vout.length, await coinsOf(SENDER), said]).toEqual([3, 1, [], BigInt(fee)])
      expect([parseUnits(typed, DECIMALS), (await satoshisOf(to)) + said]).toEqual([await satoshisOf(to), 680_000n])
    }),
  )

  test(
    'change too small to return is shown as part of the fee, and no output is dust',
    visiting(shop(), async (visitor) => {
      await setCoins(100_000)
      const to = strangerAddress()
      await connect(visitor)
      // 110 bytes at three satoshis are 330: an output with the remaining 300 would be below the relay limit.
      await fillSend(visitor, { symbol: 'BTC', amount: '0.0009937', to })
      await review(visitor)
      const preview = visitor.view('WalletSendPreview')
      expect(await preview.locator('[data-note="changeIsFee"]').textContent()).toBe(
        'The fee includes 0.000003 BTC in change that’s too small to return to you.',
      )
      const said = await feeShown(visitor, DECIMALS)
      const hash = await confirms(visitor)
      await mine()
      await became(visitor, 'confirmed')
      const { fee, vout } = await transactionOf(hash)
      expect([vout.length, fee, said, await coinsOf(SENDER), await satoshisOf(to)]).toEqual([1, 630, 630n, [], 99_370n])
    }),
  )

  test(
    'without coins for the fee the wallet is not asked, and the window says what is missing',
    visiting(shop(), async (visitor) => {
      await setCoins(100_000)
      await connect(visitor)
      await fillSend(visitor, { symbol: 'BTC', amount: '0.001', to: strangerAddress() })
      await sendButton(visitor).click()
      const preview = visitor.view('WalletSendPreview')
      await preview.getByText(/^You don’t have enough BTC for the network fee of/).waitFor()
      const fee = await feeShown(visitor, DECIMALS)
      await visitor.sees(`You don’t have enough BTC for the network fee of ${formatUnits(fee, DECIMALS)} BTC.`)
      expect([fee > 0n, await confirmButton(visitor).isDisabled()]).toEqual([true, true])
      expect([await timesAsked(visitor), await satoshisOf(SENDER), await waitingOf(SENDER)]).toEqual([0, 100_000n, []])
    }),
  )

  test(
    'a rejection is reported, nothing is on the chain, and trying again takes one press',
    visiting(shop(), async (visitor) => {
      await setCoins(100_000)
      const to = strangerAddress()
      await connect(visitor)
      await behaves(visitor, 'bip122', 'reject')
      await fillSend(visitor, { symbol: 'BTC', amount: '0.0005', to })
      await review(visitor)
      await confirmButton(visitor).click()
      await toldThat(visitor, 'Request rejected')
      expect([
        await timesAsked(visitor),
        await waitingOf(SENDER),
        await waitingOf(to),
        await outcome(visitor).count(),
      ]).toEqual([1, [], [], 0])
      await behaves(visitor, 'bip122', 'ok')
      await confirms(visitor)
      await mine()
      await became(visitor, 'confirmed')
      expect(await satoshisOf(to)).toBe(50_000n)
    }),
  )

  test.each(Object.keys(WALLETS) as Wallet[])(
    "a node's refusal (wallet like %s) is reported with its reason; nothing moves, and a retry uses current coins",
    (wallet) =>
      visiting(shop(wallet), async (visitor) => {
        await setCoins(100_000, 80_000)
        const [to, other] = [strangerAddress(), strangerAddress()]
        await connect(visitor, wallet)
        await fillSend(visitor, { symbol: 'BTC', amount: '0.0005', to })
        await review(visitor)
        await behaves(visitor, 'bip122', 'hang', wallet)
        await confirmButton(visitor).click()
        await until(async () => (await timesAsked(visitor, wallet)) === 1)
        // Another device with the same key spends coins while the visitor looks at the wallet.
        const dearest = (await coinsOf(SENDER)).filter(({ value }) => value === 100_000)
        await spends(dearest, { [other]: 99_000n })
        await mine()
        await inBitcoinWallet(visitor, wallet, (controls) => controls.approve())
        await toldThat(visitor, 'The network rejected it: bad-txns-inputs-missingorspent')
        expect([await satoshisOf(to), await satoshisOf(SENDER), await outcome(visitor).count()]).toEqual([
          0n,
          80_000n,
          0,
        ])

        await behaves(visitor, 'bip122', 'ok', wallet)
        await confirmButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
        const hash = await confirms(visitor)
        await mine()
        await became(visitor, 'confirmed')
        const { vin } = await transactionOf(hash)
        expect([vin.map(({ prevout }) => prevout.value), await satoshisOf(to)]).toEqual([[80_000], 50_000n])
      })(),
  )

  test(
    'a replaced transaction is reported as such once its replacement is in a block, and not before',
    visiting(shop(), async (visitor) => {
      await setCoins(100_000)
      const [to, other] = [strangerAddress(), strangerAddress()]
      await connect(visitor)
      const hash = await sends(visitor, { symbol: 'BTC', amount: '0.0005', to })
      const replacement = await spends(spentBy(await transactionOf(hash)), { [other]: 90_000n })
      await looksAgain(visitor)
      expect(await outcome(visitor).getAttribute('data-phase')).toBe('pending')
      await mine()
      await became(visitor, 'replaced')
      await visitor.sees('Another transaction from your account replaced it.')
      expect([await satoshisOf(to), await satoshisOf(other)]).toEqual([0n, 90_000n])
      expect((await transactionOf(replacement)).status.confirmed).toBe(true)
      await expect(transactionOf(hash)).rejects.toThrow('404')
    }),
  )

  test(
    'the same payment, sent again elsewhere for a higher fee, confirms the first one when it is in a block',
    visiting(shop(), async (visitor) => {
      await setCoins(100_000)
      const to = strangerAddress()
      await connect(visitor)
      const hash = await sends(visitor, { symbol: 'BTC', amount: '0.0005', to })
      const dearer = await spends(spentBy(await transactionOf(hash)), { [SENDER]: 40_000n, [to]: 50_000n })
      await mine()
      await became(visitor, 'confirmed')
      await visitor.sees('Sent successfully')
      expect([dearer === hash, await satoshisOf(to), await satoshisOf(SENDER)]).toEqual([false, 50_000n, 40_000n])
      await expect(transactionOf(hash)).rejects.toThrow('404')
    }),
  )

  test(
    'a transaction that no node keeps any longer is reported as lost, and nothing has moved',
    visiting({ ...shop(), prepare: (_, page) => page.clock.install() }, async (visitor) => {
      await setCoins(100_000)
      const to = strangerAddress()
      await connect(visitor)
      const hash = await sends(visitor, { symbol: 'BTC', amount: '0.0005', to })
      expect(await waitingOf(to)).toHaveLength(1)
      await forgetWaiting()
      await expect(transactionOf(hash)).rejects.toThrow('404')
      await passTimeWhilePending(visitor, (request) => asksWhatSpends(request.url()))
      expect(await outcome(visitor).getAttribute('data-phase')).toBe('dropped')
      await visitor.sees('The network dropped this transaction')
      await mine()
      expect([await satoshisOf(to), await satoshisOf(SENDER)]).toEqual([0n, 100_000n])
    }),
  )
})
