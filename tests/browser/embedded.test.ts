import { closeBrowser, VISITOR, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** A page with a place of its own for the window. */
const embedded = { query: { embed: 1, options: { prefetch: 'none' } } }

const region = (visitor: Visit) => visitor.page.getByRole('region', { name: /./ })

test(
  'the window is part of the page: a region, no dialog, no overlay, no scroll lock, no way to close',
  visiting(embedded, async (visitor) => {
    await visitor.page.getByRole('region', { name: 'Connect wallet' }).waitFor()
    await visitor.devWallet.waitFor()
    expect(await visitor.dialog.count()).toBe(0)
    expect(await visitor.page.getByTestId('w3m-modal-overlay').count()).toBe(0)
    expect(await visitor.page.getByTestId('w3m-header-close').count()).toBe(0)
    expect(await visitor.page.getByTestId('embed').locator('portico-modal').count()).toBe(1)
    expect(await visitor.page.evaluate(() => document.documentElement.style.overflow)).toBe('')
    const [place, card] = await Promise.all([
      visitor.page.getByTestId('embed').boundingBox(),
      region(visitor).boundingBox(),
    ])
    expect(card?.y).toBeGreaterThan(place?.y ?? 0)
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual((place?.x ?? 0) + (place?.width ?? 0))
    // The page beside the window stays usable.
    await visitor.page.getByTestId('theme-button').click()
    await visitor.page.locator('[data-theme="light"] [data-testid="w3m-modal-card"]').waitFor()
  }),
)

test(
  'connecting shows the account, disconnecting shows the wallets again, and neither has a Back button',
  visiting(embedded, async (visitor) => {
    await visitor.devWallet.click()
    await visitor.view('Account').waitFor()
    await visitor.reads('address', VISITOR)
    expect(await visitor.page.getByTestId('header-back').count()).toBe(0)
    await region(visitor).getByTestId('disconnect-button').click()
    await visitor.devWallet.waitFor()
    await visitor.reads('status', 'disconnected')
    expect(await visitor.page.getByTestId('header-back').count()).toBe(0)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'the embedded window never closes: not by Escape, not by a press beside it, not by the page',
  visiting(embedded, async (visitor) => {
    await visitor.devWallet.focus()
    await visitor.page.keyboard.press('Escape')
    await visitor.page.mouse.click(5, 300)
    await visitor.onPage((modal) => modal.close())
    await visitor.settled()
    await visitor.devWallet.waitFor()
    await visitor.onPage((modal) => modal.open({ view: 'Networks' }))
    await visitor.view('Networks').waitFor()
    await visitor.onPage((modal) => modal.close())
    await visitor.devWallet.waitFor()
  }),
)

test(
  'a returning visitor finds the account in the embedded window',
  visiting(embedded, async (visitor) => {
    await visitor.devWallet.click()
    await visitor.view('Account').waitFor()
    await visitor.page.reload()
    await visitor.view('Account').waitFor()
    expect(await visitor.asked('eth_requestAccounts')).toBe(0)
  }),
)

test(
  'a declined connection returns to the wallets',
  visiting({ query: { ...embedded.query, wallet: 'reject' } }, async (visitor) => {
    await visitor.devWallet.click()
    await region(visitor).getByText('Connection rejected').waitFor()
    await visitor.back()
    await visitor.devWallet.waitFor()
    expect(await visitor.page.getByTestId('header-back').count()).toBe(0)
  }),
)

test(
  'the window does not trap the focus, and keeps its place in the focus order',
  visiting(embedded, async (visitor) => {
    await visitor.devWallet.waitFor()
    expect(await visitor.focused()).toMatch(/^body/)
    await visitor.devWallet.focus()
    await visitor.page.keyboard.press('Enter')
    await visitor.view('Account').waitFor()
    await visitor.page.keyboard.press('Tab')
    expect(await visitor.focused()).toBe('button account-settings-address')
    await visitor.page.getByTestId('theme-button').focus()
    expect(await visitor.focused()).toBe('button theme-button')
    await visitor.inWallet((wallet) => wallet.lock())
    await visitor.devWallet.waitFor()
    expect(await visitor.focused()).toBe('button theme-button')
  }),
)

test(
  'in the embedded window, too, a wallet on an unsupported network is asked to switch',
  visiting({ query: { ...embedded.query, wallet: 'wrong-chain' } }, async (visitor) => {
    await visitor.devWallet.click()
    await visitor.view('UnsupportedChain').waitFor()
    await visitor.choose('Portico Local')
    await visitor.view('Account').waitFor()
    await visitor.reads('chain-id', '31337')
  }),
)
