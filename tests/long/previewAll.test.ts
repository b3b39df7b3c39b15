import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { outcome } from '../browser/support/approvals.ts'
import { chain, coinsOf, DOLLAR, stranger } from '../browser/support/evmChain.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

/** On sites with this option, every request to the wallet is first shown in words. */

afterAll(closeBrowser)

const ALL = { query: { options: { preview: 'all' } } }

/**
 * Makes the page send a request to the wallet, as its own scripts would. @returns the request's index, for `outcome`
 */
const asks = ({ page }: Visit, method: string, params: unknown): Promise<number> =>
  page.evaluate(
    ([method, params]) => {
      const provider = window.portico?.getWalletProvider() as { request(asked: object): Promise<unknown> }
      const asking = window as { outcomes?: Promise<unknown>[] }
      asking.outcomes ??= []
      const answer = provider.request({ method, params }).catch(({ code, message }) => ({ code, message }))
      // Changes the parameters after sending, which must have no effect.
      if (Array.isArray(params) && typeof params[0] === 'object')
        Object.assign(params[0], { value: '0xffff', to: null })
      return asking.outcomes.push(answer) - 1
    },
    [method, params] as const,
  )

const preview = (visitor: Visit) => visitor.view('RequestPreview')
const goOn = (visitor: Visit) => preview(visitor).getByTestId('asked-continue').click()
const reject = (visitor: Visit) => preview(visitor).getByTestId('asked-reject').click()
const title = (visitor: Visit, text: string) =>
  preview(visitor).getByTestId('request-preview').getByRole('heading', { level: 2, name: text, exact: true }).waitFor()

const visit = (act: (visitor: Visit) => Promise<void>) =>
  visiting(ALL, async (visitor) => {
    await visitor.connect()
    await act(visitor)
  })

test(
  'a payment of the site is shown, sent to the wallet as shown, and executed',
  visit(async (visitor) => {
    const to = stranger()
    const asked = await asks(visitor, 'eth_sendTransaction', [{ from: VISITOR, to, value: '0x16345785d8a0000' }])
    await title(visitor, 'Send')
    await preview(visitor).getByText('0.1 ETH').first().waitFor()
    expect(((await preview(visitor).textContent()) ?? '').replace(/\s/g, '').toLowerCase()).toContain(to)
    expect(await visitor.asked('eth_sendTransaction')).toBe(0)
    await goOn(visitor)
    await visitor.dialog.waitFor({ state: 'detached' })
    const hash = (await outcome(visitor, asked)) as Hex
    const sent = await chain().getTransaction({ hash })
    expect([sent.to?.toLowerCase(), sent.value]).toEqual([to, 10n ** 17n])
    await chain().waitForTransactionReceipt({ hash })
    expect(await coinsOf(to)).toBe(10n ** 17n)
  }),
)

test(
  'after a rejection the wallet is never asked, and the site gets the EIP-1193 error',
  visit(async (visitor) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger(), maxUint256] })
    const asked = await asks(visitor, 'eth_sendTransaction', [{ from: VISITOR, to: DOLLAR.address, data }])
    await title(visitor, 'Allow someone to spend your tokens')
    await preview(visitor)
      .getByText(/can take all your USDC, now and later/)
      .first()
      .waitFor()
    await preview(visitor).getByText('This is an account with a key, not a contract.', { exact: false }).waitFor()
    // The second rejection shows no second message.
    expect(
      await preview(visitor)
        .getByText(/can take all your USDC, now and later/)
        .count(),
    ).toBe(1)
    await reject(visitor)
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await outcome(visitor, asked)).toMatchObject({ code: 4001 })
    expect(await visitor.asked('eth_sendTransaction')).toBe(0)
  }),
)

test(
  'two simultaneous requests are shown one after the other; closing the window rejects the rest',
  visit(async (visitor) => {
    const first = await asks(visitor, 'personal_sign', ['0x6f6e65', VISITOR])
    const second = await asks(visitor, 'personal_sign', ['0x74776f', VISITOR])
    const third = await asks(visitor, 'personal_sign', ['0x7468726565', VISITOR])
    await preview(visitor).getByText('one', { exact: true }).waitFor()
    await preview(visitor).getByText('2 more requests are waiting.').waitFor()
    await goOn(visitor)
    await preview(visitor).getByText('two', { exact: true }).waitFor()
    await preview(visitor).getByText('One more request is waiting.').waitFor()
    expect(await outcome(visitor, first)).toMatch(/^0x[\da-f]{130}$/)
    await visitor.close()
    expect([await outcome(visitor, second), await outcome(visitor, third)]).toEqual([
      { code: 4001, message: expect.any(String) },
      { code: 4001, message: expect.any(String) },
    ])
    expect(await visitor.asked('personal_sign')).toBe(1)
  }),
)

test(
  'read-only requests go straight to the wallet, and its events arrive',
  visit(async (visitor) => {
    const heard = visitor.onPage(
      (modal) =>
        new Promise((resolve) => {
          const provider = modal.getProvider('eip155') as { on(event: string, listener: (told: unknown) => void): void }
          provider.on('chainChanged', resolve)
        }),
    )
    expect(await outcome(visitor, await asks(visitor, 'eth_accounts', []))).toEqual([VISITOR])
    const isSame = await visitor.onPage((modal) => modal.getProvider('eip155') === modal.getWalletProvider())
    expect(isSame).toBe(true)
    await visitor.inWallet((wallet) => wallet.setChain(31338))
    expect(await heard).toBe('0x7a6a')
    expect(await visitor.dialog.count()).toBe(0)
  }),
)

test(
  'after a reload requests are still shown',
  visit(async (visitor) => {
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    const asked = await asks(visitor, 'personal_sign', ['0x6f6e65', VISITOR])
    await title(visitor, 'Sign a message')
    await reject(visitor)
    expect(await outcome(visitor, asked)).toMatchObject({ code: 4001 })
  }),
)

test(
  'without the option the wallet is asked at once, and no preview code is fetched',
  visiting({}, async (visitor) => {
    await visitor.connect()
    const asked = await asks(visitor, 'personal_sign', ['0x6f6e65', VISITOR])
    expect(await outcome(visitor, asked)).toMatch(/^0x[\da-f]{130}$/)
    expect(await visitor.dialog.count()).toBe(0)
  }),
)
