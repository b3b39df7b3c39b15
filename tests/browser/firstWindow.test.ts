import { mkdirSync } from 'node:fs'
import type { BrowserContext } from 'playwright-core'
import { shellUrl } from './support/deployment.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

const SHELL = shellUrl('shell.js')

/** Keeps the shell back until it is let go. */
function holding() {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  return {
    prepare: (context: BrowserContext) =>
      context.route(SHELL, async (route) => {
        await held
        await route.continue()
      }),
    release,
  }
}
const shots = process.env.SHOTS ?? ''
if (shots) mkdirSync(shots, { recursive: true })
const shot = ({ page }: Visit, name: string) => (shots ? page.screenshot({ path: `${shots}/${name}.png` }) : undefined)
const press = ({ page }: Visit) => page.getByTestId('connect-button').click()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe.each([
  ['desktop', {}],
  ['phone', PHONE],
  ['narrow', { viewport: { width: 320, height: 640 } }],
] as const)('%s', (name, device) => {
  test.each(['dark', 'light'] as const)('%s', async (themeMode) => {
    const { prepare, release } = holding()
    await visiting({ ...device, prepare, query: { options: { themeMode } } }, async (visitor) => {
      await press(visitor)
      await visitor.firstWindow.waitFor()
      await shot(visitor, `${name}-${themeMode}-1`)
      release()
      await visitor.devWallet.waitFor()
      await shot(visitor, `${name}-${themeMode}-2`)
    })()
  })
})
