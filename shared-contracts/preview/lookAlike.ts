import type { PreviewContext } from './context.ts'

/** People compare about this many characters at each end of an address; attackers can generate a match at both ends. */
const COMPARED = 4

/** The ends of an address, without the `0x` prefix that a family's addresses share. */
function endsOf(address: string): string {
  const text = address.startsWith('0x') ? address.slice(2).toLowerCase() : address
  return `${text.slice(0, COMPARED)} ${text.slice(-COMPARED)}`
}

const isSame = (one: string, other: string) =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other

/** The known address that the given one only looks like. */
export function lookAlike(
  address: string,
  { account, familiar = [] }: Pick<PreviewContext, 'account' | 'familiar'>,
): string | undefined {
  const known = [account, ...familiar].filter((one) => one.startsWith('0x') === address.startsWith('0x'))
  if (known.some((one) => isSame(one, address))) return undefined
  return known.find((one) => endsOf(one) === endsOf(address))
}
