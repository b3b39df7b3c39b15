import type { Handlers } from '../messages/channel.ts'
import { contrast, cssOf, type Rgb, readColour } from './colours.ts'

export type WantedTheme = Parameters<Handlers['SYNC_THEME']>[0]

type Mode = 'dark' | 'light'
/** The surface colors of `tokens.css`. */
const SURFACE: Readonly<Record<Mode, Rgb>> = { dark: [20, 20, 22], light: [255, 255, 255] }
const INK: readonly Rgb[] = [
  [14, 14, 16],
  [255, 255, 255],
]
/** The last prefix that is present wins, as in the modal. */
const PREFIXES = ['--w3m-', '--apkt-', '--portico-']

const LENGTH = /^(\d{1,2}(?:\.\d{1,2})?)px$/
const STEP_PX = 4
/** The modal's radii in pixels, if the page sets `STEP_PX`. */
const RADII = { '--w-radius-row': 14, '--w-radius-control': 12, '--w-radius-logo': 10, '--w-radius-tag': 6 } as const

/** An accent and readable ink on it; undefined if the accent is not visible on the surface. */
function readableAccent(text: string, mode: Mode) {
  const accent = readColour(text)
  if (!accent || contrast(accent, SURFACE[mode]) < 3) return undefined
  const ink = INK.find((candidate) => contrast(candidate, accent) >= 4.5)
  return ink && { accent: cssOf(accent), ink: cssOf(ink) }
}

/**
 * The part of the frame's look that the page may change: dark or light, the accent, and corner radii. The page must not
 * change the background, the text or its font, because it could make the request unreadable. Values are parsed by a
 * strict grammar and formatted again, never passed on.
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
