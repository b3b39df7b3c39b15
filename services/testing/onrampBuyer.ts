import type { CaipNetworkId } from '@portico/contracts'
import { ONRAMP_PATHS, OnrampOptions, OnrampOrder, OnrampQuote, OnrampUrl } from '@portico/contracts/services/onramp'
import { answered, withProject } from './onrampSuite.ts'

export type Request = (path: string, init?: RequestInit) => Promise<Response>

/** A visitor's actions in the sandbox, from the list of coins to the button on the page. */
export function createBuyer(request: Request, caipNetworkId: CaipNetworkId, address: string) {
  const post = (path: string, body: unknown) =>
    request(withProject(path), { method: 'POST', body: JSON.stringify(body) })
  const options = () => answered(request(withProject(ONRAMP_PATHS.options)), OnrampOptions)

  const wish = (symbol: string, more: object = {}, to = address) => ({
    destinationWallets: [{ address: to, blockchains: [caipNetworkId], assets: [symbol] }],
    partnerUserId: 'visitor-1',
    ...more,
  })

  return {
    request,
    options,
    askForPage: (symbol: string, more?: object, to?: string) => post(ONRAMP_PATHS.url, wish(symbol, more, to)),
    async quote(symbol: string, amount = '100.00', currency = 'USD') {
      const { purchaseCurrencies, paymentCurrencies } = await options()
      const purchaseCurrency = purchaseCurrencies.find((each) => each.symbol === symbol)
      const paymentCurrency = paymentCurrencies.find(({ id }) => id === currency)
      const body = { purchaseCurrency, paymentCurrency, amount, network: symbol }
      return answered(post(ONRAMP_PATHS.quote, body), OnrampQuote)
    },
    /** Orders, up to the page with the button. */
    async order(symbol: string, more?: object, to?: string) {
      const { url, orderId = '' } = await answered(post(ONRAMP_PATHS.url, wish(symbol, more, to)), OnrampUrl)
      const { pathname, search } = new URL(url)
      return { page: pathname + search, orderId }
    },
    /** Submits the page's form like a browser. */
    async press(page: string, headers: Readonly<Record<string, string>> = {}) {
      const html = await (await request(page)).text()
      const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1]
      if (!action) throw new Error('There is no button.')
      return request(action, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', ...headers } })
    },
    /** The modal's status request. */
    status: (orderId: string) => answered(request(`${ONRAMP_PATHS.orders}/${orderId}`), OnrampOrder),
  }
}
