/** The prefixes of a site's theme variables (views.md §25.1). `--apkt-` wins over `--w3m-`. */
const PREFIXES = ['--w3m-', '--apkt-', '--portico-']

type Rgb = readonly [red: number, green: number, blue: number]
type Variables = Readonly<Record<string, string | number>>

const SURFACE: Record<'dark' | 'light', Rgb> = { dark: [20, 20, 22], light: [255, 255, 255] }
/** The accents of `tokens.css`, which other colors are mixed with if the site sets no accent. */
const ACCENT: Record<'dark' | 'light', Rgb> = { dark: [124, 140, 255], light: [67, 83, 232] }
const INK: readonly Rgb[] = [
  [14, 14, 16],
  [255, 255, 255],
]

/** Relative luminance and contrast ratio, as defined in WCAG 2.2. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Any CSS color as numbers, as the browser resolves it. Undefined if invalid. */
function resolve(color: string): Rgb | undefined {
  if (typeof document === 'undefined' || !CSS.supports('color', color)) return undefined
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data
  return r === undefined || g === undefined || b === undefined ? undefined : [r, g, b]
}

const mix = (a: Rgb, b: Rgb, share: number) =>
  a.map((channel, index) => Math.round(channel * (1 - share) + (b[index] ?? 0) * share)) as unknown as Rgb

const css = ([r, g, b]: Rgb) => `rgb(${r} ${g} ${b})`

/** Mixes the accent with white or black until it is visible on the surface (3:1) and an ink readable on it (4.5:1). */
export function readableAccent(accent: Rgb, mode: 'dark' | 'light'): { accent: Rgb; ink: Rgb } {
  const away: Rgb = mode === 'dark' ? [255, 255, 255] : [0, 0, 0]
  for (let share = 0; share <= 1; share += 0.05) {
    const candidate = mix(accent, away, share)
    const ink = [...INK].sort((a, b) => contrast(b, candidate) - contrast(a, candidate))[0] as Rgb
    if (contrast(candidate, SURFACE[mode]) >= 3 && contrast(candidate, ink) >= 4.5) return { accent: candidate, ink }
  }
  return { accent: away, ink: SURFACE[mode] }
}

/** The values of `tokens.css`, in pixels. */
const RADII = { frame: 20, sheet: 24, row: 14, control: 12, logo: 10, tag: 6 }
const LENGTH = /^\d+(\.\d+)?px$/

/** The custom properties that follow from a site's variables. Values that CSS would reject are dropped. */
export function themeProperties(variables: Variables, mode: 'dark' | 'light'): Record<string, string> {
  const given = (name: string): string | undefined => {
    for (const prefix of [...PREFIXES].reverse()) {
      const value = variables[`${prefix}${name}`]
      if (value !== undefined && String(value).trim()) return String(value).trim()
    }
    return undefined
  }
  const properties: Record<string, string> = {}

  const font = given('font-family')
  if (font && CSS.supports('font-family', font)) properties['--w-font'] = font

  const radius = given('border-radius-master')
  if (radius && LENGTH.test(radius)) {
    const scale = Math.min(Number.parseFloat(radius) / 4, 2)
    for (const [name, standard] of Object.entries(RADII)) properties[`--w-radius-${name}`] = `${standard * scale}px`
  }

  const size = given('font-size-master')
  if (size && LENGTH.test(size))
    properties['--w-scale'] = String(Math.min(Math.max(Number.parseFloat(size) / 10, 0.8), 1.2))

  const zIndex = given('z-index')
  if (zIndex && /^\d+$/.test(zIndex)) properties['--w-z-index'] = zIndex

  const own = given('accent') && resolve(given('accent') ?? '')
  const mixed = given('color-mix') && resolve(given('color-mix') ?? '')
  const strength = Math.min(Math.max(Number(given('color-mix-strength') ?? 0), 0), 100) / 100
  const base = own || (mixed && ACCENT[mode])
  if (base) {
    const { accent, ink } = readableAccent(mixed ? mix(base, mixed, strength) : base, mode)
    properties['--w-color-accent'] = css(accent)
    properties['--w-color-on-accent'] = css(ink)
  }

  const qr = given('qr-color') && resolve(given('qr-color') ?? '')
  // A QR code with too little contrast is not used, because a camera cannot read it.
  if (qr && contrast(qr, [255, 255, 255]) >= 4.5) properties['--w-color-qr'] = css(qr)
  return properties
}
