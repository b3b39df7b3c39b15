import { contrast } from '../../host/src/frame/theme.ts'
import { until } from '../../services/testing/until.ts'
import { frameOf, outcome, showApproval } from '../browser/support/approvals.ts'
import { approve, newAddress, signIn, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

type Rgb = [number, number, number]

/** The computed color of the first matching element inside the modal, as red, green, blue. */
async function colour(visitor: Visit, selector: string, property = 'backgroundColor'): Promise<Rgb> {
  const text = await visitor.page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name as 'color'], property)
  return rgbOf(text)
}

const rgbOf = (text: string): Rgb => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number) as Rgb

const card = '[data-testid="w3m-modal-card"]'
const luminous = ([r, g, b]: Rgb) => r + g + b > 380

test(
  'the window is dark unless the site says otherwise, and changes while it is open',
  visiting({}, async (visitor) => {
    await visitor.open()
    expect(luminous(await colour(visitor, card))).toBe(false)
    await visitor.onPage((modal) => modal.setThemeMode('light'))
    await visitor.page.locator(`[data-theme="light"] ${card}`).waitFor()
    expect(luminous(await colour(visitor, card))).toBe(true)
    expect(await visitor.onPage((modal) => modal.getThemeMode())).toBe('light')
    await visitor.onPage((modal) => modal.setThemeMode('dark'))
    await visitor.page.locator(`[data-theme="dark"] ${card}`).waitFor()
    expect(luminous(await colour(visitor, card))).toBe(false)
  }),
)

test(
  'a theme set before the window exists applies when it opens',
  visiting({ query: { options: { themeMode: 'light' } } }, async (visitor) => {
    await visitor.onPage((modal) => modal.setThemeMode('dark'))
    await visitor.open()
    expect(luminous(await colour(visitor, card))).toBe(false)
  }),
)

test(
  'a request is shown in the colors of the site, even if the site changes them during the request',
  visiting(withoutWallet({ defaultAccountTypes: { eip155: 'eoa' } }), async (visitor) => {
    await signIn(visitor, newAddress())
    const asked = await showApproval(visitor)
    const inside = async (testId: string) =>
      rgbOf(
        await frameOf(visitor)
          .getByTestId(testId)
          .evaluate((element) => getComputedStyle(element).backgroundColor),
      )
    expect(luminous(await inside('approval'))).toBe(false)
    await visitor.onPage((modal) => modal.setThemeMode('light'))
    await until(async () => luminous(await inside('approval')))
    await visitor.onPage((modal) => modal.setThemeVariables({ '--w3m-accent': 'rgb(0, 90, 30)' }))
    await until(async () => String(await inside('approve')) === '0,90,30')
    await approve(visitor)
    expect(await outcome(visitor, asked)).toMatch(/^0x/)
  }),
)

test.each([
  ['dark', '#101014'],
  ['light', '#fdfdf0'],
  ['dark', 'rgb(90, 90, 95)'],
  ['light', 'gold'],
] as const)('on %s an accent of %s is adjusted until it is visible and text on it is readable', (mode, accent) =>
  visiting({ query: { options: { themeMode: mode, themeVariables: { '--w3m-accent': accent } } } }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    const button = '[data-testid="receive-address-copy-button"]'
    const ground = await colour(visitor, button)
    expect(contrast(ground, await colour(visitor, button, 'color'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ground, await colour(visitor, card))).toBeGreaterThanOrEqual(3)
  })(),
)

test(
  'an accent with enough contrast is used unchanged; variables can be changed while the window is open',
  visiting({ query: { options: { themeVariables: { '--w3m-accent': '#00d395' } } } }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    const button = '[data-testid="receive-address-copy-button"]'
    expect(await colour(visitor, button)).toEqual([0, 211, 149])
    await visitor.onPage((modal) =>
      modal.setThemeVariables({ '--w3m-accent': '#ffb020', '--w3m-border-radius-master': '0px', '--w3m-z-index': 77 }),
    )
    await visitor.page.waitForFunction((selector) => {
      const root = document.querySelector('portico-modal')?.shadowRoot
      const style = root?.querySelector(selector) && getComputedStyle(root.querySelector(selector) as Element)
      return style?.borderRadius === '0px'
    }, button)
    expect(await visitor.page.locator('.ModalFrame-overlay').evaluate((node) => getComputedStyle(node).zIndex)).toBe(
      '77',
    )
  }),
)

test.each(['red; } * { display: none', 'url(http://localhost:1/x)', 'expression(1)', '', '0'])(
  'a theme variable of %p, which is not a color, changes nothing',
  (value) =>
    visiting(
      {
        query: {
          options: { themeVariables: { '--w3m-accent': value, '--w3m-font-family': '};', '--w3m-z-index': '1;' } },
        },
      },
      async (visitor) => {
        await visitor.connect()
        await visitor.openReceive()
        expect(await colour(visitor, '[data-testid="receive-address-copy-button"]')).toEqual([124, 140, 255])
      },
    )(),
)

test(
  'with reduced motion nothing is animated, and the window still opens',
  visiting({ reducedMotion: 'reduce' }, async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    await visitor.back()
    const moving = await visitor.page.evaluate(() =>
      [...(document.querySelector('portico-modal')?.shadowRoot?.querySelectorAll('*') ?? [])].flatMap((element) =>
        element.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration)),
      ),
    )
    expect(moving.filter((duration) => duration > 1)).toEqual([])
  }),
)

test(
  'with forced colors every control has an edge and every color is a system color',
  visiting({ forcedColors: 'active' }, async (visitor) => {
    await visitor.open()
    const row = visitor.devWallet
    const edge = await row.evaluate((element) => {
      const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(element)
      return { borderTopColor, borderTopStyle, borderTopWidth }
    })
    expect(edge).toMatchObject({ borderTopStyle: 'solid', borderTopWidth: '1px' })
    expect(edge.borderTopColor).not.toBe('rgba(0, 0, 0, 0)')
    const system = await visitor.page.evaluate(() => {
      const probe = document.createElement('div')
      document.body.append(probe)
      const colours = ['Canvas', 'CanvasText'].map((name) => {
        probe.style.color = name
        return getComputedStyle(probe).color
      })
      probe.remove()
      return colours
    })
    expect(`rgb(${(await colour(visitor, card)).join(', ')})`).toBe(system[0])
    expect(`rgb(${(await colour(visitor, '[data-testid="w3m-header-text"]', 'color')).join(', ')})`).toBe(system[1])
    await visitor.devWallet.click()
    await visitor.dialog.waitFor({ state: 'detached' })
  }),
)
