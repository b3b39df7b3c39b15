import { words } from '../../../words.ts'

/**
 * The vocabulary that an image may use. Everything else is removed with its content: scripts, `foreignObject`,
 * animations, `feImage`, `marker` (drawn once for each point of a line), and future additions to SVG.
 */

export const ELEMENTS = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath image style
  linearGradient radialGradient stop clipPath mask pattern
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset
`)

/** The elements that draw their text. In other elements, text is only whitespace between the tags. */
export const TEXT_ELEMENTS = words('text tspan textPath')

/** Elements that have no meaning without a reference. */
export const NEEDS_HREF = words('use image textPath')

/** Attributes that are mostly also CSS properties. */
export const PROPERTIES = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction display
  dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust
  font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor
  text-decoration text-rendering text-transform transform transform-box transform-origin unicode-bidi vector-effect visibility
  white-space word-spacing writing-mode
`)

/** Attributes that have no meaning in CSS, or an unwanted one. */
export const ATTRIBUTES = words(`
  amount class clipPathUnits cx cy d dx dy exponent fr fx fy gradientTransform gradientUnits height id in in2 intercept k1 k2 k3
  k4 lengthAdjust mask-type maskContentUnits maskUnits method mode offset operator pathLength patternContentUnits
  patternTransform patternUnits points preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry side slope
  spacing spreadMethod startOffset stdDeviation tableValues textLength type values version viewBox width x x1 x2 xml:space y y1
  y2
`)

/** The functions that values may use. `url` is checked separately. */
export const FUNCTIONS = words(`
  calc clamp max min rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy blur
  brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
`)
