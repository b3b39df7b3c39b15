import { type Address, formatEther, type Hex, toHex } from 'viem'
import { LOCAL_PROJECT_ID } from '../../scripts/local.mjs'
import { mined } from '../../services/testing/mined.ts'
import { addressOf, approve, newAddress, reject, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import {
  chain,
  coinsOf,
  DOLLAR,
  dollarsOf,
  mintDollars,
  setAutomine,
  setBalance,
  stranger,
} from '../browser/support/evmChain.ts'
import { registerName, ZONE } from '../browser/support/names.ts'
import {
  became,
  confirmButton,
  confirms,
  feeShown,
  fillSend,
  openSend,
  outcome,
  passTimeWhilePending,
  review,
  sendButton,
  sends,
  words,
} from '../browser/support/sending.ts'
import { askChain, stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** Sending with wallets that really sign. The screen is compared with the chain afterwards. */

const ETHER = 10n ** 18n
const PLENTY = 10_000n * ETHER
const DOLLARS = 1_000_000n

/** A new name in each run. */
const newLabel = () => `harbour-${process.pid}-${Date.now().toString(36)}`

const nonceOf = () => chain().getTransactionCount({ address: VISITOR })
const mine = () => askChain(stack.urls.anvil, 'evm_mine')
const transaction = (hash: string) => chain().getTransaction({ hash: hash as Hex })
/** The fee in the receipt, in wei. */
async function feeOf(hash: string): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await mined(chain(), hash as Hex)
  return gasUsed * effectiveGasPrice
}

describe('on an EVM chain', () => {
  beforeEach(() => setBalance(VISITOR, PLENTY))
  afterEach(async () => {
    await setAutomine(true)
    await mine()
    await setBalance(VISITOR, PLENTY)
  })

  test(
    'exactly the sent coins arrive; they leave as previewed, and the fee is not above the one shown',
    visiting({}, async (visitor) => {
      const to = stranger()
      const before = await coinsOf(VISITOR)
      await visitor.connect()
      await fillSend(visitor, { symbol: 'ETH', amount: '0.123456789123456789', to })
      await review(visitor)
      await words(visitor).getByText('− 0.123456789123456789 ETH').waitFor()
      expect(await words(visitor).getAttribute('data-kind')).toBe('nativeTransfer')
      expect((await words(visitor).textContent())?.replace(/\s/g, '').toLowerCase()).toContain(to)
      const fee = await feeShown(visitor, 18)
      const hash = await confirms(visitor)
      await became(visitor, 'confirmed')
      await visitor.sees('Sent successfully')

      const value = 123_456_789_123_456_789n
      const sent = await transaction(hash)
      expect([sent.to?.toLowerCase(), sent.value, sent.input]).toEqual([to, value, '0x'])
      const paid = await feeOf(hash)
      expect([await coinsOf(to), before - (await coinsOf(VISITOR)), paid <= fee]).toEqual([value, value + paid, true])
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'tokens arrive, and the changes are as previewed',
    visiting({}, async (visitor) => {
      await mintDollars(VISITOR, 100n * DOLLARS)
      const to = stranger()
      const before = await dollarsOf(VISITOR)
      await visitor.connect()
      await fillSend(visitor, { symbol: DOLLAR.symbol, amount: '12.345678', to })
      await review(visitor)
      await words(visitor).getByText(`− 12.345678 ${DOLLAR.symbol}`).waitFor()
      expect(await words(visitor).getAttribute('data-kind')).toBe('tokenTransfer')
      await words(visitor).getByTestId('preview-raw').locator('summary').click()
      const raw = await words(visitor).locator('pre').first().textContent()
      const hash = await confirms(visitor)
      await became(visitor, 'confirmed')

      const { input, value } = await transaction(hash)
      expect([raw?.includes(input), value]).toEqual([true, 0n])
      expect([await dollarsOf(to), before - (await dollarsOf(VISITOR))]).toEqual([12_345_678n, 12_345_678n])
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'the maximum is everything except the fee: the chain executes it, and almost nothing is left',
    visiting({}, async (visitor) => {
      await setBalance(VISITOR, ETHER)
      const to = stranger()
      await visitor.connect()
      await fillSend(visitor, { symbol: 'ETH', to })
      const typed = await visitor.page.getByTestId('send-amount-input').inputValue()
      await review(visitor)
      const hash = await confirms(visitor)
      await became(visitor, 'confirmed')
      const left = await coinsOf(VISITOR)
      expect(formatEther(await coinsOf(to))).toBe(typed)
      expect([left >= 0n, left < ETHER / 100n, (await coinsOf(to)) + left + (await feeOf(hash))]).toEqual([
        true,
        true,
        ETHER,
      ])
    }),
  )

  test(
    'a registered name resolves to its address, which is shown in full before sending',
    visiting({}, async (visitor) => {
      const label = newLabel()
      const [name, owner] = [`${label}.${ZONE}`, await registerName(label, LOCAL_PROJECT_ID)]
      await visitor.connect()
      await fillSend(visitor, { symbol: 'ETH', amount: '1.5', to: name })
      await review(visitor)
      const preview = visitor.view('WalletSendPreview')
      await preview.getByText(name, { exact: true }).waitFor()
      expect((await preview.textContent())?.replace(/\s/g, '')).toContain(owner)
      const hash = await confirms(visitor)
      await became(visitor, 'confirmed')
      expect([(await transaction(hash)).to?.toLowerCase(), await coinsOf(owner)]).toEqual([
        owner.toLowerCase(),
        (3n * ETHER) / 2n,
      ])
    }),
  )

  test(
    'without coins for the fee the wallet is not asked, and the window says what is missing',
    visiting({}, async (visitor) => {
      await mintDollars(VISITOR, 5n * DOLLARS)
      await setBalance(VISITOR, 1_000n)
      const [nonce, dollars] = [await nonceOf(), await dollarsOf(VISITOR)]
      await visitor.connect()
      await fillSend(visitor, { symbol: DOLLAR.symbol, amount: '1', to: stranger() })
      await sendButton(visitor).click()
      await visitor
        .view('WalletSendPreview')
        .getByText(/^You don’t have enough ETH for the network fee of [\d.]+ ETH\.$/)
        .waitFor()
      expect(await confirmButton(visitor).isDisabled()).toBe(true)
      expect([await visitor.asked('eth_sendTransaction'), await nonceOf(), await dollarsOf(VISITOR)]).toEqual([
        0,
        nonce,
        dollars,
      ])
    }),
  )

  test(
    'a rejection is reported, nothing is on the chain, and trying again takes one press',
    visiting({}, async (visitor) => {
      const to = stranger()
      const nonce = await nonceOf()
      await visitor.connect()
      await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
      await fillSend(visitor, { symbol: 'ETH', amount: '0.5', to })
      await review(visitor)
      await confirmButton(visitor).click()
      await visitor.page.getByTestId('wui-snackbar-message').waitFor()
      expect([await nonceOf(), await coinsOf(to), await outcome(visitor).count()]).toEqual([nonce, 0n, 0])
      await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
      await confirms(visitor)
      await became(visitor, 'confirmed')
      expect([await nonceOf(), await coinsOf(to)]).toEqual([nonce + 1, ETHER / 2n])
    }),
  )

  test(
    'until a transaction is in a block, it is shown as pending and listed in the account',
    visiting({}, async (visitor) => {
      await setAutomine(false)
      await visitor.connect()
      const hash = await sends(visitor, { symbol: 'ETH', amount: '0.25', to: stranger() })
      await visitor.sees('On its way')
      expect(
        await chain()
          .getTransactionReceipt({ hash: hash as Hex })
          .catch(() => undefined),
      ).toBeUndefined()
      await mine()
      await became(visitor, 'confirmed')
      expect((await chain().getTransactionReceipt({ hash: hash as Hex })).status).toBe('success')
    }),
  )

  test(
    'a reverted transaction is reported as such, and costs only its fee',
    visiting({}, async (visitor) => {
      await mintDollars(VISITOR, 50n * DOLLARS)
      const code = await chain().getCode({ address: DOLLAR.address })
      const [dollars, coins] = [await dollarsOf(VISITOR), await coinsOf(VISITOR)]
      await setAutomine(false)
      await visitor.connect()
      try {
        const hash = await sends(visitor, { symbol: DOLLAR.symbol, amount: '7', to: stranger() })
        // By now the token has been stopped: every call to it reverts.
        await askChain(stack.urls.anvil, 'anvil_setCode', [DOLLAR.address, '0x60006000fd'])
        await mine()
        await became(visitor, 'failed')
        await visitor.sees('The network rejected this transaction. You only paid the network fee.')
        expect((await chain().getTransactionReceipt({ hash: hash as Hex })).status).toBe('reverted')
        expect(coins - (await coinsOf(VISITOR))).toBe(await feeOf(hash))
      } finally {
        await askChain(stack.urls.anvil, 'anvil_setCode', [DOLLAR.address, code])
      }
      expect(await dollarsOf(VISITOR)).toBe(dollars)
    }),
  )

  test(
    'a replaced transaction is reported as such, and the chain has the one that replaced it',
    visiting({}, async (visitor) => {
      const [to, other] = [stranger(), stranger()]
      await setAutomine(false)
      await visitor.connect()
      // The nonce of the first transaction is known before the other one is sent.
      const seen = visitor.page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('eth_getTransactionByHash')),
      )
      const hash = await sends(visitor, { symbol: 'ETH', amount: '0.75', to })
      await (await seen).finished()
      const { nonce, maxFeePerGas = 0n } = await transaction(hash)
      const replacement = (await askChain(stack.urls.anvil, 'eth_sendTransaction', [
        {
          from: VISITOR,
          to: other,
          value: '0x1',
          nonce: toHex(nonce),
          gasPrice: toHex(maxFeePerGas * 3n),
          gas: '0x5208',
        },
      ])) as Hex
      await mine()
      await became(visitor, 'replaced')
      await visitor.sees('Another transaction from your account replaced it.')
      expect([await coinsOf(to), await coinsOf(other)]).toEqual([0n, 1n])
      expect((await mined(chain(), replacement)).status).toBe('success')
    }),
  )

  test(
    'a transaction that no node knows any longer is reported as lost, and nothing has moved',
    visiting({ prepare: (_, page) => page.clock.install() }, async (visitor) => {
      const to = stranger()
      const nonce = await nonceOf()
      await setAutomine(false)
      await visitor.connect()
      const hash = await sends(visitor, { symbol: 'ETH', amount: '0.25', to })
      await askChain(stack.urls.anvil, 'anvil_dropTransaction', [hash])
      await passTimeWhilePending(visitor, (request) =>
        Boolean(request.postData()?.includes('eth_getTransactionByHash')),
      )
      expect(await outcome(visitor).getAttribute('data-phase')).toBe('dropped')
      await visitor.sees('The network dropped this transaction')
      await mine()
      expect([await nonceOf(), await coinsOf(to)]).toEqual([nonce, 0n])
    }),
    120_000,
  )

  test(
    'a site that requests a transfer gets the hash, and the visitor cannot change the transfer',
    visiting({}, async (visitor) => {
      await mintDollars(VISITOR, 5n * DOLLARS)
      const to = stranger()
      await visitor.connect()
      const asked = visitor.onPage((modal, wanted) => modal.open({ view: 'WalletSend', arguments: wanted }), {
        amount: '1.25',
        assetAddress: DOLLAR.address,
        namespace: 'eip155',
        chainId: 31337,
        to,
      })
      await visitor.view('WalletSend').getByTestId('send-amount-input').waitFor()
      expect(await visitor.page.getByTestId('send-amount-input').getAttribute('readonly')).not.toBeNull()
      await review(visitor)
      const hash = await confirms(visitor)
      expect(await asked).toEqual({ hash })
      await became(visitor, 'confirmed')
      expect(await dollarsOf(to)).toBe(1_250_000n)
      await visitor.page.getByTestId('send-done-button').click()
      await visitor.dialog.waitFor({ state: 'detached' })
    }),
  )

  test(
    'a site whose visitor closes the window learns that nothing was sent',
    visiting({}, async (visitor) => {
      await visitor.connect()
      const asked = visitor.onPage(
        (modal, wanted) =>
          modal
            .open({ view: 'WalletSend', arguments: wanted })
            .then(() => 'sent')
            .catch((error: { code?: string }) => error.code),
        { amount: 1, assetAddress: 'native', namespace: 'eip155', chainId: 31337, to: stranger() },
      )
      await visitor.view('WalletSend').getByTestId('send-amount-input').waitFor()
      await visitor.close()
      expect(await asked).toBe('connection.modalClosed')
      expect(await visitor.asked('eth_sendTransaction')).toBe(0)
    }),
  )

  test(
    'the embedded wallet opens over the review: a refusal returns to the review, and an approval shows the outcome',
    visiting(withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }), async (visitor) => {
      await signIn(visitor, newAddress())
      const own = (await addressOf(visitor)) as Address
      await setBalance(own, ETHER)
      const to = stranger()
      await fillSend(visitor, { symbol: 'ETH', amount: '0.25', to })
      await review(visitor)
      await confirmButton(visitor).click()
      await reject(visitor)
      await visitor.view('WalletSendPreview').waitFor()
      expect([await chain().getTransactionCount({ address: own }), await coinsOf(to)]).toEqual([0, 0n])

      await confirmButton(visitor).and(visitor.page.locator(':enabled')).click()
      await approve(visitor)
      await became(visitor, 'confirmed')
      expect([await chain().getTransactionCount({ address: own }), await coinsOf(to)]).toEqual([1, ETHER / 4n])
    }),
    120_000,
  )

  test(
    'no code for sending is fetched before a visitor is about to send',
    visiting({}, async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      const ofSend = () => visitor.requests.filter((url) => url.startsWith(stack.urls.remotes.send ?? 'none'))
      expect(ofSend().filter((url) => url.endsWith('.js'))).toEqual([])
      await visitor.close()
      const fetched = visitor.page.waitForRequest((request) => {
        const url = request.url()
        return url.startsWith(stack.urls.remotes.send ?? 'none') && url.endsWith('.js')
      })
      await openSend(visitor)
      await fetched
    }),
  )
})
