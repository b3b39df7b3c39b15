import type { CaipNetworkId } from '@portico/contracts'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import { askJson } from '../askJson.ts'
import type { Parts } from '../parts.ts'
import { convertCoin, convertToken } from './convertUpstream.ts'
import type { JupiterOptions } from './environment.ts'
import { Built, Quote } from './jupiterAnswers.ts'
import { WRAPPED_SOL } from './readSolanaSwap.ts'
import type { SolanaConvertService, SolanaSwap } from './solanaConvert.ts'

/** The slippage for quotes that are only shown, not used to build a swap. */
const ANY_SLIPPAGE_BPS = 50n

/** The highest priority fee, in lamports. Clients refuse a transaction with a higher one. */
const PRIORITY_MAX_LAMPORTS = 1_000_000

const mintOf = (mint: string | undefined) => mint ?? WRAPPED_SOL

/** These statuses mean that the swap was refused; any other error is a failure of the upstream. */
const isRefusal = (status: number) => status === 400 || status === 422

/** A service with Jupiter's swap API: `GET /quote`, `POST /swap`. The tokens come from the directory. */
export function createJupiter(
  { urls, key }: JupiterOptions,
  { tokens: directory, log }: Pick<Parts, 'tokens' | 'log'>,
  waitMs?: number,
): SolanaConvertService {
  const headers = key ? { 'x-api-key': key } : undefined

  const unavailable = (error: unknown): never => {
    log.warn('no answer of the swaps of Solana', { error })
    throw new ServiceError('convert.unavailable')
  }

  async function ask<Schema extends GenericSchema>(
    { caipNetworkId, path, body }: { caipNetworkId: CaipNetworkId; path: string; body?: object },
    schema: Schema,
    signal: AbortSignal,
  ): Promise<InferOutput<Schema> | undefined> {
    const base = urls.get(caipNetworkId)
    if (!base) throw new ServiceError('chain.unsupported')
    const address = new URL(`${base.href.replace(/\/$/, '')}${path}`)
    const answer = await askJson(address, { headers, body, signal, waitMs }).catch(unavailable)
    if (isRefusal(answer.status)) return undefined
    const result = safeParse(schema, answer.body)
    if (answer.status === 200 && result.success) return result.output
    return unavailable(new Error(`${address.host}${address.pathname} answers with ${answer.status}`))
  }

  /** @returns undefined if there is no route */
  async function askQuote({ caipNetworkId, from, to, amount }: SolanaSwap, slippageBps: bigint, signal: AbortSignal) {
    const wish = { inputMint: mintOf(from), outputMint: mintOf(to), amount: String(amount) }
    const query = new URLSearchParams({
      ...wish,
      slippageBps: String(slippageBps),
      swapMode: 'ExactIn',
      restrictIntermediateTokens: 'true',
      // V2 has its amounts at a fixed position at the beginning. Clients refuse V1.
      instructionVersion: 'V2',
    })
    const quote = await ask({ caipNetworkId, path: `/quote?${query}` }, Quote, signal)
    if (!quote || quote.outAmount === '0') return undefined
    const isThat =
      quote.inputMint === wish.inputMint &&
      quote.outputMint === wish.outputMint &&
      quote.inAmount === wish.amount &&
      quote.slippageBps === Number(slippageBps)
    return isThat ? quote : unavailable(new Error('the quote is about something else'))
  }

  return {
    ids: [...urls.keys()],

    async tokens(caipNetworkId) {
      const listed = directory.of(caipNetworkId).filter(({ address }) => address !== WRAPPED_SOL)
      return [convertCoin(caipNetworkId), ...listed.map((token) => convertToken(caipNetworkId, token))]
    },

    async quote(swap, signal) {
      const quote = await askQuote(swap, ANY_SLIPPAGE_BPS, signal)
      return quote && BigInt(quote.outAmount)
    },

    async buildSwap({ user, slippageBps, isEstimated, ...swap }, signal) {
      const quoteResponse = await askQuote(swap, slippageBps, signal)
      if (!quoteResponse) throw new ServiceError('convert.noRoute')
      const body = {
        quoteResponse,
        userPublicKey: user,
        wrapAndUnwrapSol: true,
        dynamicComputeUnitLimit: true,
        prioritizationFeeLamports: {
          priorityLevelWithMaxLamports: { maxLamports: PRIORITY_MAX_LAMPORTS, priorityLevel: 'medium' },
        },
      }
      const built = await ask({ caipNetworkId: swap.caipNetworkId, path: '/swap', body }, Built, signal)
      if (!built || (isEstimated && built.simulationError)) throw new ServiceError('convert.refused')
      const { swapTransaction: transaction, lastValidBlockHeight } = built
      return { transaction, lastValidBlockHeight, amount: BigInt(quoteResponse.outAmount) }
    },
  }
}
