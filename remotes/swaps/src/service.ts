import { type ActingCommands, type CaipNetworkId, ModalError } from '@portico/contracts'
import { type Decimal, decimalOf } from '@portico/contracts/money'
import {
  Allowance,
  BuiltApprove,
  BuiltSwap,
  CONVERT_PATHS,
  ConvertTokens,
  Quotes,
} from '@portico/contracts/services/convert'
import { PRICE_PATH, Prices } from '@portico/contracts/services/prices'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { caipOf, plainAddress, type Token, type TokenId } from './token.ts'

type Ask = Pick<ActingCommands, 'askService'>

/** A swap as sent to services. Amounts are integers in the smallest unit. */
export interface Swap {
  readonly account: string
  readonly from: TokenId
  readonly to: TokenId
  readonly amount: bigint
}

/** Maximum age of a quote or plan before it is refreshed (views.md §19). */
export const REFRESH_MS = 10_000

/** Identifies the swap that a quote is for, without its slippage. */
export const aboutOf = ({ account, from, to, amount }: Swap): string =>
  `${account} ${caipOf(from)} ${caipOf(to)} ${amount}`

/** @throws ModalError `service.invalidAnswer` */
function read<Schema extends GenericSchema>(schema: Schema, answer: unknown, path: string): InferOutput<Schema> {
  const result = safeParse(schema, answer)
  if (result.success) return result.output
  throw new ModalError('service.invalidAnswer', { details: { path } })
}

const owner = ({ account, from }: Pick<Swap, 'account' | 'from'>) => `${from.caipNetworkId}:${account}`

/** Icons are data URLs, or loaded from the services' own origin by the view. */
export async function askTokens(ask: Ask, caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<Token[]> {
  const path = CONVERT_PATHS.tokens
  const { tokens } = read(
    ConvertTokens,
    await ask.askService({ path, query: { chainId: caipNetworkId } }, signal),
    path,
  )
  return tokens.flatMap(({ name, symbol, decimals, address: caip, logoUri }) => {
    const address = plainAddress(caip, caipNetworkId)
    if (address === null || symbol === '') return []
    return [{ caipNetworkId, ...(address && { address }), name, symbol, decimals, iconUrl: logoUri || undefined }]
  })
}

/** The amount that would be received; undefined without a route for this amount. */
export async function askQuote(ask: Ask, swap: Swap, signal: AbortSignal): Promise<bigint | undefined> {
  const path = CONVERT_PATHS.quotes
  const { account, from, to, amount } = swap
  const query = { amount: String(amount), userAddress: account, from: caipOf(from), to: caipOf(to) }
  const { quotes } = read(Quotes, await ask.askService({ path, query }, signal), path)
  const [quote] = quotes
  if (!quote) return undefined
  if (quote.fromAmount !== String(amount)) throw new ModalError('service.invalidAnswer', { details: { path } })
  const received = BigInt(quote.toAmount)
  return received > 0n ? received : undefined
}

/** The current allowance for the source token. */
export async function askAllowance(ask: Ask, swap: Swap, signal: AbortSignal): Promise<bigint> {
  const path = CONVERT_PATHS.allowance
  const query = { tokenAddress: caipOf(swap.from), userAddress: owner(swap) }
  return BigInt(read(Allowance, await ask.askService({ path, query }, signal), path).allowance)
}

/** Returns the approval unchecked. */
export async function askApproval(ask: Ask, swap: Swap, signal: AbortSignal): Promise<BuiltApprove> {
  const path = CONVERT_PATHS.buildApprove
  const { from, to, amount } = swap
  const query = { userAddress: owner(swap), from: caipOf(from), to: caipOf(to), amount: String(amount) }
  return read(BuiltApprove, await ask.askService({ path, query }, signal), path)
}

/** Not money: services expect percent as a number. */
export const percentOf = (slippageBps: bigint): number => Number(slippageBps) / 100

/** Returns the swap unchecked. */
export async function askSwap(ask: Ask, swap: Swap, slippageBps: bigint, signal: AbortSignal): Promise<BuiltSwap> {
  const path = CONVERT_PATHS.buildTransaction
  const { from, to, amount } = swap
  const body = {
    amount: String(amount),
    from: caipOf(from),
    to: caipOf(to),
    userAddress: owner(swap),
    eip155: { slippage: percentOf(slippageBps) },
    disableEstimate: true,
  }
  return read(BuiltSwap, await ask.askService({ path, body }, signal), path)
}

/** US dollar prices; undefined where unknown. Never rejects. */
export async function askPrices(
  ask: Ask,
  tokens: readonly TokenId[],
  signal: AbortSignal,
): Promise<readonly (Decimal | undefined)[]> {
  const addresses = tokens.map(caipOf)
  try {
    const answer = await ask.askService({ path: PRICE_PATH, body: { currency: 'usd', addresses } }, signal)
    const { fungibles } = read(Prices, answer, PRICE_PATH)
    return addresses.map((address) => {
      const found = fungibles.find((one) => one.address.toLowerCase() === address.toLowerCase())
      const price = found && decimalOf(found.price)
      return price && price.digits > 0n ? price : undefined
    })
  } catch {
    return tokens.map(() => undefined) // a missing price does not prevent a swap; the view shows it as unknown
  }
}
