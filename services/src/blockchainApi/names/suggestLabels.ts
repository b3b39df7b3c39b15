import { NAME_LABEL } from '@portico/contracts/services/names'

const PREFIXES = ['the', 'my'] as const
const SUFFIXES = ['s', 'wallet', 'eth', 'hq'] as const
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99, 100] as const

/** Alternatives to a label, the likeliest first: its own characters with letters or digits added. */
export const suggestLabels = (label: string): readonly string[] =>
  [
    ...SUFFIXES.map((suffix) => `${label}${suffix}`),
    ...PREFIXES.map((prefix) => `${prefix}${label}`),
    ...NUMBERS.map((number) => `${label}${number}`),
  ].filter((candidate) => NAME_LABEL.test(candidate))
