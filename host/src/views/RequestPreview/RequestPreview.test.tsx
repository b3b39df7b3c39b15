/** @jest-environment jsdom */
import type { Network, ViewName } from '@portico/contracts'
import { fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { previewRequests } from '../../acting/preview/previewRequests.ts'
import { connected } from '../../connections/connectionsSlice.ts'
import { opened } from '../../router/routerSlice.ts'
import { RequestPreview } from './RequestPreview.tsx'

const ME = '0x1111111111111111111111111111111111111111'
const FRIEND = '0x2222222222222222222222222222222222222222'
const network: Network = {
  id: 31337,
  name: 'Local',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:31337',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  walletRpcUrls: [],
  testnet: true,
}

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

/** A page that sends requests to its wallet, which echoes them as answers. */
async function show(...requests: readonly (readonly [string, unknown])[]) {
  const test = createTestStore({ networks: [network], options: { metadata: { name: 'Fern & Fable' } } })
  const { store, services, commands } = test
  const connection = { connectorId: 'w', caipNetworkId: 'eip155:31337', accounts: [{ address: ME }] } as const
  store.dispatch(connected({ namespace: 'eip155', connection, keepsOthers: false }))
  const opening = { present: (view: ViewName) => void store.dispatch(opened({ view })) }
  previewRequests({ store, services, commands, opening })
  const wallet = { request: async ({ method }: { method: string }) => method }
  const site = services.requestPreview?.shown(wallet, 'eip155') as { request(asked: object): Promise<unknown> }
  const answers = requests.map(([method, params]) =>
    site.request({ method, params }).catch(({ code }: { code: number }) => code),
  )
  const view = await render(inShell(test, <RequestPreview />))
  const foundOut = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
  return { view, answers, foundOut }
}
const payment = [
  'eth_sendTransaction',
  [{ from: ME, to: FRIEND, value: '0xde0b6b3a7640000', gas: '0x5208', gasPrice: '0x3b9aca00' }],
] as const

test('a request is shown with who asks, for what and at what cost, and with a note that it could not be simulated', async () => {
  const { view, answers, foundOut } = await show(payment)
  expect(view.text()).toContain('Fern & Fable wants to send this request to your wallet.')
  const [go] = view.container.querySelectorAll<HTMLButtonElement>('[data-testid=asked-continue]')
  await foundOut()
  expect(view.names('h2')).toEqual(['Send'])
  expect(view.names('dt')).toEqual(['Amount', 'To', 'Maximum network fee'])
  expect(view.text()).toContain('1 ETH')
  expect(view.names('[role=status]')[0]).toBe('This couldn’t be simulated. What would change is unknown.')
  expect(go?.disabled).toBe(false)
  await view.press('Continue in wallet')
  expect(await answers[0]).toBe('eth_sendTransaction')
})

test('requests are shown one after the other, and each is answered separately', async () => {
  const message = (text: string) => ['personal_sign', [text, ME]] as const
  const { view, answers } = await show(message('one'), message('two'))
  expect(view.text()).toContain('One more request is waiting.')
  await view.press('Reject')
  expect(view.text()).toContain('two')
  expect(view.text()).not.toContain('waits')
  await view.press('Continue in wallet')
  expect(await Promise.all(answers)).toEqual([4001, 'personal_sign'])
  expect(view.text()).toBe('')
})

test('an unreadable request is labeled as such, and the visitor decides', async () => {
  const { view, foundOut } = await show(['eth_sign', [ME, '0x00']])
  await foundOut()
  expect(view.text()).toContain('We can’t tell what you’d be signing.')
})
