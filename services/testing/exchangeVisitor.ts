import type { CaipNetworkId } from '@portico/contracts'
import {
  EXCHANGE_METHODS,
  ExchangeBuyStatus,
  ExchangePayUrl,
  Exchanges,
  PAYMENTS_PATHS,
  PaymentsRpcAnswer,
  TEST_EXCHANGE_ID,
} from '@portico/contracts/services/payments'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import type { Request } from './onrampBuyer.ts'
import { withProject } from './onrampSuite.ts'

/** The modal's requests about exchanges, and a visitor's actions at the test exchange. */
export function createExchangeVisitor(request: Request, caipNetworkId: CaipNetworkId) {
  async function call(method: string, params: unknown) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await request(withProject(PAYMENTS_PATHS.jsonRpc), { method: 'POST', body })
    expect(answer.status).toBe(200)
    return parse(PaymentsRpcAnswer, await answer.json())
  }

  async function resultOf<Schema extends GenericSchema>(
    schema: Schema,
    method: string,
    params: unknown,
  ): Promise<InferOutput<Schema>> {
    const answer = await call(method, params)
    expect(answer).not.toHaveProperty('error')
    return parse(schema, 'result' in answer && answer.result)
  }

  const press = async (page: string, button: 'pay' | 'decline', headers = {}) => {
    const html = await (await request(page)).text()
    const [, action] = new RegExp(`action="([^"]+/${button})"`).exec(html) ?? []
    if (!action) throw new Error(`There is no button to ${button} on the page`)
    return request(action, { method: 'POST', headers })
  }

  return {
    request,
    call,
    press,
    list: (params: object = {}) => resultOf(Exchanges, EXCHANGE_METHODS.exchanges, { page: 0, ...params }),
    /**
     * Begins a payment, up to the page with the buttons.
     * @param asset the CAIP-19 id without its network: `slip44:60`
     */
    async begin(asset: string, amount: string, to: string) {
      const params = { exchangeId: TEST_EXCHANGE_ID, asset: `${caipNetworkId}/${asset}`, amount }
      return resultOf(ExchangePayUrl, EXCHANGE_METHODS.payUrl, { ...params, recipient: `${caipNetworkId}:${to}` })
    },
    status: (sessionId: string) =>
      resultOf(ExchangeBuyStatus, EXCHANGE_METHODS.buyStatus, { exchangeId: TEST_EXCHANGE_ID, sessionId }),
  }
}
