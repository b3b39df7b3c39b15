import { type CaipNetworkId, SWAP_SLIPPAGE_TOLERANCE } from '@portico/contracts'
import {
  type Allowance,
  AllowanceQuery,
  ApproveQuery,
  type BuiltApprove,
  type BuiltSolanaSwap,
  type BuiltSwap,
  CONVERT_PATHS,
  type ConvertTokens,
  QuoteQuery,
  type Quotes,
  SwapRequest,
} from '@portico/contracts/services/convert'
import { type Context, Hono } from 'hono'
import type { GenericSchema, InferOutput } from 'valibot'
import { maxUint256 } from 'viem'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import { ownOrigin } from '../../http/ownOrigin.ts'
import { check } from '../../http/readBody.ts'
import { chainOf } from '../../jsonRpc/readChain.ts'
import { requireProject } from '../../projectConfig/requireProject.ts'
import type { Parts } from '../parts.ts'
import { readProjectBody } from '../readProjectBody.ts'
import { tokenIcon } from '../tokenIcon.ts'
import type { ConvertUpstream } from './convertUpstream.ts'
import { readGasPrices } from './gasPrices.ts'
import { isSolana, readSolanaAccount, readSolanaSwap } from './readSolanaSwap.ts'
import { readAccount, readAmount, readEvmAsset, readOwner, readSwap } from './readSwap.ts'
import type { SolanaConvertService } from './solanaConvert.ts'

/** @throws ServiceError `chain.unsupported`, `convert.unconfigured` */
export type FindUpstream = (caipNetworkId: CaipNetworkId) => ConvertUpstream

/** Gives the address on this service for an external picture, or undefined if the service would not fetch it. */
export type PictureAt = (address: string, c: Context) => string | undefined

const bpsOf = (percent: number) => BigInt(Math.round(percent * 100))

/** The swap endpoints (services.md §7.8 to §7.13). */
export function convertApi(
  { chains, projects }: Pick<Parts, 'chains' | 'projects'>,
  upstreamOf: FindUpstream,
  pictureAt: PictureAt = () => undefined,
  solana?: SolanaConvertService,
) {
  /** @throws ServiceError `chain.unsupported` */
  function solanaOf(caipNetworkId: CaipNetworkId): SolanaConvertService {
    if (!solana?.ids.includes(caipNetworkId)) throw new ServiceError('chain.unsupported')
    return solana
  }

  const known = async (c: Context) => void (await requireProject(c, projects))

  async function readQuery<Schema extends GenericSchema>(c: Context, schema: Schema): Promise<InferOutput<Schema>> {
    await known(c)
    return check(schema, c.req.query())
  }

  async function tokens(c: Context): Promise<ConvertTokens> {
    await known(c)
    const { caipNetworkId: chain } = chainOf(c)
    const upstream = isSolana(chain) ? solanaOf(chain) : upstreamOf(chain)
    const found = await upstream.tokens(chain, c.req.raw.signal)
    // A page never loads a picture from a third party, because the third party would learn who looks at what.
    const logoOf = ({ logoUri, symbol }: (typeof found)[number]) =>
      (logoUri && pictureAt(logoUri, c)) || tokenIcon(ownOrigin(c), symbol)
    return { tokens: found.map((token) => ({ ...token, logoUri: logoOf(token) })) }
  }

  async function quoteOnSolana(wire: QuoteQuery, signal: AbortSignal): Promise<bigint | undefined> {
    const swap = readSolanaSwap(wire, solanaOf)
    readSolanaAccount('userAddress', wire.userAddress)
    return solanaOf(swap.caipNetworkId).quote(swap, signal)
  }

  async function quoteOnEvm(wire: QuoteQuery, signal: AbortSignal): Promise<bigint | undefined> {
    const swap = readSwap(wire)
    readAccount('userAddress', wire.userAddress)
    const gasPrice = wire.gasPrice === undefined ? undefined : readAmount('gasPrice', wire.gasPrice)
    return upstreamOf(swap.caipNetworkId).quote({ ...swap, gasPrice }, signal)
  }

  async function quotes(c: Context): Promise<Quotes> {
    const wire = await readQuery(c, QuoteQuery)
    const received = await (isSolana(wire.from) ? quoteOnSolana : quoteOnEvm)(wire, c.req.raw.signal)
    if (received === undefined) return { quotes: [] }
    const { amount: fromAmount, from: fromAccount, to: toAccount } = wire
    return { quotes: [{ id: null, fromAmount, fromAccount, toAmount: String(received), toAccount }] }
  }

  async function allowance(c: Context): Promise<Allowance> {
    const wire = await readQuery(c, AllowanceQuery)
    const token = readEvmAsset('tokenAddress', wire.tokenAddress)
    const owner = readOwner('userAddress', wire.userAddress, token.caipNetworkId)
    const allowed = await upstreamOf(token.caipNetworkId).allowance(token, owner, c.req.raw.signal)
    return { allowance: String(allowed) }
  }

  async function approve(c: Context): Promise<BuiltApprove> {
    const wire = await readQuery(c, ApproveQuery)
    const { caipNetworkId, address } = readEvmAsset('from', wire.from)
    const owner = readOwner('userAddress', wire.userAddress, caipNetworkId)
    if (!address) throw invalidRequest('from: the coin of a network needs no approval')
    const token = { caipNetworkId, address }
    const amount = wire.amount === undefined ? maxUint256 : readAmount('amount', wire.amount)
    const upstream = upstreamOf(caipNetworkId)
    const { data, gas, gasPrice } = await upstream.buildApproval(token, owner, amount, c.req.raw.signal)
    return {
      tx: { from: wire.from, to: wire.to, data, value: '0', eip155: { gas, gasPrice: String(gasPrice) } },
    }
  }

  async function buildOnSolana(wire: SwapRequest, signal: AbortSignal): Promise<BuiltSolanaSwap> {
    const swap = readSolanaSwap(wire, solanaOf)
    const user = readSolanaAccount('userAddress', wire.userAddress, swap.caipNetworkId)
    const slippageBps = bpsOf(wire.solana?.slippage ?? SWAP_SLIPPAGE_TOLERANCE)
    const request = { ...swap, user, slippageBps, isEstimated: !wire.disableEstimate }
    const { transaction, amount, lastValidBlockHeight } = await solanaOf(swap.caipNetworkId).buildSwap(request, signal)
    return {
      tx: { from: wire.userAddress, data: transaction, amount: String(amount), solana: { lastValidBlockHeight } },
    }
  }

  async function build(c: Context): Promise<BuiltSwap | BuiltSolanaSwap> {
    const wire = await readProjectBody(c, projects, SwapRequest)
    if (isSolana(wire.from)) return buildOnSolana(wire, c.req.raw.signal)
    const swap = readSwap(wire)
    const user = readOwner('userAddress', wire.userAddress, swap.caipNetworkId)
    const slippageBps = bpsOf(wire.eip155?.slippage ?? SWAP_SLIPPAGE_TOLERANCE)
    const request = { ...swap, user, slippageBps, isEstimated: !wire.disableEstimate }
    const { to, data, amount, gas, gasPrice } = await upstreamOf(swap.caipNetworkId).buildSwap(
      request,
      c.req.raw.signal,
    )
    return {
      tx: {
        from: wire.userAddress,
        to: `${swap.caipNetworkId}:${to}`,
        data,
        amount: String(amount),
        eip155: { gas: String(gas), gasPrice: String(gasPrice) },
      },
    }
  }

  return new Hono()
    .get(CONVERT_PATHS.tokens, async (c) => c.json(await tokens(c)))
    .get(CONVERT_PATHS.quotes, async (c) => c.json(await quotes(c)))
    .get(CONVERT_PATHS.gasPrice, async (c) => {
      await known(c)
      return c.json(await readGasPrices(chains, chainOf(c).caipNetworkId, c.req.raw.signal))
    })
    .get(CONVERT_PATHS.allowance, async (c) => c.json(await allowance(c)))
    .get(CONVERT_PATHS.buildApprove, async (c) => c.json(await approve(c)))
    .post(CONVERT_PATHS.buildTransaction, async (c) => c.json(await build(c)))
}
