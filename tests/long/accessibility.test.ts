import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ContextObject } from 'axe-core'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { SCENES, sceneName } from '../scenes/scenes.ts'

afterAll(closeBrowser)

const AXE = readFileSync(createRequire(import.meta.filename).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe has to say about the window, in words; it cannot judge what still moves. */
async function violations(visitor: Visit): Promise<string[]> {
  if (!(await visitor.page.evaluate(() => 'axe' in window))) await visitor.page.evaluate(AXE)
  await visitor.stands()
  return visitor.page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: { run(context: ContextObject, options: object): Promise<AxeResults> }
    }
    const found = await axe.run(
      { include: [{ fromShadowDom: ['portico-modal', '.ModalFrame'] }] } as unknown as ContextObject,
      { runOnly: tags, resultTypes: ['violations'] },
    )
    if (found.passes.length === 0) return ['axe has looked at nothing']
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`),
    )
  }, WCAG)
}

test.each(SCENES.map((scene) => [sceneName(scene), scene] as const))(
  'axe finds nothing on %s, dark and light',
  (_, { view, query = {}, touch = false, prepare, go }) =>
    visiting({ query, hasTouch: touch, prepare: async (context) => prepare?.(context) }, async (visitor) => {
      await go(visitor)
      await visitor.view(view).waitFor()
      expect(await violations(visitor)).toEqual([])
      await visitor.onPage((modal) => modal.setThemeMode('light'))
      await visitor.page.locator('[data-theme="light"] [data-testid="w3m-modal-card"]').waitFor()
      expect(await violations(visitor)).toEqual([])
    })(),
)

test(
  'axe finds nothing on the window as a part of the page',
  visiting({ query: { embed: 1, options: { prefetch: 'idle' } } }, async (visitor) => {
    await visitor.devWallet.waitFor()
    expect(await violations(visitor)).toEqual([])
  }),
)

test(
  'axe finds nothing with the colours that the system forces',
  visiting({ forcedColors: 'active' }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    expect(await violations(visitor)).toEqual([])
  }),
)

test(
  'the check can fail: a button without a name and a text that is too pale are found',
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
  'the window is a dialog that is named by its title, and what happens in it is said aloud',
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

test(
  'controls are found by what they are and what they say',
  visiting({}, async (visitor) => {
    await visitor.open()
    const wallets = visitor.dialog.getByRole('group', { name: 'Wallets', exact: true })
    await wallets.getByRole('button', { name: /Portico Dev Wallet/ }).click()
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.openAccount()
    await visitor.dialog.getByRole('navigation', { name: 'What you can do' }).waitFor()
    await visitor.dialog.getByRole('button', { name: 'Receive' }).click()
    await visitor.dialog.getByRole('img', { name: /0xf39F/i }).waitFor()
    await visitor.dialog.getByRole('button', { name: 'Back' }).click()
    await visitor.dialog.getByRole('button', { name: 'Choose network, now Portico Local' }).click()
    const list = visitor.dialog.getByRole('group', { name: 'Choose network' })
    expect(await list.getByRole('button', { name: 'Portico Local' }).getAttribute('aria-current')).toBe('true')
    await visitor.dialog.getByRole('button', { name: 'Close' }).click()
    await visitor.dialog.waitFor({ state: 'detached' })
  }),
)
