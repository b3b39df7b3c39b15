import { parseUnits } from 'viem'
import { confirmButton, confirms, fillSend, review, sendButton } from '../browser/support/sending.ts'
import { describeOn, stack } from '../browser/support/stack.ts'
import { walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { BITCOIN_VISITOR } from '../browser/support/wallets.ts'

jest.setTimeout(120_000)
afterAll(closeBrowser)

const EVM_FRIEND = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

/** Satoshis a byte, the local server's estimate for the next block. */
const FAST = 5

const speed = ({ page }: Visit, name: string) => page.getByTestId(`send-speed-${name}`)
const ready = (visitor: Visit) => confirmButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
const server = async (path: string, method = 'GET') => {
  const response = await fetch(`${stack.urls.esplora}${path}`, { method })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.text()
}

describeOn('bitcoin')('on Bitcoin', () => {
  test(
    'a visitor chooses a speed by keyboard alone, and pays the fee shown for it',
    visiting({ query: { families: 'bip122', xverse: 'ok' } }, async (visitor) => {
      await server(`/__faucet/${BITCOIN_VISITOR.payment}/3000000`, 'POST')
      const to = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'
      await visitor.open()
      await walletRow(visitor, 'bip122').click()
      await visitor.dialog.waitFor({ state: 'detached' })
      await fillSend(visitor, { symbol: 'BTC', amount: '0.00123456', to })
      await review(visitor)
      const names = visitor.page.getByTestId('send-speeds').getByRole('radio')
      expect(await names.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([
        false,
        true,
        false,
      ])
      const fee = visitor.view('WalletSendPreview').getByTestId('send-fee')
      const normal = (await fee.textContent()) ?? ''
      await speed(visitor, 'normal').focus()
      await visitor.page.keyboard.press('ArrowDown')
      await fee.filter({ hasNotText: normal }).waitFor()
      await ready(visitor)
      expect([await speed(visitor, 'fast').isChecked(), await visitor.focused()]).toEqual([
        true,
        expect.stringContaining('send-speed-fast'),
      ])
      const [said = ''] = /^[\d.]+/.exec((await fee.textContent()) ?? '') ?? []
      const hash = await confirms(visitor)
      const paid: { fee: number; weight: number } = JSON.parse(await server(`/tx/${hash}`))
      expect(BigInt(paid.fee)).toBe(parseUnits(said, 8))
      expect(paid.fee * 4).toBeGreaterThanOrEqual(FAST * paid.weight)
      await server('/__mine/1', 'POST')
      expect(visitor.problems).toEqual([])
    }),
  )
})

test(
  'if the balance is too low the form offers ways to add funds, and keeps its values until the visitor is back',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await fillSend(visitor, { symbol: 'ETH', amount: '1000000', to: EVM_FRIEND })
    const form = visitor.view('WalletSend')
    expect(await sendButton(visitor).isDisabled()).toBe(true)
    expect(await form.getByRole('group').getByRole('button').allTextContents()).toEqual(['Buy', 'Receive'])
    await form.getByTestId('top-up-receive').click()
    await visitor.view('WalletReceive').waitFor()
    await visitor.back()
    await form.getByTestId('top-up-onramp').click()
    await visitor.view('OnRampProviders').waitFor()
    await visitor.back()
    expect(await form.getByTestId('send-amount-input').inputValue()).toBe('1000000')
    expect(await form.getByTestId('send-receiver-input').inputValue()).toBe(EVM_FRIEND)
    expect(visitor.problems).toEqual([])
  }),
)
