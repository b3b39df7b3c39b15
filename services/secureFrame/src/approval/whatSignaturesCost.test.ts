/** @jest-environment jsdom */
import { openRpc, settle, shown } from '../rpc/testing/openRpc.ts'

/** A page requests signatures that give everything away, and hopes that the screen calls them free. */

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const THIEF = `0x${'33'.repeat(20)}`
const SEAPORT = '0x0000000000000068f116a894984e2db1123eb395'
const NOTHING = `0x${'0'.repeat(64)}`
const FREE = 'Signing is free.'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const word = (hex: string) => hex.padStart(64, '0')
const symbol = `0x${word('20')}${word('4')}${Buffer.from('USDC').toString('hex').padEnd(64, '0')}`
const eth_call = ([{ to, data }]: [{ to: string; data: string }]) =>
  (to === USDC ? { '0x95d89b41': symbol, '0x313ce567': `0x${word('6')}` }[data] : undefined) ?? '0x'

const members = (text: string) =>
  text.split(',').map((part) => {
    const [type, name] = part.split(' ')
    return { type, name }
  })
const typed = (types: Readonly<Record<string, string>>, contract: string, message: (account: string) => object) => ({
  method: 'eth_signTypedData_v4',
  params: (account: string) => [
    account,
    {
      types: Object.fromEntries(Object.entries(types).map(([name, text]) => [name, members(text)])),
      primaryType: Object.keys(types)[0],
      domain: { chainId: 1, verifyingContract: contract },
      message: message(account),
    },
  ],
})

const permit = typed(
  { Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline' },
  USDC,
  (owner) => ({
    owner,
    spender: THIEF,
    value: ((1n << 256n) - 1n).toString(),
    nonce: '0',
    deadline: '4000000000',
  }),
)
const item = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const million = { itemType: 1, token: USDC, identifierOrCriteria: 0 }
const dollars = { ...million, startAmount: '1000000000000', endAmount: '1000000000000' }
const giveaway = typed(
  {
    OrderComponents:
      'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
    OfferItem: item,
    ConsiderationItem: `${item},address recipient`,
  },
  SEAPORT,
  (offerer) => ({
    offerer,
    zone: `0x${'0'.repeat(40)}`,
    offer: [dollars],
    consideration: [],
    orderType: 0,
    startTime: 0,
    endTime: 4_000_000_000,
    zoneHash: NOTHING,
    salt: '1',
    conduitKey: NOTHING,
    counter: 0,
  }),
)
const root = typed({ Root: 'bytes32 root' }, THIEF, () => ({ root: NOTHING }))
const message = (text: string) => ({ method: 'personal_sign', params: (account: string) => [text, account] })
const signIn = (site: string) => message(`${site} wants you to sign in with your Ethereum account:\n0x\n`)

type Asked = Pick<typeof permit, 'method' | 'params'>

async function see({ method, params }: Asked) {
  const opened = openRpc({ answers: { eth_call, eth_getCode: '0x' } })
  const answer = opened.ask(method, params(opened.account.evm))
  const screen = await shown(opened)
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  await settle()
  const dangers = [...screen.querySelectorAll('.approval-danger')].map(({ textContent }) => textContent ?? '')
  const said = { text: screen.textContent ?? '', dangers, isLoud: opened.find('approve')?.className.includes('loud') }
  opened.reject()
  await answer
  return said
}

test.each<[string, Asked]>([
  ['an unlimited allowance for an account that is not a contract', permit],
  ['an order that gives a million dollars away', giveaway],
  ['a hash of hidden orders', root],
  ['a sign-in at another site', signIn('bank.example')],
])('%s is not called free, and Approve is not highlighted', async (_, requests) => {
  const { text, dangers, isLoud } = await see(requests)
  expect([text.includes(FREE), isLoud, dangers.length > 0]).toEqual([false, false, true])
})

test('bytes that are not text are not called free', async () => {
  expect((await see(message(`0x${'ff'.repeat(40)}`))).text).not.toContain(FREE)
})

test('the screen says plainly that an order gives a million dollars for nothing', async () => {
  const { text, dangers } = await see(giveaway)
  expect(dangers.join()).toContain('You give 1000000 USDC and get nothing in return.')
  expect(text).toContain('Seaport 1.6')
})

test.each<[string, Asked]>([
  ['a text', message('Hello, fern.')],
  ['a sign-in at the site that asks', signIn('shop.example')],
])('%s is called free', async (_, requests) => {
  expect((await see(requests)).text).toContain(FREE)
})
