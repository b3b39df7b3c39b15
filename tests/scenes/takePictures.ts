import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'
import { FRAME_SCENES } from './frameScenes.ts'
import { type Scene, sceneName } from './scene.ts'
import { areThere, SCENES } from './scenes.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'screens')
const THEMES = ['dark', 'light'] as const
const WIDTHS = [1280, 390] as const

/** The views of the contact sheet, in order. */
const MAIN = [
  'Connect-filled',
  'ConnectingExternal-loading',
  'Account-filled',
  'WalletReceive-filled',
  'Networks-filled',
  'UnsupportedChain-filled',
]

/**
 * Waits until nothing moves except endless animations, delayed wait indicators are shown, and every image is loaded.
 * Contains no named function, because it is sent as text.
 */
async function settled(visitor: Visit): Promise<void> {
  await visitor.page.waitForFunction(
    () => !document.querySelector('portico-modal')?.shadowRoot?.querySelector('.Skeleton:not(.Skeleton-shown)'),
  )
  await visitor.page.evaluate(async () => {
    for (;;) {
      const elements = [...(document.querySelector('portico-modal')?.shadowRoot?.querySelectorAll('*') ?? [])]
      const moving = elements
        .flatMap((element) => element.getAnimations())
        .filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY && one.playState === 'running')
      await Promise.allSettled(elements.map((element) => element instanceof HTMLImageElement && element.decode()))
      // The end of an animation may start another one.
      if (moving.length === 0) break
      await Promise.allSettled(moving.map(({ finished }) => finished))
    }
  })
}

async function picture(
  scene: Scene,
  theme: string,
  width: number,
  extra: Record<string, unknown> = {},
): Promise<Buffer> {
  const options = { ...(scene.query?.options as object | undefined), themeMode: theme }
  const visitor = await visit({
    query: { ...scene.query, ...extra, options },
    viewport: { width, height: width < 500 ? 844 : 800 },
    hasTouch: scene.touch ?? width < 500,
    deviceScaleFactor: 2,
    prepare: async (context) => {
      await scene.prepare?.(context)
    },
  })
  try {
    await scene.go(visitor)
    await settled(visitor)
    return await visitor.page.screenshot({ caret: 'hide' })
  } finally {
    await visitor.end()
  }
}

/** Six desktop windows, cut out of their pages, dark above light. */
async function contactSheet(): Promise<void> {
  const visitor = await visit({ viewport: { width: 1280, height: 960 }, deviceScaleFactor: 2 })
  const images = THEMES.flatMap((theme) =>
    MAIN.map((name) => readFileSync(join(FOLDER, `${name}-${theme}-1280.png`)).toString('base64')),
  )
  await visitor.page.setContent(
    `<body style="margin:0;background:#d9d7d2"><div style="display:grid;grid-template-columns:repeat(6,1fr);gap:8px;padding:8px">${images
      .map(
        (image) => `<div style="height:464px;background:url(data:image/png;base64,${image}) center/690px auto"></div>`,
      )
      .join('')}</div>`,
  )
  mkdirSync(join(ROOT, 'docs/images'), { recursive: true })
  await visitor.page.screenshot({ path: join(ROOT, 'docs/images/contact-sheet.png') })
  await visitor.end()
}

/** Takes the pictures of scenes whose name contains `pattern`, and the contact sheet if those are all scenes. */
export async function takePictures(pattern: string, hasLocales: boolean): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const scene of [...SCENES, ...areThere(FRAME_SCENES)].filter((one) => sceneName(one).includes(pattern))) {
    for (const theme of THEMES) {
      for (const width of WIDTHS) {
        writeFileSync(join(FOLDER, `${sceneName(scene)}-${theme}-${width}.png`), await picture(scene, theme, width))
      }
    }
    for (const locale of hasLocales ? ['ar-XB', 'en-XA'] : []) {
      writeFileSync(join(FOLDER, `${sceneName(scene)}-${locale}.png`), await picture(scene, 'dark', 390, { locale }))
    }
    console.log(sceneName(scene))
  }
  if (!pattern) await contactSheet()
  await closeBrowser()
}
