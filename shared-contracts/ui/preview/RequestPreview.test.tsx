/** @jest-environment jsdom */
import { describeRequest, type Outcome, type PreviewContext } from '@portico/contracts/preview'
import { fakeHost, inHost, render, unmountAll } from '@portico/contracts/testing'
import { RequestPreview } from '@portico/contracts/ui/preview'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi } from 'viem'

const ME = '0x1111111111111111111111111111111111111111'
const FRIEND = '0x2222222222222222222222222222222222222222'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const CONTEXT: PreviewContext = {
  caipNetworkId: 'eip155:1',
  account: ME,
  native: { symbol: 'ETH', decimals: 18 },
  tokens: { [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 } },
}

afterEach(unmountAll)

const sent = (to: string, data: string) =>
  describeRequest({ method: 'eth_sendTransaction', params: [{ from: ME, to, data }] }, CONTEXT)
const transfer = sent(
  USDC,
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, 12_345_678n] }),
)
const approval = sent(USDC, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [FRIEND, maxUint256] }))

const show = (description: typeof transfer, outcome: Outcome | null | undefined) =>
  render(inHost(fakeHost(), <RequestPreview description={description} context={CONTEXT} outcome={outcome} />))

test('a transfer shows its amount, its token and the full address of its receiver', async () => {
  const view = await show(transfer, { status: 'notSimulated' })
  expect(view.names('h2')).toEqual(['Send tokens'])
  expect(view.names('dt')).toEqual(['Amount', 'Token', 'To'])
  expect(view.names('dd')[0]).toBe('12.345678 USDC')
  expect(view.names('dd')[2]?.replace(/ /g, '')).toBe(FRIEND)
})

test('a missing simulation is mentioned plainly, and is read aloud', async () => {
  const view = await show(transfer, { status: 'notSimulated' })
  expect(view.names('[role="status"]')).toEqual(['This couldn’t be simulated. What would change is unknown.'])
})

test.each<[Outcome | undefined, string]>([
  [undefined, 'Checking what would change…'],
  [{ status: 'reverts' }, 'It would fail, and you’d lose the fee.'],
  [{ status: 'succeeds' }, 'It would succeed, but we can’t tell what would change.'],
  [{ status: 'simulated', changes: [] }, 'No balance changes found.'],
])("a simulation's result is shown in one sentence: %j", async (outcome, text) => {
  expect((await show(transfer, outcome)).names('[role="status"]')).toEqual([text])
})

test('losses come before gains, each with its sign', async () => {
  const changes = [
    { address: ME, token: USDC, change: 5_000_000n },
    { address: ME, change: -1_500_000_000_000_000_000n },
    { address: ME, token: FRIEND, tokenId: 7n, change: -1n },
  ]
  const view = await show(transfer, { status: 'simulated', changes, isPartial: true })
  expect(view.names('[role="status"] li').map((text) => text.replace(/0x.*/, '').trim())).toEqual([
    '− 1.5 ETH',
    '− NFT #7',
    '+ 5 USDC',
  ])
  expect(view.text()).toContain('More may change than is listed here.')
})

test('an unlimited allowance comes first, with its spender', async () => {
  const view = await show(approval, {
    status: 'simulated',
    changes: [],
    grants: [{ token: USDC, spender: FRIEND, amount: maxUint256, isUnlimited: true }],
  })
  const sentence = '0x2222…2222 can take all your USDC, now and later, without asking you again.'
  expect(view.text().split(sentence)).toHaveLength(2)
  expect(view.names('dt')[0]).toBe('Spender')
  expect(view.text()).toContain('This address is unknown.')
})

test('an allowance that the request does not name is shown with whole addresses', async () => {
  const view = await show(transfer, { status: 'simulated', changes: [], grants: [{ token: USDC, spender: FRIEND }] })
  expect(view.names('[role="status"] li')[0]).toMatch(
    /can take everything you have in this collection.*0x2{40}Token 0xa0b8/,
  )
})

test('for a signature, no changes are shown', async () => {
  const description = describeRequest({ method: 'personal_sign', params: ['hello', ME] }, CONTEXT)
  const view = await show(description, null)
  expect(view.container.querySelector('[role="status"]')).toBeNull()
  expect(view.text()).toContain('hello')
})

test('the raw data, including that of each part, is one press away and can be scrolled by keyboard', async () => {
  const calls = [
    { to: USDC, data: `0xa9059cbb${'0'.repeat(24)}${'22'.repeat(20)}${'0'.repeat(63)}1` },
    { to: FRIEND, value: '0x1' },
  ]
  const description = describeRequest({ method: 'wallet_sendCalls', params: [{ calls }] }, CONTEXT)
  const view = await show(description, { status: 'notSimulated' })
  const raw = view.container.querySelector('details')
  expect(raw?.open).toBe(false)
  expect(view.names('details > summary')).toEqual(['Raw data'])
  expect(view.names('details p')).toEqual(['1 · Send tokens', '2 · Send'])
  expect([...(raw?.querySelectorAll('pre') ?? [])].every((one) => one.tabIndex === 0)).toBe(true)
})

test('what a site sends is shown as plain text', async () => {
  const text = '<img src=x onerror="alert(1)">\u202e'
  const types = { Mail: [{ name: 'text', type: 'string' }], EIP712Domain: [] }
  const typed = { domain: {}, types, primaryType: 'Mail', message: { text } }
  const description = describeRequest({ method: 'eth_signTypedData_v4', params: [ME, JSON.stringify(typed)] }, CONTEXT)
  const view = await show(description, null)
  expect(view.container.querySelector('img')).toBeNull()
  expect(view.text()).toContain('<img src=x onerror="alert(1)">⟨U+202E⟩')
})

test('texts are in the visitor’s language if they have been translated', async () => {
  const host = fakeHost()
  const t = (key: string) => (key === 'preview.kind.tokenTransfer' ? 'Token senden' : key)
  const view = await render(
    inHost(
      { ...host, context: { ...host.context, t } },
      <RequestPreview description={transfer} context={CONTEXT} outcome={null} />,
    ),
  )
  expect(view.names('h2')).toEqual(['Token senden'])
  expect(view.names('dt')).toEqual(['Amount', 'Token', 'To'])
})

test('parts of a multicall are numbered', async () => {
  const abi = parseAbi(['function multicall(bytes[])'])
  const inner = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, 1n] })
  const view = await show(sent(USDC, encodeFunctionData({ abi, args: [[inner, inner]] })), { status: 'notSimulated' })
  expect(view.names('ol > li > p:first-child')).toEqual(['Part 1 of 2', 'Part 2 of 2'])
})

test('a site that turns previews off gets no preview', async () => {
  const host = fakeHost({ previews: 'none' })
  const view = await render(inHost(host, <RequestPreview description={transfer} context={CONTEXT} outcome={null} />))
  expect(view.text()).toBe('')
})

test('the fee in the request is shown if the view shows no other fee', async () => {
  const priced = describeRequest(
    {
      method: 'eth_sendTransaction',
      params: [{ from: ME, to: FRIEND, value: '0x1', gas: '0x5208', maxFeePerGas: '0x3b9aca00' }],
    },
    CONTEXT,
  )
  const names = async (hasFee: boolean) =>
    (
      await render(
        inHost(fakeHost(), <RequestPreview description={priced} context={CONTEXT} outcome={null} hasFee={hasFee} />),
      )
    ).names('dt')
  expect(await names(true)).toEqual(['Amount', 'To', 'Maximum network fee'])
  expect(await names(false)).toEqual(['Amount', 'To'])
})
