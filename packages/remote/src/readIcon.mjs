import svgpath from 'svgpath'

/*
 * A remote's icons are part of the signed index, and the host draws them among its own. So nothing of an SVG is kept
 * except its outline, as one path in a box of 20 by 20, which the host strokes like its own icons.
 */

const BOX = 20
const LENGTH_MAX = 2_000
const NUMBER = '[-+]?\\d*\\.?\\d+(?:[eE][-+]?\\d+)?'

/** @param {string} text @returns {Record<string, string>} */
const attributesOf = (text) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name, a, b]) => [name, a ?? b]),
  )

/** @param {Record<string, string>} attributes @param {string} name @param {string} [standard] */
function number(attributes, name, standard) {
  const text = attributes[name] ?? standard ?? ''
  if (!new RegExp(`^${NUMBER}$`).test(text)) throw new Error(`${name}="${text}" is not a number`)
  return Number(text)
}

/** @param {string} points */
const corners = (points) => (points.match(new RegExp(NUMBER, 'g')) ?? []).join(' ')

/** Each shape as path data. @type {Record<string, (attributes: Record<string, string>) => string>} */
const SHAPES = {
  path: ({ d = '' }) => d,
  line: (at) => `M${number(at, 'x1', '0')} ${number(at, 'y1', '0')}L${number(at, 'x2', '0')} ${number(at, 'y2', '0')}`,
  polyline: ({ points = '' }) => `M${corners(points)}`,
  polygon: ({ points = '' }) => `M${corners(points)}Z`,
  circle: (at) => ellipse(number(at, 'cx', '0'), number(at, 'cy', '0'), number(at, 'r'), number(at, 'r')),
  ellipse: (at) => ellipse(number(at, 'cx', '0'), number(at, 'cy', '0'), number(at, 'rx'), number(at, 'ry')),
  rect(at) {
    if (at.rx || at.ry) throw new Error('a <rect> with round corners has to be drawn as a <path>')
    const [width, height] = [number(at, 'width'), number(at, 'height')]
    return `M${number(at, 'x', '0')} ${number(at, 'y', '0')}h${width}v${height}h${-width}Z`
  },
}

/** @param {number} x @param {number} y @param {number} rx @param {number} ry */
const ellipse = (x, y, rx, ry) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`

/**
 * The outline of an SVG, as path data in a box of 20 by 20.
 * @param {string} svg `<svg viewBox="0 0 24 24">` with `path`, `line`, `polyline`, `polygon`, `circle`, `ellipse` and
 *   `rect`. Colours and widths are the host's.
 * @returns {string}
 * @throws Error with the reason if the SVG contains anything else
 */
export function readIcon(svg) {
  const [, head = '', body = ''] = /^\s*<svg\b([^>]*)>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? []
  const [, size] = new RegExp(`^0 0 (${NUMBER}) \\1$`).exec(attributesOf(head).viewBox ?? '') ?? []
  if (!size || Number(size) <= 0) throw new Error('it must be an <svg> with a square viewBox, like viewBox="0 0 24 24"')
  const outlines = []
  let rest = body.trim()
  while (rest) {
    const [element, name = '', attributes = ''] = /^<(\w+)\b([^<>]*?)\s*(?:\/>|><\/\1>)/.exec(rest) ?? []
    const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined
    if (!element || !shape)
      throw new Error(`it may only contain ${Object.keys(SHAPES).join(', ')}: ${rest.slice(0, 40)}`)
    const given = attributesOf(attributes)
    if (given.transform) throw new Error('a transform has to be applied to the shape itself')
    // Each on its own: the first point of a path is absolute, even if its letter is small.
    const outline = svgpath(shape(given))
      .scale(BOX / Number(size))
      .abs()
      .round(2)
    const { err } = /** @type {{ err?: string }} */ (/** @type {unknown} */ (outline))
    if (err) throw new Error(err)
    outlines.push(outline.toString())
    rest = rest.slice(element.length).trim()
  }
  const text = outlines.join('')
  if (!text) throw new Error('it is empty')
  if (text.length > LENGTH_MAX) throw new Error(`its outline is longer than ${LENGTH_MAX} characters`)
  return text
}
