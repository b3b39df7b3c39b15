/** @jest-environment jsdom */
import { NodeError } from '../rpc/testing/fakeNode.ts'
import { openRpc, settle, shown } from '../rpc/testing/openRpc.ts'

const FRIEND = `0x5aae${'22'.repeat(16)}beef`
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const SEND = { to: FRIEND, value: '0xde0b6b3a7640000' }
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MAX = 'f'.repeat(64)

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
const symbol = `0x${word('20')}${word('4')}${Buffer.from('USDC').toString('hex').padEnd(64, '0')}`
const eth_call = ([{ to, data }]: [{ to: string; data: string }]) =>
  (to === USDC ? { '0x95d89b41': symbol, '0x313ce567': `0x${word('6')}` }[data] : undefined) ?? '0x'

type Asked = readonly [method: string, params: (account: string) => unknown, options?: Parameters<typeof openRpc>[0]]

async function see([method, params, options]: Asked) {
  const opened = openRpc(options)
  const answer = opened.ask(method, params(opened.account.evm))
  const screen = await shown(opened)
  await settle()
  const all = (selector: string) => [...screen.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
  const leave = async () => {
    opened.reject()
    await answer
  }
  return { opened, answer, screen, all, leave }
}

const message: Asked = ['personal_sign', (account) => ['hi', account]]
const send = (transaction: object, options: Asked[2] = {}): Asked => [
  'eth_sendTransaction',
  () => [transaction],
  options,
]
const permit = (value: string): Asked => [
  'eth_signTypedData_v4',
  (account) => [
    account,
    JSON.stringify({
      types: {
        Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(
          (row) => {
            const [name, type] = row.split(' ')
            return { name, type }
          },
        ),
      },
      primaryType: 'Permit',
      domain: { name: 'USD Coin', chainId: 1, verifyingContract: USDC },
      message: { owner: account, spender: ROUTER, value, nonce: '0', deadline: '4000000000' },
    }),
  ],
  { answers: { eth_call } },
]

test('a screen reader reads the requesting site with the title: its origin, then the name that it gives itself', async () => {
  const { screen, leave, all } = await see(['personal_sign', message[1], { siteName: 'Best shop' }])
  const idsOf = (name: string) => (screen.getAttribute(name) ?? '').split(' ')
  const textOf = (name: string) => idsOf(name).map((id) => document.getElementById(id)?.textContent)
  expect(screen.getAttribute('role')).toBe('alertdialog')
  expect(textOf('aria-labelledby')).toEqual(['Sign a message'])
  expect(textOf('aria-describedby')).toEqual(['Requested by', 'https://shop.example'])
  expect(all('header p')).toEqual(['Requested by', 'https://shop.example', 'It calls itself “Best shop”.'])
  expect(document.activeElement?.textContent).toBe('Reject')
  await leave()
})

test('a sign-in to a site other than the requesting one shows a warning', async () => {
  const text = (site: string) => `${site} wants you to sign in with your Ethereum account:\n0x\n`
  const own = await see(['personal_sign', (account) => [text('shop.example'), account]])
  expect([own.all('h1'), own.all('.approval-warning')]).toEqual([['Sign in'], []])
  await own.leave()
  const other = await see(['personal_sign', (account) => [text('bank.example'), account]])
  expect(other.all('.approval-warning').join()).toContain('to a different site than the one requesting it')
  other.opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  expect(other.opened.find('approve')?.textContent).toBe('Sign in anyway')
  await other.leave()
})

test('the fields of unknown data come before account and network, the fields of known data after them', async () => {
  const placesOf = ({ screen }: { readonly screen: Element }) =>
    [...screen.querySelectorAll('.approval-body > section')].map(({ className }) => className)
  const data = {
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    domain: {},
    message: { text: 'a' },
  }
  const mail = await see(['eth_signTypedData_v4', (account) => [account, JSON.stringify(data)]])
  expect(placesOf(mail)).toEqual(['approval-description', 'approval-data', 'approval-facts'])
  await mail.leave()
  const allowance = await see(permit('1'))
  expect(placesOf(allowance)).toEqual(['approval-description', 'approval-facts', 'approval-data'])
  expect(allowance.all('.approval-line .approval-label')[0]).toBe('Spender')
  await allowance.leave()
})

test('a new hint moves nothing: a hint is always shown, and its place has room for the longest hint', async () => {
  const { opened, screen, answer } = await see(send(SEND))
  const place = screen.querySelector('.approval-hint-place')
  const room = place?.getAttribute('data-longest')?.length ?? 0
  const said: (string | undefined)[] = []
  const hear = () => said.push(place?.textContent ?? undefined)
  hear()
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  hear()
  await opened.approve()
  hear()
  await answer
  expect(said).toEqual([
    'You can approve once everything has been visible for a moment.',
    'Read this before you approve.',
    'Approved and sending. This can take a minute or two.',
  ])
  for (const text of said) expect(text?.length).toBeLessThanOrEqual(room)
})

test('the raw data come last, in one collapsible section', async () => {
  const { screen, leave } = await see(send({ to: ROUTER, data: '0x12345678' }))
  const body = screen.querySelector('.approval-body')
  expect(body?.lastElementChild?.getAttribute('data-testid')).toBe('raw')
  expect(screen.querySelectorAll('details')).toHaveLength(1)
  await leave()
})

test('there is no Approve button if the account does not have enough, because nothing would be sent', async () => {
  const { opened, screen, all, leave } = await see(send(SEND, { answers: { eth_getBalance: '0x1' } }))
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  expect(all('button')).toEqual(['Close'])
  expect(all('.approval-danger').join()).toContain('doesn’t have enough')
  expect(screen.querySelector('#hint')?.textContent).toBe('Nothing to approve.')
  await leave()
})

test('Approve is not highlighted if the request would fail and cost its fee, and the hint says where to look', async () => {
  const requests = send(SEND, { answers: { eth_simulateV1: () => [{ calls: [{ status: '0x0', logs: [] }] }] } })
  const { opened, screen, all, leave } = await see(requests)
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  const approve = opened.find('approve')
  expect([approve?.textContent, approve?.className]).toEqual(['Send 1 ETH anyway', 'approval-quiet'])
  expect(all('.approval-danger').join()).toContain('would fail')
  expect(screen.querySelector('#hint')?.textContent).toBe('Check the warning above before you decide.')
  await leave()
})

test('the warning about an unlimited allowance names the spender and the token', async () => {
  const approveAll = { to: USDC, data: `0x095ea7b3${word(ROUTER)}${MAX}` }
  const { all, leave } = await see(send(approveAll, { answers: { eth_call } }))
  expect(all('.approval-danger')).toEqual([
    'Uniswap V2 Router can take all your USDC, now and later, without asking you again.',
  ])
  expect(all('.approval-address').map((text) => text.toLowerCase())).toContain(ROUTER)
  await leave()
})

test('a call for a limited allowance shows no warning; for a signed permit, the screen says what it allows', async () => {
  const limited = { to: USDC, data: `0x095ea7b3${word(ROUTER)}${word('4c4b40')}` }
  const call = await see(send(limited, { answers: { eth_call } }))
  expect(call.all('.approval-warning').join()).not.toContain('can take')
  expect(call.all('.approval-hero')).toEqual(['Can spend up to5 USDC'])
  await call.leave()
  const signed = await see(permit('5000000'))
  expect(signed.all('.approval-warning').join()).toContain(
    'This signature lets Uniswap V2 Router take up to 5 USDC. You will not be asked again.',
  )
  expect(signed.all('.approval-facts .approval-hint')).toEqual([
    'No network fee. Anyone who gets this signature can use it.',
  ])
  await signed.leave()
  const endless = await see(permit(BigInt(`0x${MAX}`).toString()))
  expect(endless.all('.approval-danger').join()).toContain('can take all your USDC')
  await endless.leave()
})

test('expected changes are listed, outgoing ones first; the names of unnamed tokens are looked up', async () => {
  const log = (from: string, to: string, address: string, data: string) => ({
    address,
    topics: [TRANSFER, `0x${word(from)}`, `0x${word(to)}`],
    data,
  })
  const coin = `0x${'ee'.repeat(20)}`
  type Simulated = [{ blockStateCalls: [{ calls: [{ from: string }] }] }]
  const eth_simulateV1 = ([{ blockStateCalls }]: Simulated) => {
    const { from } = blockStateCalls[0].calls[0]
    const logs = [log(ROUTER, from, USDC, '0x16e360'), log(from, ROUTER, coin, '0xde0b6b3a7640000')]
    return [{ calls: [{ status: '0x1', logs }] }]
  }
  const swap = send({ to: ROUTER, value: SEND.value, data: '0x12345678' }, { answers: { eth_call, eth_simulateV1 } })
  const { all, leave } = await see(swap)
  const [out, back] = all('.approval-changes li')
  expect([out, back?.startsWith('+ 1.5 USDC')]).toEqual(['− 1 ETH', true])
  expect(all('p:not([hidden])').join()).toContain('Token creators choose the names shown here.')
  await leave()
})

test('a failed simulation is always mentioned', async () => {
  const failing = { eth_simulateV1: new NodeError(-32601), eth_call: new NodeError(-32603) }
  const { all, leave } = await see(send(SEND, { answers: failing }))
  expect(all('.approval-outcome')).toEqual(['This couldn’t be simulated. What would change is unknown.'])
  await leave()
})

test("the network's name comes from the frame's own list, whatever the site says", async () => {
  const { all, screen, leave } = await see(send(SEND, { network: 'eip155:31337' }))
  expect(all('.approval-network')).toEqual(['eip155:31337'])
  expect(screen.textContent).toContain('1 in this network’s coin')
  expect(screen.textContent).toContain('This network and the value of its coin are unknown')
  await leave()
})

test("an address that only looks like a recent receiver's gets a warning", async () => {
  const opened = openRpc()
  const first = opened.ask('eth_sendTransaction', [SEND])
  await shown(opened)
  await opened.approve()
  await first
  const second = opened.ask('eth_sendTransaction', [{ ...SEND, to: `0x5aae${'33'.repeat(16)}beef` }])
  const screen = await shown(opened)
  const warned = screen.querySelector('.approval-warning')?.textContent ?? ''
  expect(warned.toLowerCase()).toContain(FRIEND)
  opened.reject()
  await second
})
