import { encodeAbiParameters, encodeFunctionData, encodePacked, type Hex, parseAbi, parseAbiParameters } from 'viem'
import {
  ACCOUNT,
  CONTEXT,
  describeTransaction,
  FRIEND,
  ROUTER,
  shown,
  THIEF,
  USDC,
  WETH,
} from '../testing/evmRequests.ts'
import { routerSteps } from './routerSteps.ts'

const ABI = parseAbi(['function execute(bytes,bytes[],uint256)'])
const SENDER = `0x${'0'.repeat(39)}1`
const ITSELF = `0x${'0'.repeat(39)}2`
const NATIVE = `0x${'0'.repeat(40)}`
const WHOLE = 1n << 255n

const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`

const path = (from: string, to: string): Hex =>
  encodePacked(['address', 'uint24', 'address'], [from as Hex, 500, to as Hex])

function step(command: number, types: string, values: readonly unknown[]) {
  const input = encodeAbiParameters(parseAbiParameters(types as string), values as never)
  const commands: Hex = `0x${command.toString(16).padStart(2, '0')}`
  const data = encodeFunctionData({ abi: ABI, args: [commands, [input], 9n] })
  const description = describeTransaction({ to: ROUTER, data }, CONTEXT)
  const [part] = description.parts ?? []
  return { whole: description.kind, said: part && [part.kind, ...shown(part)] }
}

const V3 = 'address,uint256,uint256,bytes,bool'
const V2 = 'address,uint256,uint256,address[],bool'
const MOVE = 'address,address,uint256'
const DETAILS = '(address,uint160,uint48,uint48)'
const detail = [USDC, 5n, 7, 0]

const POOL = '(address,address,uint24,int24,address)'
const pool = [USDC, WETH, 500, 10, ZERO_ADDRESS]
const encode = (types: string, ...values: readonly unknown[]) =>
  encodeAbiParameters(parseAbiParameters(types as string), values as never)

const rows: [string, number, string, readonly unknown[], string[]][] = [
  [
    'a v3 swap with an exact input',
    0x00,
    V3,
    [SENDER, 5n, 4n, path(USDC, WETH), true],
    ['swap', 'sell 5/6 USDC', `token ${USDC}`, 'receiveAtLeast 4/18 WETH', `token ${WETH}`, `receiver ${ACCOUNT}`],
  ],
  [
    'a v3 swap with an exact output, whose path is reversed',
    0x01,
    V3,
    [THIEF, 4n, 5n, path(WETH, USDC), true],
    ['swap', 'sellAtMost 5/6 USDC', `token ${USDC}`, 'receive 4/18 WETH', `token ${WETH}`, `!receiver ${THIEF}`],
  ],
  [
    'a Permit2 transfer of the account’s tokens',
    0x02,
    'address,address,uint160',
    [USDC, ITSELF, 5n],
    ['tokenTransfer', 'amount 5/6 USDC', `token ${USDC}`, `from ${ACCOUNT}`, 'receiver Uniswap'],
  ],
  [
    'Permit2 allowances for several tokens',
    0x03,
    `(${DETAILS}[],address,uint256),bytes`,
    [[[detail, detail], FRIEND, 9n], '0x12'],
    [
      'permit2',
      ...['allowance 5/6 USDC', `token ${USDC}`, 'expires 7'],
      ...['allowance 5/6 USDC', `token ${USDC}`, 'expires 7'],
      `spender ${FRIEND}`,
      '!unknownSpender',
      'deadline 9',
    ],
  ],
  [
    'a sweep of the remaining balance',
    0x04,
    MOVE,
    [USDC, THIEF, 5n],
    ['tokenTransfer', 'receiveAtLeast 5/6 USDC', `token ${USDC}`, `!receiver ${THIEF}`],
  ],
  [
    'a transfer of a fixed amount',
    0x05,
    MOVE,
    [NATIVE, SENDER, 5n],
    ['tokenTransfer', 'amount 5/18 ETH', `receiver ${ACCOUNT}`],
  ],
  [
    'a share for another account',
    0x06,
    MOVE,
    [USDC, THIEF, 25n],
    ['tokenTransfer', 'share 25', `token ${USDC}`, `!receiver ${THIEF}`],
  ],
  [
    'a v2 swap of the whole router balance',
    0x08,
    V2,
    [ITSELF, WHOLE, 4n, [USDC, WETH], false],
    ['swap', 'wholeRouterBalance', `token ${USDC}`, 'receiveAtLeast 4/18 WETH', `token ${WETH}`, 'receiver Uniswap'],
  ],
  [
    'a v2 swap with an exact output',
    0x09,
    V2,
    [SENDER, 4n, 5n, [USDC, WETH], true],
    ['swap', 'sellAtMost 5/6 USDC', `token ${USDC}`, 'receive 4/18 WETH', `token ${WETH}`, `receiver ${ACCOUNT}`],
  ],
  [
    'a Permit2 allowance',
    0x0a,
    `(${DETAILS},address,uint256),bytes`,
    [[detail, FRIEND, 9n], `0x${'12'.repeat(65)}`],
    [
      'permit2',
      'allowance 5/6 USDC',
      `token ${USDC}`,
      'expires 7',
      `spender ${FRIEND}`,
      '!unknownSpender',
      'deadline 9',
    ],
  ],
  ['wrapping', 0x0b, 'address,uint256', [ITSELF, 5n], ['wrap', 'amount 5/18 ETH', 'receiver Uniswap']],
  [
    'wrapping the whole balance',
    0x0b,
    'address,uint256',
    [ITSELF, WHOLE],
    ['wrap', 'wholeRouterBalance', 'receiver Uniswap'],
  ],
  ['unwrapping', 0x0c, 'address,uint256', [SENDER, 5n], ['unwrap', 'receiveAtLeast 5/18 ETH', `receiver ${ACCOUNT}`]],
  [
    'a step that may fail',
    0x8c,
    'address,uint256',
    [SENDER, 5n],
    ['unwrap', 'receiveAtLeast 5/18 ETH', `receiver ${ACCOUNT}`, '!mayFail'],
  ],
  [
    'a batch of Permit2 transfers',
    0x0d,
    '(address,address,uint160,address)[]',
    [[[ACCOUNT, FRIEND, 5n, USDC]]],
    ['tokenTransfer', 'amount 5/6 USDC', `token ${USDC}`, `from ${ACCOUNT}`, `receiver ${FRIEND}`],
  ],
  [
    'a v4 swap, whose actions are its parts',
    0x10,
    'bytes,bytes[]',
    [
      '0x060c0f',
      [
        encode(`(${POOL},bool,uint128,uint128,bytes)`, [pool, true, 5n, 4n, '0x']),
        encode('address,uint256', USDC, 5n),
        encode('address,uint256', WETH, 4n),
      ],
    ],
    ['swap'],
  ],
]

test.each(rows)('%s', (_, command, types, values, said) => {
  expect(step(command, types, values)).toEqual({ whole: said[0] === 'swap' ? 'swap' : 'batch', said })
})

test('every known step has a row in the table above', () => {
  const tested = new Set(rows.map(([, command]) => command & 0x7f))
  expect([...tested].sort((a, b) => a - b)).toEqual(Object.keys(routerSteps).map(Number))
})

test('a step whose input does not fit is unknown', () => {
  expect(step(0x00, V2, [SENDER, 5n, 4n, [USDC, WETH], true]).said?.[0]).toBe('unknownCall')
  expect(step(0x00, V3, [SENDER, 5n, 4n, `${path(USDC, WETH)}00`, true]).said?.[0]).toBe('unknownCall')
  expect(step(0x0c, MOVE, [USDC, THIEF, 5n]).said?.[0]).toBe('unknownCall')
  expect(step(0x07, MOVE, [USDC, THIEF, 5n]).said?.[0]).toBe('unknownCall')
})

describe('a v4 swap', () => {
  const PATH = '(address,(address,uint24,int24,address,bytes)[],uint128,uint128)'
  const hop = (to: string) => [to, 500, 10, ZERO_ADDRESS, '0x']
  const swapped = (actions: Hex, ...inputs: readonly Hex[]) => {
    const input = encode('bytes,bytes[]', actions, inputs)
    const data = encodeFunctionData({ abi: ABI, args: ['0x10', [input], 9n] })
    const description = describeTransaction({ to: ROUTER, data }, CONTEXT)
    return description.parts?.map((part) => [part.kind, ...(part.parts ?? []).map((inner) => shown(inner))])
  }

  test.each([
    [
      'an exact input, in the other direction',
      '0x06',
      `(${POOL},bool,uint128,uint128,bytes)`,
      [[pool, false, 5n, 4n, '0x']],
      ['sell 5/18 WETH', `token ${WETH}`, 'receiveAtLeast 4/6 USDC', `token ${USDC}`],
    ],
    [
      'an exact output',
      '0x08',
      `(${POOL},bool,uint128,uint128,bytes)`,
      [[pool, true, 4n, 5n, '0x']],
      ['sellAtMost 5/6 USDC', `token ${USDC}`, 'receive 4/18 WETH', `token ${WETH}`],
    ],
    [
      'an exact input along a path',
      '0x07',
      PATH,
      [[USDC, [hop(FRIEND), hop(ZERO_ADDRESS)], 5n, 4n]],
      ['sell 5/6 USDC', `token ${USDC}`, 'receiveAtLeast 4/18 ETH'],
    ],
    [
      'an exact output along a path',
      '0x09',
      PATH,
      [[ZERO_ADDRESS, [hop(USDC), hop(WETH)], 4n, 5n]],
      ['sellAtMost 5/6 USDC', `token ${USDC}`, 'receive 4/18 ETH'],
    ],
  ] as const)('names both tokens: %s', (_, action, types, values, said) => {
    expect(swapped(action, encode(types, ...values))).toEqual([['swap', said]])
  })

  test('shows the receiver of the output', () => {
    const swap = encode(PATH, [USDC, [hop(WETH)], 5n, 4n])
    const take = encode('address,address,uint256', WETH, THIEF, 0n)
    const pay = encode('address,uint256,bool', USDC, 5n, true)
    const share = encode('address,address,uint256', WETH, SENDER, 30n)
    expect(swapped('0x070b0e10', swap, pay, take, share)?.[0]?.slice(2)).toEqual([
      ['amount 5/6 USDC', `token ${USDC}`],
      ['wholeDebt', `token ${WETH}`, `!receiver ${THIEF}`],
      ['share 30', `token ${WETH}`, `receiver ${ACCOUNT}`],
    ])
  })

  test('is unknown when any of its actions is unknown', () => {
    const swap = encode(PATH, [USDC, [hop(WETH)], 5n, 4n])
    for (const [actions, inputs] of [
      ['0x0702', [swap, '0x']],
      ['0x07', [swap, swap]],
      ['0x0c', [encode('address,uint256', USDC, 5n)]],
      ['0x07', [`${swap}00`]],
    ] as [Hex, Hex[]][]) {
      expect(swapped(actions, ...inputs)).toEqual([['unknownCall']])
    }
  })
})
