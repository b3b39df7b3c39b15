import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_APPLICABLE, SCENES, STATES, sceneName } from '../scenes/scenes.ts'
import { stack } from './support/stack.ts'
import { closeBrowser, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** The host's own views as its source lists them, and those of every remote that is deployed. */
function allViews(): string[] {
  const core = readFileSync(join(import.meta.dirname, '../../host/src/core.ts'), 'utf8')
  const own = [...core.slice(core.indexOf('CORE_VIEWS')).matchAll(/^ {2}(\w+): own\(/gm)].map((match) => match[1] ?? '')
  const remotes = join(stack.dist, 'remotes')
  const remote = readdirSync(remotes).flatMap((id) =>
    readdirSync(join(remotes, id)).flatMap((version) =>
      Object.keys(JSON.parse(readFileSync(join(remotes, id, version, 'half.json'), 'utf8')).views),
    ),
  )
  return [...new Set([...own, ...remote])]
}

test('every view has a picture of each state, or a reason why it cannot be in it', () => {
  const views = allViews()
  expect(views.length).toBeGreaterThan(10)
  const missing = views.flatMap((view) =>
    STATES.filter(
      (state) =>
        !SCENES.some((scene) => scene.view === view && scene.state === state) && !NOT_APPLICABLE[view]?.[state],
    ).map((state) => `${view}-${state}`),
  )
  expect(missing).toEqual([])
})

/** Texts that stand outside of their box, or are cut off without an ellipsis that says so. */
const clippedTexts = (visitor: Visit) =>
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

describe.each([
  { locale: 'en', width: 1280 },
  { locale: 'en-XA', width: 320 },
  { locale: 'ar-XB', width: 390 },
])('in $locale on $width px', ({ locale, width }) => {
  test.each(SCENES.map((scene) => [sceneName(scene), scene] as const))(
    'no text of %s is clipped and nothing is wider than the window',
    (_, scene) =>
      visiting(
        {
          query: { ...scene.query, locale },
          viewport: { width, height: 800 },
          prepare: async (context) => {
            await scene.prepare?.(context)
          },
        },
        async (visitor) => {
          await scene.go(visitor)
          await visitor.view(scene.view).waitFor()
          expect(await clippedTexts(visitor)).toEqual([])
          const overflow = await visitor.page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow).toBeLessThanOrEqual(0)
        },
      )(),
  )
})
