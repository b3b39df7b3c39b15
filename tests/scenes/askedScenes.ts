import type { BrowserContext } from 'playwright-core'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { DOLLAR } from '../browser/support/evmChain.ts'
import { stack } from '../browser/support/stack.ts'
import { VISITOR, type Visit } from '../browser/support/visit.ts'
import type { Reasons, Scene } from './scene.ts'

/** How visitors get to the view of the site's request to their wallet. */

const SOMEBODY = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SOMEBODY, maxUint256] })
const PAYMENT = ['eth_sendTransaction', [{ from: VISITOR, to: SOMEBODY, value: '0x16345785d8a0000' }]]
const ALLOWANCE = ['eth_sendTransaction', [{ from: VISITOR, to: DOLLAR.address, data }]]
const MESSAGE = ['personal_sign', ['0x48656c6c6f2c206665726e2e', VISITOR]]

const asking =
  (...requests: readonly unknown[]) =>
  async (visitor: Visit) => {
    await visitor.connect()
    await visitor.page.evaluate(
      (all) => {
        const provider = window.portico?.getWalletProvider() as { request(asked: object): Promise<unknown> }
        for (const [method, params] of all) void provider.request({ method, params }).catch(() => {})
      },
      requests as [string, unknown][],
    )
    const go = visitor.view('RequestPreview').getByTestId('asked-continue')
    await go.waitFor()
  }
const known = (go: (visitor: Visit) => Promise<void>) => async (visitor: Visit) => {
  await go(visitor)
  await visitor.view('RequestPreview').locator('[data-testid=asked-continue]:enabled').waitFor()
}

/** No simulation: neither the network's own node nor the services' fallback runs one. */
const withoutTrial = (answer: 'never' | 'no') => (context: BrowserContext) =>
  context.route(`${stack.urls.anvil}/**`, (route) => {
    if (!/eth_(?:simulateV1|call)/.test(route.request().postData() ?? '')) return route.continue()
    return answer === 'no' ? route.abort() : new Promise(() => {})
  })

const query = { options: { preview: 'all' } }

export const ASKED_SCENES: readonly Scene[] = [
  { view: 'RequestPreview', state: 'loading', query, prepare: withoutTrial('never'), go: asking(PAYMENT) },
  { view: 'RequestPreview', state: 'error', query, prepare: withoutTrial('no'), go: known(asking(PAYMENT)) },
  { view: 'RequestPreview', state: 'filled', query, go: known(asking(PAYMENT, MESSAGE, MESSAGE)) },
  { view: 'RequestPreview', state: 'filled', variant: 'allowance', query, go: known(asking(ALLOWANCE)) },
  { view: 'RequestPreview', state: 'filled', variant: 'message', query, go: known(asking(MESSAGE)) },
]

export const ASKED_NOT_APPLICABLE: Reasons = {
  RequestPreview: { empty: 'without a request nothing leads there' },
}
