export type Rgb = readonly [red: number, green: number, blue: number]

const CHANNEL = /^(\d{1,3}(?:\.\d+)?)(%?)$/
const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
/** Values are separated by commas or spaces. Transparent colors do not count, so alpha can only be `1` or `100%`. */
const FUNCTION = /^(rgb|hsl)a?\(\s*([^()]{1,60})\)$/i
const ANGLE = /^(-?\d{1,3}(?:\.\d+)?)(?:deg)?$/
const SHARE = /^(\d{1,3}(?:\.\d+)?)%$/

const byte = (text: string): number | undefined => {
  const [, digits, isShare] = CHANNEL.exec(text) ?? []
  const value = (Number(digits) * (isShare ? 255 : 100)) / 100
  return value <= 255 ? Math.round(value) : undefined
}

const share = (text: string): number | undefined => {
  const value = Number(SHARE.exec(text)?.[1])
  return value <= 100 ? value / 100 : undefined
}

/** CSS Color 4 §7.1 */
function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

function fromHex(text: string): Rgb {
  const digits =
    text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit) : (text.slice(1).match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

/** Reads `#rgb`, `#rrggbb`, opaque `rgb(…)` and `hsl(…)`; undefined for everything else that CSS allows. */
export function readColour(text: string): Rgb | undefined {
  const trimmed = text.trim()
  if (HEX.test(trimmed)) return fromHex(trimmed)
  const [, name, inside = ''] = FUNCTION.exec(trimmed) ?? []
  if (!name) return undefined
  const [first = '', second = '', third = '', alpha = '1', ...rest] = inside.split(/[\s,/]+/).filter(Boolean)
  if (rest.length > 0 || !/^(?:1(?:\.0+)?|100%)$/.test(alpha)) return undefined
  if (name.toLowerCase() === 'rgb') {
    const channels = [first, second, third].map(byte)
    return channels.includes(undefined) ? undefined : (channels as unknown as Rgb)
  }
  const [hue, saturation, lightness] = [Number(ANGLE.exec(first)?.[1]), share(second), share(third)]
  if (Number.isNaN(hue) || saturation === undefined || lightness === undefined) return undefined
  return fromHsl(((hue % 360) + 360) % 360, saturation, lightness)
}

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

export const cssOf = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`
