import type { PreviewContext } from './context.ts'

/** Digits, and letters of other scripts, that look like a Latin capital. */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  Ԁ: 'D',
  Ԛ: 'Q',
  Ԝ: 'W',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  Ս: 'U',
  Օ: 'O',
  '0': 'O',
  '1': 'I',
  '5': 'S',
  $: 'S',
  '₮': 'T',
  '€': 'E',
  '£': 'L',
  '|': 'I',
  '!': 'I',
  Ð: 'D',
  Ꭰ: 'D',
  Ꮪ: 'S',
  Ꭼ: 'E',
}

/** The capital letters that people read in a symbol, without accents, marks and surrounding spaces. */
export function readAs(symbol: string): string {
  const plain = symbol
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .toUpperCase()
  return [...plain]
    .map((character) => DRAWN_LIKE[character] ?? character)
    .join('')
    .replace(/[^A-Z]/g, '')
}

/** A network's own coin can also have a contract. It is then one of the network's system contracts. */
const isSystemContract = (address: string) => /^0x0{20}/.test(address) || /0{20}$/.test(address)

/**
 * Whether a token falsely uses a symbol. The result contains the address of the genuine token, or no address when the
 * symbol is that of the network's own coin. Undefined when the token does not pretend, or when the network has no known
 * tokens.
 */
export function pretends(
  address: string,
  symbol: string | undefined,
  { genuine = {}, native }: Pick<PreviewContext, 'genuine' | 'native'>,
): { readonly address?: string } | undefined {
  const read = symbol === undefined ? '' : readAs(symbol)
  if (read === '' || Object.keys(genuine).length === 0) return undefined
  if (read === readAs(native.symbol)) return isSystemContract(address) ? undefined : {}
  const all = Object.hasOwn(genuine, read) ? genuine[read] : undefined
  return !all?.[0] || all.includes(address) ? undefined : { address: all[0] }
}
