import { randomBytes } from 'node:crypto'
import {
  ONRAMP_PATHS,
  type OnrampOptions,
  OnrampOptionsQuery,
  type OnrampQuote,
  OnrampQuoteRequest,
  type OnrampUrl,
  OnrampUrlRequest,
} from '@portico/contracts/services/onramp'
import { Hono } from 'hono'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import { ownOrigin } from '../../http/ownOrigin.ts'
import { check, readBody } from '../../http/readBody.ts'
import { requireProject, requireProjectToWrite } from '../../projectConfig/requireProject.ts'
import { readAddress } from '../balances/addressFamily.ts'
import type { Parts } from '../parts.ts'
import { createShelf } from './createShelf.ts'
import { decimalOf, writeMoney } from './decimal.ts'
import type { OnrampSettings } from './environment.ts'
import { checkPayment, findOffer, type Offer, offersOf } from './findOffer.ts'
import { createMeld } from './meld/createMeld.ts'
import type { OnrampProvider, Payment, Quoted, Sale } from './onrampProvider.ts'
import { toOptions } from './toOptions.ts'

const QUOTES = { lifetimeMs: 15 * 60_000, max: 5_000 }

/** The amount if the request does not give one. */
const PRESET_DOLLARS = 100

type Needed = Pick<Parts, 'chains' | 'projects' | 'tokens' | 'prices' | 'log' | 'signal'>

/** @throws ServiceError `request.invalid`, `address.malformed` */
function readBuyer({ destinationWallets, partnerUserId }: OnrampUrlRequest, { caipNetworkId }: Quoted) {
  const wallet = destinationWallets.find(({ blockchains }) => blockchains.includes(caipNetworkId))
  if (!wallet) throw invalidRequest(`destinationWallets: none is on ${caipNetworkId}`)
  const read = readAddress(wallet.address)
  if (!read || !caipNetworkId.startsWith(`${read.namespace}:`)) throw new ServiceError('address.malformed')
  return { address: read.address, userId: partnerUserId }
}

/**
 * services.md §7.18 to §7.20, and the pages of added providers. If one provider fails, the others still work.
 * @param now milliseconds since 1970
 */
export function onrampApi(parts: Needed, settings: OnrampSettings = {}, now: () => number = Date.now) {
  const { projects, log } = parts
  const added = (settings.added ?? []).flatMap((create) => create(parts) ?? [])
  const providers = added.map(({ provider }) => provider)
  if (settings.meld) providers.push(createMeld(settings.meld, log))
  const quotes = createShelf<Quoted>(QUOTES, now)

  /** @throws ServiceError `onramp.unconfigured`, `onramp.unavailable` */
  async function offers(signal: AbortSignal, only?: OnrampProvider['id']): Promise<readonly Sale[]> {
    const sellers = providers.filter(({ id }) => only === undefined || id === only)
    if (!sellers.length) throw new ServiceError('onramp.unconfigured')
    const answers = await Promise.allSettled(
      sellers.map(async (seller): Promise<Sale> => ({ ...(await seller.offers(signal)), seller })),
    )
    const failure = answers.find((answer) => answer.status === 'rejected')
    const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (!known.length && failure) throw failure.reason
    return known
  }

  function quote(offer: Offer, payment: Payment, signal: AbortSignal): Promise<Quoted> {
    checkPayment(offer, payment)
    return offer.asset.quote(payment, signal)
  }

  /** Makes a quote from the request itself, because the request refers to no earlier quote. */
  async function quoteOf(request: OnrampUrlRequest, signal: AbortSignal): Promise<Quoted> {
    const { destinationWallets, defaultNetwork, presetCryptoAmount, presetFiatAmount, provider } = request
    const networks = defaultNetwork ? [defaultNetwork] : destinationWallets.flatMap(({ blockchains }) => blockchains)
    const symbol = destinationWallets.flatMap(({ assets }) => assets)[0] ?? ''
    const offer = offersOf(await offers(signal, provider), symbol).find(({ asset }) =>
      networks.includes(asset.caipNetworkId),
    )
    if (!offer) throw new ServiceError('onramp.notOffered', { symbol: symbol.slice(0, 20) })
    if (presetCryptoAmount === undefined) {
      const amount = writeMoney(decimalOf(presetFiatAmount ?? PRESET_DOLLARS))
      return quote(offer, { currency: 'USD', amount }, signal)
    }
    const amount = offer.asset.dollarsFor?.(presetCryptoAmount)
    if (amount === undefined) throw invalidRequest('presetCryptoAmount: say it in money')
    return quote(offer, { currency: 'USD', amount }, signal)
  }

  const api = new Hono()
    .get(ONRAMP_PATHS.options, async (c) => {
      await requireProject(c, projects)
      c.header('Cache-Control', 'no-store')
      const { provider } = check(OnrampOptionsQuery, c.req.query())
      return c.json(toOptions(await offers(c.req.raw.signal, provider)) satisfies OnrampOptions)
    })
    .post(ONRAMP_PATHS.quote, async (c) => {
      await requireProject(c, projects)
      const request = await readBody(c, OnrampQuoteRequest)
      const { signal } = c.req.raw
      const offer = findOffer(await offers(signal, request.provider), request)
      const quoted = await quote(offer, { currency: request.paymentCurrency.id, amount: request.amount }, signal)
      const quoteId = randomBytes(16).toString('hex')
      quotes.put(quoteId, quoted)
      return c.json({ ...quoted.amounts, quoteId } satisfies OnrampQuote)
    })
    .post(ONRAMP_PATHS.url, async (c) => {
      await requireProjectToWrite(c, projects)
      const request = await readBody(c, OnrampUrlRequest)
      const { signal } = c.req.raw
      const known = request.quoteId === undefined ? await quoteOf(request, signal) : quotes.find(request.quoteId)
      if (!known) throw new ServiceError('onramp.quoteOver')
      const buyer = { ...readBuyer(request, known), origin: ownOrigin(c) }
      return c.json((await known.open(buyer, signal)) satisfies OnrampUrl)
    })
  for (const { routes } of added) if (routes) api.route('/', routes)
  return api
}
