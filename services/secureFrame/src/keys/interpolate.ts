/** x⁸ + x⁴ + x³ + x + 1, as in `shamir-secret-sharing`. */
const MODULUS = 0x11b
const BITS = 8
/** x²⁵⁴ is 1/x: the field has 255 elements that are not zero. */
const INVERSE_EXPONENT = 254

/** Multiplies in the field of 256 elements, in constant time and without a table. */
function multiply(one: number, other: number): number {
  let [product, shifted] = [0, one]
  for (let bit = 0; bit < BITS; bit += 1) {
    product ^= shifted & -((other >> bit) & 1)
    shifted = (shifted << 1) ^ (MODULUS & -(shifted >> (BITS - 1)))
  }
  return product
}

function inverse(one: number): number {
  let power = 1
  for (let count = 0; count < INVERSE_EXPONENT; count += 1) power = multiply(power, one)
  return power
}

/** The place (x coordinate) of a share's points. */
export const placeOf = (points: Uint8Array): number => points.at(-1) ?? 0

/**
 * Computes the share at another place from two shares of a 2-of-n split: each byte lies on the line through their bytes
 * (Lagrange).
 * @param one the points, followed by their place, in the format of `shamir-secret-sharing`
 * @param other a share at another place
 * @param place 1 to 255; at place zero is the secret itself
 */
export function interpolate(one: Uint8Array, other: Uint8Array, place: number): Uint8Array {
  const [here, there] = [placeOf(one), placeOf(other)]
  if (one.length !== other.length || here === there || place < 1 || place > 255) {
    throw new RangeError('Two shares at two places, and a place that is not zero, are needed')
  }
  // Addition and subtraction are both XOR in this field.
  const scale = inverse(here ^ there)
  const weights = [multiply(place ^ there, scale), multiply(place ^ here, scale)] as const
  const points = one.map((byte, index) => multiply(byte, weights[0]) ^ multiply(other[index] ?? 0, weights[1]))
  points[points.length - 1] = place
  return points
}
