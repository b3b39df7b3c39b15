import { formatUnits, parseUnits } from 'viem'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens.ts'
import {
  amountIn,
  became,
  confirmButton,
  confirms,
  feeShown,
  fillSend,
  firstChange,
  outcome,
  review,
  sendButton,
  sends,
  toldThat,
  words,
} from '../browser/support/sending.ts'
import {
  askSolana,
  asSender,
  SENDER,
  SOL,
  setLamports,
  statusOf,
  takeFrom,
  tokenAccountsOf,
} from '../browser/support/solanaChain.ts'
import { lamportsOf } from '../browser/support/solanaPayments.ts'
import { describeOn } from '../browser/support/stack.ts'
import { behaves, walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { inSolanaWallet, timesAsked } from '../browser/support/wallets.ts'
import { newSigner } from '../support/sending/solanaWallet.ts'

jest.setTimeout(120_000)
afterAll(closeBrowser)

/**
 * Sending on Solana with a wallet that really signs. Each screen is compared with the chain afterwards. There is no
 * test for replaced transactions, because accounts on Solana have no nonces.
 */

const DECIMALS = 9
/** The fee for one signature; these tests pay no priority fee. */
const FEE = 5_000n
/** The highest priority fee that can be offered, which the balance has to cover (decision 0031). */
const PRIORITY_MAX = 10_000n

const shop = { query: { families: 'solana', solana: 'ok' } }

const stranger = (): string => newSigner().address

async function connect(visitor: Visit): Promise<void> {
  await asSender(visitor)
  await visitor.open()
  await walletRow(visitor, 'solana').click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

const timesAskedToSend = async (visitor: Visit) =>
  timesAsked(await inSolanaWallet(visitor, ({ log }) => log.map(({ method }) => ({ method, params: null }))), SEND)
const SEND = 'solana:signAndSendTransaction'

/** A balance in the token's smallest unit. */
const tokensOf = async (owner: string, mint: string) =>
  (await tokenAccountsOf(owner, mint)).reduce((sum, { amount }) => sum + amount, 0n)

describeOn('solana')('on Solana', () => {
  beforeEach(() => setLamports(SENDER, 10n * SOL))
  afterEach(() => askSolana('__release'))

  test(
    'exactly the sent coins arrive, and the account loses the previewed amount plus the fee',
    visiting(shop, async (visitor) => {
      const to = stranger()
      await connect(visitor)
      await fillSend(visitor, { symbol: 'SOL', amount: '0.123456789', to })
      await review(visitor)
      await words(visitor).getByText('0.123456789').first().waitFor()
      const change = await firstChange(visitor).textContent()
      await confirms(visitor)
      await became(visitor, 'confirmed')
      const gone = 10n * SOL - (await lamportsOf(SENDER.address))
      expect([await lamportsOf(to), gone, amountIn(change, DECIMALS)]).toEqual([
        123_456_789n,
        123_456_789n + FEE,
        123_456_789n + FEE,
      ])
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'the maximum leaves the highest fee and the minimum balance: the chain executes it and keeps the account',
    visiting(shop, async (visitor) => {
      const to = stranger()
      const least = BigInt(await askSolana<number>('getMinimumBalanceForRentExemption', 0))
      await connect(visitor)
      await fillSend(visitor, { symbol: 'SOL', to })
      const typed = await visitor.page.getByTestId('send-amount-input').inputValue()
      await review(visitor)
      const fee = await feeShown(visitor, DECIMALS)
      await confirms(visitor)
      await became(visitor, 'confirmed')
      const received = await lamportsOf(to)
      expect([parseUnits(typed, DECIMALS), received]).toEqual([received, 10n * SOL - FEE - PRIORITY_MAX - least])
      expect([await lamportsOf(SENDER.address), fee]).toEqual([10n * SOL - received - FEE, FEE])
    }),
  )

  test.each(SOLANA_TOKENS)(
    '$symbol arrives at a recipient with no account for the token, and opening one costs what was shown',
    ({ symbol, address: mint, decimals }) =>
      visiting(shop, async (visitor) => {
        const to = stranger()
        const amount = parseUnits('1.25', decimals)
        const before = await tokensOf(SENDER.address, mint)
        await connect(visitor)
        await fillSend(visitor, { symbol, amount: '1.25', to })
        await review(visitor)
        const preview = visitor.view('WalletSendPreview')
        const note = await preview.locator('[data-note="opensAccount"]').textContent()
        const fee = await feeShown(visitor, DECIMALS)
        await confirms(visitor)
        await became(visitor, 'confirmed')

        const [opened, ...others] = await tokenAccountsOf(to, mint)
        const deposit = opened?.lamports ?? 0n
        expect([opened?.amount, others, before - (await tokensOf(SENDER.address, mint))]).toEqual([amount, [], amount])
        expect(note).toBe(
          `The recipient doesn’t have a ${symbol} account yet. Opening one costs ${formatUnits(deposit, DECIMALS)} SOL, which is included in the fee.`,
        )
        expect([fee, 10n * SOL - (await lamportsOf(SENDER.address))]).toEqual([deposit + FEE, deposit + FEE])
        expect(visitor.problems).toEqual([])
      })(),
  )

  test(
    'without coins for the fee and the new account the wallet is not asked, and the window says what is missing',
    visiting(shop, async (visitor) => {
      const [{ symbol, address: mint } = { symbol: '', address: '' }] = SOLANA_TOKENS
      // More than an account's minimum balance, but less than a token account's.
      const few = 1_000_000n
      await setLamports(SENDER, few)
      const before = await tokensOf(SENDER.address, mint)
      const deposit = BigInt(await askSolana<number>('getMinimumBalanceForRentExemption', 165))
      await connect(visitor)
      await fillSend(visitor, { symbol, amount: '1', to: stranger() })
      await sendButton(visitor).click()
      const missing = formatUnits(deposit + FEE, DECIMALS)
      await visitor
        .view('WalletSendPreview')
        .getByText(`You don’t have enough SOL for the network fee of ${missing} SOL.`)
        .waitFor()
      expect(await confirmButton(visitor).isDisabled()).toBe(true)
      expect([
        await timesAskedToSend(visitor),
        await lamportsOf(SENDER.address),
        await tokensOf(SENDER.address, mint),
      ]).toEqual([0, few, before])
    }),
  )

  test(
    'a rejection is reported, nothing is on the chain, and trying again takes one press',
    visiting(shop, async (visitor) => {
      const to = stranger()
      await connect(visitor)
      await behaves(visitor, 'solana', 'reject')
      await fillSend(visitor, { symbol: 'SOL', amount: '0.5', to })
      await review(visitor)
      await confirmButton(visitor).click()
      await toldThat(visitor, 'Request rejected')
      expect([
        await timesAskedToSend(visitor),
        await lamportsOf(SENDER.address),
        await lamportsOf(to),
        await outcome(visitor).count(),
      ]).toEqual([1, 10n * SOL, 0n, 0])
      await behaves(visitor, 'solana', 'ok')
      await confirms(visitor)
      await became(visitor, 'confirmed')
      expect([await lamportsOf(to), await lamportsOf(SENDER.address)]).toEqual([SOL / 2n, (19n * SOL) / 2n - FEE])
    }),
  )

  test(
    'a refusal by the node is reported with its reason, nothing is on the chain, and a retry uses current coins',
    visiting(shop, async (visitor) => {
      const to = stranger()
      await connect(visitor)
      await fillSend(visitor, { symbol: 'SOL', amount: '5', to })
      await review(visitor)
      await behaves(visitor, 'solana', 'hang')
      await confirmButton(visitor).click()
      await visitor.page.waitForFunction(
        (method) => window.solanaWallet?.log.some((one) => one.method === method),
        SEND,
      )
      // Another device with the same key spends coins while the visitor looks at the wallet.
      await takeFrom(SENDER, 9n * SOL)
      await inSolanaWallet(visitor, (wallet) => wallet.approve())
      await toldThat(visitor, 'The network rejected it: Error processing Instruction 2: custom program error: 0x1')
      await visitor
        .view('WalletSendPreview')
        .getByText(/^You don’t have enough SOL for the network fee of/)
        .waitFor()
      expect([await lamportsOf(to), await lamportsOf(SENDER.address), await outcome(visitor).count()]).toEqual([
        0n,
        SOL,
        0,
      ])
    }),
  )

  test(
    'a transaction is pending until it is in a block; if it fails in the block, it costs only its fee',
    visiting(shop, async (visitor) => {
      const to = stranger()
      await askSolana('__hold', SENDER.address)
      await connect(visitor)
      const hash = await sends(visitor, { symbol: 'SOL', amount: '5', to })
      await visitor.sees('On its way')
      expect(await statusOf(hash)).toBeNull()
      // The coins are spent elsewhere meanwhile.
      await takeFrom(SENDER, 9n * SOL)
      await askSolana('__release')
      await became(visitor, 'failed')
      await visitor.sees('The network rejected this transaction. You only paid the network fee.')
      const { err } = (await statusOf(hash)) ?? {}
      expect(err).toEqual({ InstructionError: [2, { Custom: 1 }] })
      await visitor.sees('Reason: step 3: error 1')
      expect([await lamportsOf(to), await lamportsOf(SENDER.address)]).toEqual([0n, SOL - FEE])
    }),
  )

  test(
    'a transaction that no block took in time is reported as lost, and nothing has moved or ever will',
    visiting(shop, async (visitor) => {
      const to = stranger()
      await askSolana('__hold', SENDER.address)
      await connect(visitor)
      const hash = await sends(visitor, { symbol: 'SOL', amount: '0.25', to })
      await visitor.sees('On its way')
      // The transaction is valid for 150 blocks, and nodes can lag behind one another.
      await askSolana('__skip', 300)
      await became(visitor, 'dropped')
      await visitor.sees('The network dropped this transaction')
      // It is too late if a node finds the transaction now.
      await askSolana('__release')
      expect([await statusOf(hash), await lamportsOf(to), await lamportsOf(SENDER.address)]).toEqual([
        null,
        0n,
        10n * SOL,
      ])
    }),
  )
})
