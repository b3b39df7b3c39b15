import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { sceneName } from './scene.ts'
import { SCENES } from './scenes.ts'

/** Texts that stand outside of their box, or are cut off without an ellipsis that says so. */
export const clippedTexts = (visitor: Visit) =>
  visitor.page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    const card = root?.querySelector('[data-testid="w3m-modal-card"]')
    if (!root || !card) return ['there is no window']
    const frame = card.getBoundingClientRect()
    return [...card.querySelectorAll<HTMLElement>('*')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => {
        const style = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        if (style.clipPath !== 'none' || box.width === 0) return false
        const leaves = box.left < frame.left - 1 || box.right > frame.right + 1
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
        return leaves || (isCut && style.textOverflow !== 'ellipsis' && style.display !== 'inline')
      })
      .map((element) => `${element.className}: ${element.textContent}`)
  })

/** One test for each scene: in this language and on this width every text can be read. */
export function testScenes(locale: string, width: number): void {
  afterAll(closeBrowser)

  describe(`in ${locale} on ${width} px`, () => {
    test.each(SCENES.map((scene) => [sceneName(scene), scene] as const))(
      'no text of %s is clipped and nothing is wider than the window',
      (_, scene) =>
        visiting(
          {
            query: { ...scene.query, locale },
            viewport: { width, height: 800 },
            hasTouch: scene.touch ?? false,
            prepare: async (context) => {
              await scene.prepare?.(context)
            },
          },
          async (visitor) => {
            await scene.go(visitor)
            await visitor.view(scene.within ?? scene.view).waitFor()
            expect(await clippedTexts(visitor)).toEqual([])
            const overflow = await visitor.page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            )
            expect(overflow).toBeLessThanOrEqual(0)
          },
        )(),
    )
  })
}
