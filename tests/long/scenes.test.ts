import { violations } from '../browser/support/axe.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { clippedTexts, overflow } from '../scenes/clipping.ts'
import { sceneName } from '../scenes/scene.ts'
import { SCENES } from '../scenes/scenes.ts'
import { unstyledElements } from '../scenes/unstyled.ts'

/**
 * Gets every view into every state only once, because that takes longer than the checks. The texts are from a
 * pseudo-locale that is a third longer than English, and each width is checked in both directions.
 */

afterAll(closeBrowser)

const WIDTHS = [1280, 390, 320]

/** The layout effect of the right-to-left pseudo-locale; `rtl.test.ts` checks its texts. */
const setDirection = (visitor: Visit, direction: 'ltr' | 'rtl') =>
  visitor.page.evaluate((dir) => {
    document.querySelector('portico-modal')?.shadowRoot?.querySelector('.ModalFrame')?.setAttribute('dir', dir)
  }, direction)

async function expectReadable(visitor: Visit, where: string): Promise<void> {
  await visitor.settled()
  expect({ where, clipped: await clippedTexts(visitor) }).toEqual({ where, clipped: [] })
  expect({ where, isWider: (await overflow(visitor)) > 0 }).toEqual({ where, isWider: false })
}

test.each(SCENES.map((scene) => [sceneName(scene), scene] as const))(
  '%s: axe finds nothing, dark and light, and no text is clipped, at any width and in either direction',
  (_, { view, within = view, query = {}, touch = false, prepare, go }) =>
    visiting(
      { query: { ...query, locale: 'en-XA' }, hasTouch: touch, prepare: async (context) => prepare?.(context) },
      async (visitor) => {
        await go(visitor)
        await visitor.view(within).waitFor()
        // A view slides in from the side where its language begins.
        await visitor.settled()
        await visitor.stands()
        for (const width of WIDTHS) {
          await visitor.page.setViewportSize({ width, height: 800 })
          for (const direction of ['rtl', 'ltr'] as const) {
            await setDirection(visitor, direction)
            await expectReadable(visitor, `${direction} on ${width} px`)
          }
        }
        await visitor.page.setViewportSize({ width: 1280, height: 800 })
        expect(await unstyledElements(visitor)).toEqual([])
        expect(await violations(visitor)).toEqual([])
        await visitor.onPage((modal) => modal.setThemeMode('light'))
        await visitor.page.locator('[data-theme="light"] [data-testid="w3m-modal-card"]').waitFor()
        expect(await violations(visitor, ['color-contrast'])).toEqual([])
      },
    )(),
)
