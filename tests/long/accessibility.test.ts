import { violations } from '../browser/support/axe.ts'
import { closeBrowser, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

test(
  'axe finds nothing in the embedded window',
  visiting({ query: { embed: 1, options: { prefetch: 'idle' } } }, async (visitor) => {
    await visitor.devWallet.waitFor()
    expect(await violations(visitor)).toEqual([])
  }),
)

test(
  'the check can fail: it finds a button without a name and a text with low contrast',
  visiting({}, async (visitor) => {
    await visitor.open()
    await visitor.page.getByTestId('help-button').evaluate((button) => button.removeAttribute('aria-label'))
    await visitor.title.evaluate((title) => {
      title.style.color = '#444'
    })
    const found = (await violations(visitor)).join()
    expect(found).toContain('button-name')
    expect(found).toContain('color-contrast')
  }),
)

test(
  'the window is a dialog named by its title, and announces its changes',
  visiting({ query: { wallet: 'hang' } }, async (visitor) => {
    await visitor.open()
    await visitor.page.getByRole('dialog', { name: 'Connect wallet', exact: true }).waitFor()
    expect(await visitor.dialog.getAttribute('aria-modal')).toBe('true')
    await visitor.devWallet.click()
    await visitor.page.getByRole('dialog', { name: 'Portico Dev Wallet', exact: true }).waitFor()
    await visitor.dialog.getByRole('status').filter({ hasText: 'Continue in Portico Dev Wallet' }).waitFor()
    await visitor.back()
    await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
    await visitor.devWallet.click()
    await visitor.dialog.getByRole('alert').filter({ hasText: 'Connection rejected' }).waitFor()
  }),
)
