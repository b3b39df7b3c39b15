import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { IntegerText } from '@portico/contracts/services/wireText'
import { integer, looseObject, maxValue, minValue, number, object, pipe, safeParse, string } from 'valibot'
import type { Desk } from './createDesk.ts'
import { assetOf, DESK_ASSETS, type DeskAsset } from './prices.ts'

interface DeskRequest {
  readonly method: string
  readonly pathname: string
  readonly query: URLSearchParams
  /** Undefined if the body is too long. */
  readonly text: string | undefined
}

interface DeskAnswer {
  readonly status: number
  readonly body: unknown
}

export type AnswerDesk = (request: DeskRequest) => Promise<DeskAnswer>

const BPS = 10_000n

const Amounts = looseObject({
  inputMint: string(),
  outputMint: string(),
  inAmount: IntegerText,
  otherAmountThreshold: IntegerText,
  slippageBps: pipe(number(), integer(), minValue(0), maxValue(10_000)),
})
const SwapBody = looseObject({ quoteResponse: Amounts, userPublicKey: string() })
const PriceBody = object({ symbol: string(), price: IntegerText })

const refused = (error: string, errorCode: string, status = 400): DeskAnswer => ({ status, body: { error, errorCode } })
const NO_ROUTE = refused('Could not find any route', 'COULD_NOT_FIND_ANY_ROUTE')

/** Both assets, if known and different. */
function pairOf(inputMint: string, outputMint: string): readonly [DeskAsset, DeskAsset] | undefined {
  const [from, to] = [assetOf(inputMint), assetOf(outputMint)]
  return from && to && from !== to ? [from, to] : undefined
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/**
 * Serves the desk as a swap service: Jupiter's swap API below `/swap/v1`, as far as our services use it
 * (https://dev.jup.ag/docs/api/swap-api). `POST /__price` is for development only.
 */
export function answerDesk(desk: Desk): AnswerDesk {
  async function quote(query: URLSearchParams): Promise<DeskAnswer> {
    const [inputMint, outputMint] = [query.get('inputMint') ?? '', query.get('outputMint') ?? '']
    const pair = pairOf(inputMint, outputMint)
    const inAmount = query.get('amount') ?? ''
    const slippageBps = Number(query.get('slippageBps') ?? 50)
    if (!pair) return refused('The token is not tradable', 'TOKEN_NOT_TRADABLE')
    if (!safeParse(IntegerText, inAmount).success) return refused('Invalid amount', 'INVALID_AMOUNT')
    const received = await desk.quote(BigInt(inAmount), ...pair)
    if (received === undefined) return NO_ROUTE
    const least = received - (received * BigInt(slippageBps)) / BPS
    return {
      status: 200,
      body: {
        inputMint,
        inAmount,
        outputMint,
        outAmount: String(received),
        otherAmountThreshold: String(least),
        swapMode: 'ExactIn',
        slippageBps,
        platformFee: null,
        priceImpactPct: '0',
        routePlan: [],
      },
    }
  }

  async function swap(body: unknown): Promise<DeskAnswer> {
    const read = safeParse(SwapBody, body)
    if (!read.success) return refused('Invalid request', 'INVALID_REQUEST', 422)
    const { quoteResponse, userPublicKey: user } = read.output
    const pair = pairOf(quoteResponse.inputMint, quoteResponse.outputMint)
    if (!pair || decodeBase58(user)?.length !== 32) return refused('Invalid request', 'INVALID_REQUEST', 422)
    const [from, to] = pair
    const [amount, least] = [BigInt(quoteResponse.inAmount), BigInt(quoteResponse.otherAmountThreshold)]
    const built = amount > 0n ? await desk.build({ from, to, amount, least, user }) : undefined
    return built ? { status: 200, body: built } : refused('The price has moved', 'SLIPPAGE_TOLERANCE_EXCEEDED')
  }

  function price(body: unknown): DeskAnswer {
    const read = safeParse(PriceBody, body)
    if (!read.success || !DESK_ASSETS.some(({ symbol }) => symbol === read.output.symbol)) {
      return refused('Invalid request', 'INVALID_REQUEST', 422)
    }
    desk.setPrice(read.output.symbol, BigInt(read.output.price))
    return { status: 200, body: {} }
  }

  return async ({ method, pathname, query, text }) => {
    const route = `${method} ${pathname}`
    if (route === 'GET /swap/v1/quote') return quote(query)
    if (route === 'POST /swap/v1/swap') return swap(parsed(text))
    if (route === 'POST /__price') return price(parsed(text))
    return refused('There is nothing at this address', 'NOT_FOUND', 404)
  }
}
