/** @jest-environment jsdom */
import { type ActingCommands, ModalError, type SendArguments } from '@portico/contracts'
import {
  fakeActing,
  fakeHost,
  hostState,
  polygon,
  type RenderedView,
  renderView,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { encodeFunctionResult, erc20Abi, toFunctionSelector } from 'viem'
import remote from '../remote.ts'
import { requestTaken, type SendState, selectForm } from '../sendSlice.ts'
import { dollar, ether, FRIEND, TOKEN } from '../testing.ts'
import WalletSend from './WalletSend.tsx'

afterEach(unmountAll)

const FACTS = { symbol: 'USD', name: 'Dollar', decimals: 6, balanceOf: 12_500_000n } as const
const answers = Object.entries(FACTS).map(([functionName, result]) => {
  const parameter = functionName === 'balanceOf' ? '(address)' : '()'
  const data = encodeFunctionResult({ abi: erc20Abi, functionName, result } as never)
  return [toFunctionSelector(`${functionName}${parameter}`), data] as const
})
const askNode: ActingCommands['askNode'] = async ({ method, params = [] }) => {
  if (method === 'eth_getBalance') return '0x14d1120d7b160000'
  const { data = '', to } = params[0] as { data?: string; to?: string }
  return to === TOKEN ? answers.find(([selector]) => data.startsWith(selector))?.[1] : '0x'
}
const REQUEST: SendArguments = { amount: '2.5', assetAddress: TOKEN, namespace: 'eip155', chainId: '1', to: FRIEND }

async function show(
  params: SendArguments | undefined,
  acting: Partial<ActingCommands> = { askNode },
  host = hostWith(acting),
) {
  const view = await renderView(WalletSend, { host, params })
  return { view, host }
}
const hostWith = (acting: Partial<ActingCommands>) =>
  fakeHost({ remote, state: hostState({ holdings: [ether, dollar], transactions: [] }), acting: fakeActing(acting) })
const input = (view: RenderedView, testId: string) =>
  view.container.querySelector<HTMLInputElement>(`[data-testid=${testId}]`)
const answered = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
async function filled(view: RenderedView) {
  while (!input(view, 'send-amount-input')) await answered()
}
async function shown(view: RenderedView, text: string) {
  while (!view.text().includes(text)) await answered()
}

test("a site's request fills the form, read-only, and the visitor can continue", async () => {
  const { view, host } = await show(REQUEST)
  await filled(view)
  expect(
    ['send-amount-input', 'send-receiver-input'].map((id) => [input(view, id)?.value, input(view, id)?.readOnly]),
  ).toEqual([
    ['2.5', true],
    [FRIEND, true],
  ])
  expect(view.names('[data-testid=send-token-button]')).toEqual(['USD'])
  expect(view.button('USD').disabled).toBe(true)
  expect(view.container.querySelector('[data-testid=send-max-button]')).toBeNull()
  expect(view.text()).toContain('$2.50')
  await view.press('Preview send')
  expect(host.asked).toEqual([['navigate', 'WalletSendPreview']])
})

test("a request without a token means the network's coin, limited to the balance", async () => {
  const { view } = await show({ ...REQUEST, assetAddress: 'native', amount: 2 })
  await filled(view)
  expect(view.names('[data-testid=send-button]')).toEqual(['Insufficient funds'])
  expect(view.text()).toContain('You have 1.5 ETH')
})

test.each<[string, SendArguments, string]>([
  ['an amount in words', { amount: 'much' }, 'Invalid amount'],
  ['a negative amount', { amount: '-1' }, 'Invalid amount'],
  ['a zero amount', { amount: 0 }, 'Invalid amount'],
  ['an amount with an exponent', { amount: 1e-7 }, 'Invalid amount'],
  ['an amount that is not a string', { amount: { toString: () => '1' } as never }, 'Invalid amount'],
  ['no amount', { amount: undefined as never }, 'An amount and receiver address are required'],
  ['an empty amount', { amount: ' ' }, 'An amount and receiver address are required'],
  ['no receiver', { to: '' }, 'An amount and receiver address are required'],
  ['an empty token', { assetAddress: '' }, 'A token is required'],
  ['another family', { namespace: 'solana' }, 'Chain "solana" is not supported for send parameters'],
  ['a network that the site does not have', { chainId: '99' }, 'Network with id "99" not found'],
  ['a name as the receiver', { to: 'river.eth' }, 'Invalid address'],
  ['a receiver with a wrong checksum', { to: FRIEND.replace('D1220A', 'd1220A') }, 'Invalid address'],
  ['a token with an invalid address', { assetAddress: '0x12' }, 'Token not found'],
  ['an address without a token', { assetAddress: FRIEND }, 'Token not found'],
])('a site’s request with %s is refused with the reason', async (_, changes, text) => {
  const { view, host } = await show({ ...REQUEST, ...changes })
  await shown(view, text)
  expect(host.asked).toEqual([['showSnack', { variant: 'error', text }]])
  expect(view.names('button')).toEqual(['Cancel'])
})

test("a site's next request waits for its own token, even if the first request's token is known", async () => {
  const { view, host } = await show(REQUEST)
  await filled(view)
  await unmountAll()
  let isAnswering = false
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const slow: ActingCommands['askNode'] = async (request) => {
    isAnswering = true
    await waiting
    return askNode(request)
  }
  const second = hostWith({ askNode: slow })
  second.store.dispatch(requestTaken(selectForm(host.store.getState() as SendState) as never))
  const { view: next } = await show({ ...REQUEST, amount: '7' }, {}, second)
  while (!isAnswering) await answered()
  expect(input(next, 'send-amount-input')).toBeNull()
  goOn()
  await filled(next)
  expect(input(next, 'send-amount-input')?.value).toBe('7')
})

test('a token that cannot be looked up is reported', async () => {
  const { view } = await show(REQUEST, {
    askNode: async () => {
      throw new ModalError('service.unreachable')
    },
  })
  await shown(view, 'Failed to load token information')
})

test('a wallet on another network is pointed out', async () => {
  const { view } = await show({ ...REQUEST, chainId: polygon.id })
  await shown(view, 'Your wallet is on another network. This must be sent on Polygon.')
})

test("a visitor who opens the form after a site's request finds it empty", async () => {
  const { view, host } = await show(REQUEST)
  await filled(view)
  await unmountAll()
  await show(undefined, {}, host)
  expect(selectForm(host.store.getState() as SendState)).toEqual({ amount: '', receiver: '' })
})
