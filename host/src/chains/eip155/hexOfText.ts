/**
 * The UTF-8 bytes of a text in hexadecimal, as `personal_sign` takes them. Does not use `chains/bytes`, which would add
 * 0.5 kB to what loads before an EVM account shows.
 */
export const hexOfText = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
