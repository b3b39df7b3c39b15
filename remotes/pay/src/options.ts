import type { Holding } from '@portico/contracts'
import { type Bill, type BillToken, isSameAddress } from './bill/bill.ts'

/** An asset that a wallet can pay with. */
export interface Option {
  readonly token: BillToken
  /** The wallet's balance, if known. */
  readonly holding?: Holding | undefined
}

export const isSameToken = (one: BillToken, other: Pick<BillToken, 'address'>): boolean =>
  isSameAddress(one.address, other.address)

/** The requested asset first, then the other holdings, which need a swap. EVM only. */
export function optionsFor({ token, caipNetworkId }: Bill, here: readonly Holding[]): readonly Option[] {
  const own = { token, holding: here.find((one) => isSameToken(token, one)) }
  if (!caipNetworkId.startsWith('eip155:')) return [own]
  const others = here
    .filter((one) => one.amount !== '0' && !isSameToken(token, one))
    .map((holding) => {
      const { address, name, symbol, decimals } = holding
      return { token: { ...(address !== undefined && { address }), name, symbol, decimals }, holding }
    })
  return [own, ...others]
}
