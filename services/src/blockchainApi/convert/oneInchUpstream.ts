import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { isAddress, isAddressEqual, maxUint256 } from 'viem'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import type { Log } from '../../log.ts'
import { askJson } from '../askJson.ts'
import type { EvmAsset } from '../asset.ts'
import type { ConvertService } from './convertUpstream.ts'
import type { OneInchOptions } from './environment.ts'
import { Allowance, Approval, Quote, Refusal, Swap, Token, Tokens } from './oneInchAnswers.ts'

const PUBLIC_URL = 'https://api.1inch.com/swap/v6.1'

/** The networks on which all clients offer swaps and which the documentation of v6.1 lists. */
const CHAIN_IDS = [1, 10, 56, 100, 137, 324, 8453, 42161, 43114] as const

const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const APPROVE_SELECTOR = '0x095ea7b3'

const idOf = ({ address }: Pick<EvmAsset, 'address'>) => address ?? COIN
/** The exact percentage as decimal text, such as `0.05`. */
const percentOf = (bps: bigint) => `${bps / 100n}.${String(bps % 100n).padStart(2, '0')}`

/** Swaps through 1inch Classic Swap v6.1. A 400 means a refused swap; any other error is a failure of 1inch. */
export function createOneInch(
  { key, url = new URL(PUBLIC_URL) }: OneInchOptions,
  log: Log,
  waitMs?: number,
): ConvertService {
  const headers = { authorization: `Bearer ${key}` }
  const unavailable = (error: unknown): never => {
    log.warn('no answer of 1inch', { error })
    throw new ServiceError('convert.unavailable')
  }

  /** @param refused gives the result for a 400, or throws, depending on the description in the response */
  async function ask<Schema extends GenericSchema, Refused = never>(
    { caipNetworkId, path, query = {} }: { caipNetworkId: CaipNetworkId; path: string; query?: Record<string, string> },
    schema: Schema,
    signal: AbortSignal,
    refused: (description: string) => Refused,
  ): Promise<InferOutput<Schema> | Refused> {
    const { reference } = parseCaipNetworkId(caipNetworkId)
    const address = new URL(`${url.href.replace(/\/$/, '')}/${reference}${path}?${new URLSearchParams(query)}`)
    const answer = await askJson(address, { headers, signal, waitMs }).catch(unavailable)
    if (answer.status === 400) {
      const said = safeParse(Refusal, answer.body)
      return refused(said.success ? said.output.description.toLowerCase() : '')
    }
    const result = safeParse(schema, answer.body)
    if (answer.status === 200 && result.success) return result.output
    return unavailable(new Error(`1inch answers ${path} with ${answer.status}`))
  }

  const invalid = (): never => {
    throw invalidRequest('the provider of swaps does not know this token')
  }

  return {
    has: (caipNetworkId) => CHAIN_IDS.some((chainId) => caipNetworkId === `eip155:${chainId}`),

    async tokens(caipNetworkId, signal) {
      const { tokens } = await ask({ caipNetworkId, path: '/tokens' }, Tokens, signal, unavailable)
      const known = Object.values(tokens).flatMap((entry) => {
        const { success, output } = safeParse(Token, entry)
        if (!success || !isAddress(output.address, { strict: false })) return []
        const { logoURI: logoUri, address, ...token } = output
        return [{ ...token, address: `${caipNetworkId}:${address}`, logoUri }]
      })
      return known.length > 0 ? known : unavailable(new Error('1inch names no token that can be read'))
    },

    async quote({ caipNetworkId, from, to, amount, gasPrice }, signal) {
      const query = {
        src: idOf(from),
        dst: idOf(to),
        amount: String(amount),
        ...(gasPrice === undefined ? {} : { gasPrice: String(gasPrice) }),
      }
      const quote = await ask({ caipNetworkId, path: '/quote', query }, Quote, signal, () => undefined)
      return quote && quote.dstAmount !== '0' ? BigInt(quote.dstAmount) : undefined
    },

    async allowance({ caipNetworkId, address }, walletAddress, signal) {
      if (!address) return maxUint256
      const query = { tokenAddress: address, walletAddress }
      const { allowance } = await ask({ caipNetworkId, path: '/approve/allowance', query }, Allowance, signal, invalid)
      return BigInt(allowance)
    },

    async buildApproval({ caipNetworkId, address }, _, amount, signal) {
      // Without an amount, 1inch builds an unlimited approval.
      const query = { tokenAddress: address, ...(amount === maxUint256 ? {} : { amount: String(amount) }) }
      const approval = await ask({ caipNetworkId, path: '/approve/transaction', query }, Approval, signal, invalid)
      const { to, data, gasPrice } = approval
      // The transaction is sent to the token (services.md §7.12), so it must be an approval and nothing else.
      const isApproval = isAddressEqual(to, address) && data.toLowerCase().startsWith(APPROVE_SELECTOR)
      return isApproval ? { data, gasPrice: BigInt(gasPrice) } : unavailable(new Error('1inch built no approval'))
    },

    async buildSwap({ caipNetworkId, from, to, amount, user, slippageBps, isEstimated }, signal) {
      const query = {
        src: idOf(from),
        dst: idOf(to),
        amount: String(amount),
        from: user,
        origin: user,
        slippage: percentOf(slippageBps),
        disableEstimate: String(!isEstimated),
        includeGas: 'true',
        // Requests the call that names both tokens and the receiver, because clients refuse calls that they cannot
        // decode.
        compatibility: 'true',
      }
      const swap = await ask({ caipNetworkId, path: '/swap', query }, Swap, signal, (description) => {
        throw new ServiceError(description.includes('insufficient liquidity') ? 'convert.noRoute' : 'convert.refused')
      })
      const { tx, gas = 0, dstAmount } = swap
      return {
        to: tx.to,
        data: tx.data,
        amount: BigInt(dstAmount),
        gas: BigInt(tx.gas || gas),
        gasPrice: BigInt(tx.gasPrice),
      }
    },
  }
}
