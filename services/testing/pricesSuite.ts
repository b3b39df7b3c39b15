import { PRICE_PATH, Prices } from '@portico/contracts/services/prices'
import type { Hono } from 'hono'
import { parse } from 'valibot'
import { SHOP } from './localPools.ts'

export interface PricesSubject {
  readonly app: Hono
  /** The CAIP-10 ids of a network's coin and of a token. Both have a price. */
  readonly coin: string
  readonly token: string
  /** A token without a price. */
  readonly worthless: string
}

/** The common behavior of `/v1/fungible/price`, whatever the source of prices. */
export function pricesSuite(subject: () => PricesSubject) {
  async function ask(addresses: readonly string[]) {
    const body = JSON.stringify({ currency: 'usd', addresses, projectId: SHOP })
    const answer = await subject().app.request(PRICE_PATH, { method: 'POST', body })
    expect(answer.status).toBe(200)
    return parse(Prices, await answer.json()).fungibles
  }

  test('the coin and the token have a price, a name and decimals, in the requested order', async () => {
    const { coin, token } = subject()
    const fungibles = await ask([token, coin])
    expect(fungibles.map(({ address }) => address)).toEqual([token, coin])
    for (const { price, name, symbol, decimals } of fungibles) {
      expect(price).toBeGreaterThan(0)
      expect(name && symbol).toBeTruthy()
      expect(decimals).toEqual(expect.any(Number))
    }
  })

  test('a token is found in any letter case, and is returned only once, with its address as requested', async () => {
    const { token } = subject()
    const [network, reference, address = ''] = token.split(':')
    const small = `${network}:${reference}:${address.toLowerCase()}`
    const [first, ...others] = await ask([small, small])
    expect([first?.address, others]).toEqual([small, []])
  })

  test('a token without a price is left out, and does not affect the other tokens', async () => {
    const { coin, worthless } = subject()
    expect((await ask([worthless, coin])).map(({ address }) => address)).toEqual([coin])
    expect(await ask([worthless])).toEqual([])
  })
}
