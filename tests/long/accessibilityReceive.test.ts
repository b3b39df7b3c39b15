import { violations } from '../browser/support/axe.ts'
import { closeBrowser, visiting } from '../browser/support/visit.ts'

/** A whole journey through the window, including a picture that needs an accessible name: the QR code of an address. */

afterAll(closeBrowser)

test(
  'axe finds nothing with forced colors',
  visiting({ forcedColors: 'active' }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    expect(await violations(visitor)).toEqual([])
  }),
)

test(
  'controls are found by role and name',
  visiting({}, async (visitor) => {
    await visitor.open()
    const wallets = visitor.dialog.getByRole('group', { name: 'Wallets', exact: true })
    await wallets.getByRole('button', { name: /Portico Dev Wallet/ }).click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.openAccount()
    await visitor.dialog.getByRole('navigation', { name: 'Actions' }).waitFor()
    await visitor.dialog.getByRole('button', { name: 'Receive' }).click()
    await visitor.dialog.getByRole('img', { name: /0xf39F/i }).waitFor()
    await visitor.dialog.getByRole('button', { name: 'Back' }).click()
    await visitor.dialog.getByRole('button', { name: 'Choose network, currently Portico Local' }).click()
    const list = visitor.dialog.getByRole('group', { name: 'Choose network' })
    expect(await list.getByRole('button', { name: 'Portico Local' }).getAttribute('aria-current')).toBe('true')
    await visitor.dialog.getByRole('button', { name: 'Close' }).click()
    await visitor.dialog.waitFor({ state: 'detached' })
  }),
)
