import type { CaipNetworkId } from '@portico/contracts'
import {
  ONRAMP_PATHS,
  OnrampOptions,
  OnrampQuote,
  type OnrampQuoteRequest,
  OnrampUrl,
} from '@portico/contracts/services/onramp'
import { anything, assert, asyncProperty, constantFrom, jsonValue, oneof, record, string } from 'fast-check'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import { SHOP } from './localPools.ts'

/** A provider, and an asset that it sells. */
export interface OnrampSource {
  request(path: string, init?: RequestInit): Promise<Response>
  readonly caipNetworkId: CaipNetworkId
  readonly symbol: string
  /** An address on the network. */
  readonly address: string
  /** The beginning of the opened page's URL. */
  readonly page: string
}

const AMOUNT = '100.00'
const FOREIGN: Readonly<Record<string, string>> = {
  eip155: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  solana: '0x000000000000000000000000000000000000dEaD',
  bip122: '0x000000000000000000000000000000000000dEaD',
}

export const withProject = (path: string, projectId = SHOP) => `${path}?${new URLSearchParams({ projectId })}`

export async function answered<Schema extends GenericSchema>(
  answering: Promise<Response>,
  schema: Schema,
): Promise<InferOutput<Schema>> {
  const answer = await answering
  const body: unknown = await answer.json()
  expect([answer.status, body]).toEqual([200, expect.anything()])
  const read = parse(schema, body)
  // The schema dropped nothing.
  expect(read).toEqual(body)
  return read
}

const units = (amount: string) => {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

/** The common behavior of all providers, with the API of services.md §7.18 to §7.20. */
export function describeOnramp(name: string, describeSource: () => OnrampSource) {
  describe(name, () => {
    let source: OnrampSource
    beforeEach(() => {
      source = describeSource()
    })

    const post = (path: string, body: unknown, projectId?: string) =>
      source.request(withProject(path, projectId), {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const options = () => answered(source.request(withProject(ONRAMP_PATHS.options)), OnrampOptions)

    async function wish(more: Partial<OnrampQuoteRequest> = {}): Promise<OnrampQuoteRequest> {
      const { purchaseCurrencies, paymentCurrencies } = await options()
      const found = purchaseCurrencies.find(({ symbol }) => symbol === source.symbol)
      const paymentCurrency = paymentCurrencies.find(({ id }) => id === 'USD')
      if (!found || !paymentCurrency) throw new Error('It is not sold.')
      const networks = found.networks.filter((network) => network.name === source.caipNetworkId)
      const purchaseCurrency = { ...found, networks }
      return { purchaseCurrency, paymentCurrency, amount: AMOUNT, network: source.symbol, ...more }
    }
    const quote = async (more?: Partial<OnrampQuoteRequest>) =>
      answered(post(ONRAMP_PATHS.quote, await wish(more)), OnrampQuote)
    const order = (more: object = {}) => ({
      destinationWallets: [{ address: source.address, blockchains: [source.caipNetworkId], assets: [source.symbol] }],
      partnerUserId: 'visitor-1',
      defaultExperience: 'buy',
      ...more,
    })

    async function expectRefused(answering: Promise<Response>, status: number, code: string) {
      const answer = await answering
      expect([answer.status, await answer.json()]).toMatchObject([
        status,
        {
          status: 'FAILED',
          reasons: [{ field: expect.any(String), description: expect.any(String) }],
          error: { code },
        },
      ])
    }

    test('a visitor sees the assets with their networks, and the currencies with their limits', async () => {
      const { paymentCurrencies, purchaseCurrencies } = await options()
      for (const { payment_method_limits: limits } of paymentCurrencies) {
        expect(limits.length).toBeGreaterThan(0)
        for (const { min, max } of limits) expect(units(min) < units(max)).toBe(true)
      }
      expect(new Set(purchaseCurrencies.map(({ id }) => id)).size).toBe(purchaseCurrencies.length)
      const sold = purchaseCurrencies.find(({ symbol }) => symbol === source.symbol)
      const network = sold?.networks.find(({ name: id }) => id === source.caipNetworkId)
      expect(network?.chain_id).toBe(source.caipNetworkId.split(':')[1])
    })

    test('a quote has the payment and the purchased amount, and its parts do not exceed the total', async () => {
      const { paymentTotal, paymentSubtotal, networkFee, purchaseAmount, quoteId } = await quote()
      expect(paymentTotal).toEqual({ amount: AMOUNT, currency: 'USD' })
      expect([paymentSubtotal.currency, networkFee.currency]).toEqual(['USD', 'USD'])
      expect(units(paymentSubtotal.amount) + units(networkFee.amount) <= units(AMOUNT)).toBe(true)
      expect(purchaseAmount.currency).toBe(source.symbol)
      expect(units(purchaseAmount.amount) > 0n).toBe(true)
      expect(quoteId).not.toBe('')
    })

    test("an asset from a client's own list is recognized by symbol and chain id", async () => {
      const { purchaseCurrency } = await wish()
      const networks = purchaseCurrency.networks.map((network) => ({ ...network, name: 'some-mainnet' }))
      const known = { ...purchaseCurrency, id: '2b92315d-eab7-5bef-84fa-089a131333f5', networks }
      expect((await quote({ purchaseCurrency: known })).purchaseAmount.currency).toBe(source.symbol)
    })

    test('a purchase can be paid for with a quote, and without one', async () => {
      const { quoteId } = await quote()
      for (const more of [{ quoteId }, { presetFiatAmount: 100 }, {}, { defaultNetwork: source.caipNetworkId }]) {
        const { url } = await answered(post(ONRAMP_PATHS.url, order(more)), OnrampUrl)
        expect(url.startsWith(source.page)).toBe(true)
      }
    })

    test('amounts beyond the limits, and unknown currencies and assets, are refused', async () => {
      const { purchaseCurrency, paymentCurrency } = await wish()
      const refused: readonly [Partial<OnrampQuoteRequest>, number, string][] = [
        [{ amount: '0.01' }, 400, 'onramp.amount'],
        [{ amount: '999999999999999.99' }, 400, 'onramp.amount'],
        [{ amount: '100.001' }, 400, 'request.invalid'],
        [{ amount: '-1' }, 400, 'request.invalid'],
        [{ amount: '1e2' }, 400, 'request.invalid'],
        [{ paymentCurrency: { ...paymentCurrency, id: 'XAU' } }, 400, 'request.invalid'],
        [{ purchaseCurrency: { ...purchaseCurrency, symbol: 'NONE' } }, 400, 'onramp.notOffered'],
        [{ purchaseCurrency: { ...purchaseCurrency, networks: [] } }, 400, 'onramp.notOffered'],
      ]
      for (const [more, status, code] of refused) {
        await expectRefused(post(ONRAMP_PATHS.quote, await wish(more)), status, code)
      }
    })

    test('unknown quotes, and addresses of another network, are refused', async () => {
      const { quoteId } = await quote()
      const [family = ''] = source.caipNetworkId.split(':')
      const wallet = { address: FOREIGN[family], blockchains: [source.caipNetworkId], assets: [source.symbol] }
      const elsewhere = { ...wallet, address: source.address, blockchains: ['eip155:5'] }
      const refused: readonly [object, number, string][] = [
        [{ quoteId: '0'.repeat(32) }, 400, 'onramp.quoteOver'],
        [{ quoteId, destinationWallets: [wallet] }, 400, 'address.malformed'],
        [{ quoteId, destinationWallets: [elsewhere] }, 400, 'request.invalid'],
        [{ destinationWallets: [elsewhere] }, 400, 'onramp.notOffered'],
        [{ destinationWallets: [] }, 400, 'request.invalid'],
        [{ destinationWallets: undefined }, 400, 'request.invalid'],
        [{ defaultExperience: 'sell' }, 400, 'request.invalid'],
        [{ presetFiatAmount: 0 }, 400, 'request.invalid'],
        [{ presetFiatAmount: 1e300 }, 400, 'onramp.amount'],
      ]
      for (const [more, status, code] of refused) {
        await expectRefused(post(ONRAMP_PATHS.url, order(more)), status, code)
      }
    })

    test('missing, malformed and unknown projects, invalid JSON and large bodies are refused', async () => {
      for (const path of [ONRAMP_PATHS.quote, ONRAMP_PATHS.url]) {
        await expectRefused(post(path, {}, ''), 401, 'project.missing')
        await expectRefused(post(path, {}, 'shop'), 401, 'project.malformed')
        await expectRefused(post(path, {}, '2'.repeat(32)), 404, 'project.unknown')
        await expectRefused(post(path, 'amount=100'), 422, 'request.notJson')
        await expectRefused(post(path, ' '.repeat(70_000)), 413, 'request.tooLarge')
      }
      const get = (projectId: string) => source.request(withProject(ONRAMP_PATHS.options, projectId))
      await expectRefused(get(''), 401, 'project.missing')
      await expectRefused(get('2'.repeat(32)), 404, 'project.unknown')
    })

    test('every request is answered as JSON, and never with an internal error', async () => {
      const sound = await wish()
      const value = oneof(string(), jsonValue(), constantFrom(AMOUNT, 'USD', source.symbol, source.caipNetworkId))
      const bodies = oneof(
        string(),
        jsonValue().map((body) => JSON.stringify(body)),
        record(
          { purchaseCurrency: anything(), paymentCurrency: anything(), amount: anything(), network: anything() },
          { requiredKeys: [] },
        ).map((body) => JSON.stringify(body, (_, each) => (typeof each === 'bigint' ? `${each}` : each))),
        record({ amount: value, network: value }).map((body) => JSON.stringify({ ...sound, ...body })),
        record(
          { destinationWallets: value, presetFiatAmount: value, quoteId: value, defaultNetwork: value },
          { requiredKeys: [] },
        ).map((body) => JSON.stringify({ ...order(), ...body })),
      )
      await assert(
        asyncProperty(constantFrom(ONRAMP_PATHS.quote, ONRAMP_PATHS.url), bodies, async (path, body) => {
          const answer = await post(path, body)
          expect(answer.status).toBeLessThan(500)
          const said = await answer.json()
          if (answer.status !== 200) expect(said).toMatchObject({ error: { code: expect.any(String) } })
        }),
        { numRuns: 100 },
      )
    })
  })
}
