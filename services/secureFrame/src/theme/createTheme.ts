import type { Handlers } from '../messages/channel.ts'
import { contrast, cssOf, type Rgb, readColour } from './colours.ts'

export type WantedTheme = Parameters<Handlers['SYNC_THEME']>[0]

type Mode = 'dark' | 'light'
/** From `tokens.css`. */
const SURFACE: Readonly<Record<Mode, Rgb>> = { dark: [20, 20, 22], light: [255, 255, 255] }
const INK: readonly Rgb[] = [
  [14, 14, 16],
  [255, 255, 255],
]
/** The later one wins, as in the modal. */
const PREFIXES = ['--w3m-', '--apkt-', '--portico-']

const LENGTH = /^(\d{1,2}(?:\.\d{1,2})?)px$/
const STEP_PX = 4
/** The modal's values at `STEP_PX`. */
const RADII = { '--w-radius-row': 14, '--w-radius-control': 12, '--w-radius-logo': 10, '--w-radius-tag': 6 } as const

/** An accent that is visible on the surface, with readable ink; undefined if it is not. */
function readableAccent(text: string, mode: Mode) {
  const accent = readColour(text)
  if (!accent || contrast(accent, SURFACE[mode]) < 3) return undefined
  const ink = INK.find((candidate) => contrast(candidate, accent) >= 4.5)
  return ink && { accent: cssOf(accent), ink: cssOf(ink) }
}

/**
 * What the page may change of the frame's look: dark or light, the accent, and corner radii. Not the background, the
 * text or its font: a page could make what is signed unreadable. Values are parsed by a grammar of our own and written
 * anew, never passed on.
 * @param root the element with the tokens
 */
export function createTheme(root: HTMLElement, prefersLight: () => boolean) {
  let mode: Mode | undefined
  let accent: string | undefined
  let radius: string | undefined

  function set(name: string, value: string | undefined) {
    if (value === undefined) root.style.removeProperty(name)
    else root.style.setProperty(name, value)
  }

  function draw() {
    const shown = mode ?? (prefersLight() ? 'light' : 'dark')
    if (mode) root.dataset.theme = mode
    const readable = accent === undefined ? undefined : readableAccent(accent, shown)
    set('--w-color-accent', readable?.accent)
    set('--w-color-on-accent', readable?.ink)
    const px = Number(LENGTH.exec(radius ?? '')?.[1])
    const scale = Number.isNaN(px) ? undefined : Math.min(px / STEP_PX, 2)
    for (const [name, standard] of Object.entries(RADII)) {
      set(name, scale === undefined ? undefined : `${Math.round(standard * scale * 100) / 100}px`)
    }
  }

  return {
    apply({ themeMode, themeVariables = {}, w3mThemeVariables = {} }: WantedTheme): void {
      const given = (name: string) => {
        const values = PREFIXES.map((prefix) => themeVariables[`${prefix}${name}`]).filter(
          (value) => value !== undefined,
        )
        return values.length > 0 ? String(values.at(-1)) : undefined
      }
      mode = themeMode ?? mode
      accent = given('accent') ?? w3mThemeVariables['--w3m-accent'] ?? accent
      radius = given('border-radius-master') ?? radius
      draw()
    },
  }
}
export type Theme = ReturnType<typeof createTheme>
