import { type Description, describeRequest, type PreviewContext } from '@portico/contracts/preview'
import { needsWholeRead } from './needsWholeRead.ts'

const ACCOUNT = `0x${'11'.repeat(20)}`
const FRIEND = `0x${'22'.repeat(20)}`
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const CONTEXT = {
  caipNetworkId: 'eip155:1',
  account: ACCOUNT,
  native: { symbol: 'ETH', decimals: 18 },
  origin: 'https://shop.example',
  tokens: { [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 } },
} as PreviewContext

const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
const sent = (transaction: object) => describeRequest({ method: 'eth_sendTransaction', params: [transaction] }, CONTEXT)
const message = (text: string) => describeRequest({ method: 'personal_sign', params: [text, ACCOUNT] }, CONTEXT)
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const permit = (value: string) =>
  describeRequest(
    {
      method: 'eth_signTypedData_v4',
      params: [
        ACCOUNT,
        JSON.stringify({
          types: {
            Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(
              (row) => ({ name: row.split(' ')[0], type: row.split(' ')[1] }),
            ),
          },
          primaryType: 'Permit',
          domain: { name: 'USD Coin', chainId: 1, verifyingContract: USDC },
          message: { owner: ACCOUNT, spender: FRIEND, value, nonce: '0', deadline: '4000000000' },
        }),
      ],
    },
    CONTEXT,
  )
const batch = describeRequest(
  {
    method: 'wallet_sendCalls',
    params: [
      {
        calls: [
          { to: FRIEND, value: '0x1' },
          { to: FRIEND, value: '0x2' },
        ],
      },
    ],
  },
  CONTEXT,
)

test.each<[string, Description]>([
  ['an unlimited allowance', sent({ to: USDC, data: `0x095ea7b3${word(FRIEND)}${'f'.repeat(64)}` })],
  ['an unlimited allowance by signature', permit(BigInt(`0x${'f'.repeat(64)}`).toString())],
  ['all NFTs of a collection', sent({ to: FRIEND, data: `0xa22cb465${word(ACCOUNT)}${word('1')}` })],
  ['an unknown call', sent({ to: FRIEND, data: '0xdeadbeef' })],
  ['a new contract', sent({ data: '0x6000' })],
  ['several actions at once', batch],
  ['a message that is not text', message(`0x${'ff00aa31'.repeat(8)}ff`)],
  ['a sign-in to another site', message(hexOf(`bank.example wants you to sign in with your Ethereum account:\n0x\n`))],
])('%s has to be read to its end', (_, description) => {
  expect(needsWholeRead(description)).toBe(true)
})

test.each<[string, Description]>([
  ['a text', message(hexOf('attack at dawn'))],
  ['a payment', sent({ to: FRIEND, value: '0x1' })],
  ['a transfer of tokens', sent({ to: USDC, data: `0xa9059cbb${word(FRIEND)}${word('1')}` })],
  ['a limited allowance', sent({ to: USDC, data: `0x095ea7b3${word(FRIEND)}${word('1')}` })],
  ['a limited allowance by signature', permit('5000000')],
])('%s can be approved without reading to the end', (_, description) => {
  expect(needsWholeRead(description)).toBe(false)
})

test('a request that grants an unlimited allowance in the simulation has to be read to its end', () => {
  const payment = sent({ to: FRIEND, value: '0x1' })
  const grants = [{ token: USDC, spender: FRIEND, isUnlimited: true }]
  expect(needsWholeRead(payment, { status: 'simulated', changes: [], grants })).toBe(true)
  expect(needsWholeRead(payment, { status: 'simulated', changes: [], grants: [] })).toBe(false)
  expect(needsWholeRead(payment, { status: 'reverts' })).toBe(false)
})
