import type { PreviewContext } from './context.ts'

/** So many characters at either end are what people compare, and what somebody who makes addresses can have the same. */
const COMPARED = 4

/** The ends of an address, without the `0x` that all of a family begin with. */
function endsOf(address: string): string {
  const text = address.startsWith('0x') ? address.slice(2).toLowerCase() : address
  return `${text.slice(0, COMPARED)} ${text.slice(-COMPARED)}`
}

const isSame = (one: string, other: string) =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other

/** An address that the visitor knows and that this one only looks like. */
export function lookAlike(
  address: string,
  { account, familiar = [] }: Pick<PreviewContext, 'account' | 'familiar'>,
): string | undefined {
  const known = [account, ...familiar].filter((one) => one.startsWith('0x') === address.startsWith('0x'))
  if (known.some((one) => isSame(one, address))) return undefined
  return known.find((one) => endsOf(one) === endsOf(address))
}
