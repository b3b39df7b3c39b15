import type { CaipNetworkId } from '@portico/contracts'
import type { HistoryItem, Transfer } from '@portico/contracts/services/history'
import { formatUnits } from 'viem'
import { nativeCoin } from '../balances/nativeCoin.ts'
import type { EsploraTransaction } from './esploraAnswers.ts'

type Output = EsploraTransaction['vout'][number]

const sum = (outputs: readonly Output[]) => outputs.reduce((total, { value }) => total + value, 0n)

/** Shown as the sender of mined coins. */
const COINBASE = 'coinbase'

export interface BitcoinMovement {
  readonly direction: Transfer['direction']
  /** The amount in satoshi. If this address has paid all inputs, an outgoing amount does not include the fee. */
  readonly amount: bigint
}

/** The effect on one address: its outputs minus its inputs. */
export function bitcoinMovement({ vin, vout, fee }: EsploraTransaction, address: string): BitcoinMovement {
  const isOwn = ({ scriptpubkey_address }: Output) => scriptpubkey_address === address
  const spends = vin.flatMap(({ prevout }) => prevout ?? [])
  const spent = sum(spends.filter(isOwn))
  const received = sum(vout.filter(isOwn))
  const hasPaidAll = spent > 0n && spends.length === vin.length && spends.every(isOwn)
  const sent = spent - received - (hasPaidAll ? fee : 0n)
  if (sent > 0n) return { direction: 'out', amount: sent }
  if (sent < 0n) return { direction: 'in', amount: -sent }
  return { direction: 'self', amount: received }
}

/** The entry in wire format for `address`. @param now the time for unconfirmed transactions, in milliseconds */
export function toBitcoinItem(
  transaction: EsploraTransaction,
  address: string,
  caipNetworkId: CaipNetworkId,
  now: number = Date.now(),
): HistoryItem {
  const { txid, vin, vout, status } = transaction
  const { direction, amount } = bitcoinMovement(transaction, address)
  const { name, symbol, decimals } = nativeCoin(caipNetworkId)
  const isMined = vin.some(({ is_coinbase }) => is_coinbase)
  const others = (outputs: readonly Output[]) =>
    outputs.flatMap(({ scriptpubkey_address: other }) => (other && other !== address ? [other] : []))
  const [from] = isMined ? [COINBASE] : others(vin.flatMap(({ prevout }) => prevout ?? []))
  const [to] = others(vout)
  const { confirmed, block_time } = status
  return {
    id: `${caipNetworkId}:${txid}`,
    metadata: {
      operationType: direction !== 'in' ? 'send' : isMined ? 'mint' : 'receive',
      hash: txid,
      minedAt: new Date(confirmed && block_time ? block_time * 1_000 : now).toISOString(),
      sentFrom: (direction === 'in' ? from : undefined) ?? address,
      sentTo: (direction === 'out' ? to : undefined) ?? address,
      status: confirmed ? 'confirmed' : 'pending',
      // Bitcoin accounts have no transaction count.
      nonce: 0,
      chain: caipNetworkId,
    },
    transfers: [{ fungible_info: { name, symbol }, direction, quantity: { numeric: formatUnits(amount, decimals) } }],
  }
}
