import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { maybeWithoutCode } from '../spenders.ts'
import {
  ACCOUNT,
  APES,
  CONTEXT,
  describeTransaction,
  FRIEND,
  PERMIT2,
  ROUTER,
  shown,
  THIEF,
  UNKNOWN,
  USDC,
  WETH,
} from '../testing/evmRequests.ts'

/** Calldata as viem encodes it. */
const call = (signature: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const HASH = `0x${'ab'.repeat(32)}`

test.each<[string, object, string, string[]]>([
  [
    'a payment in the network’s own currency',
    { to: FRIEND, value: '0xde0b6b3a7640000' },
    'nativeTransfer',
    ['amount 1000000000000000000/18 ETH', `receiver ${FRIEND}`],
  ],
  ['a payment of zero', { to: FRIEND }, 'nativeTransfer', ['amount 0/18 ETH', `receiver ${FRIEND}`]],
  [
    'a token transfer',
    { to: USDC, data: call('transfer(address,uint256)', [FRIEND, 1_000_000n]) },
    'tokenTransfer',
    ['amount 1000000/6 USDC', `token ${USDC}`, `receiver ${FRIEND}`],
  ],
  [
    'a transfer of an unknown token',
    { to: UNKNOWN, data: call('transfer(address,uint256)', [FRIEND, maxUint256]) },
    'tokenTransfer',
    [`amount ${maxUint256}`, `token ${UNKNOWN}`, '!unknownToken', `receiver ${FRIEND}`],
  ],
  [
    'a transfer of another account’s token',
    { to: USDC, data: call('transferFrom(address,address,uint256)', [THIEF, FRIEND, 5n]) },
    'tokenTransfer',
    ['amount 5/6 USDC', `token ${USDC}`, `!from ${THIEF}`, `receiver ${FRIEND}`],
  ],
  [
    'an NFT transfer by the function that tokens share',
    { to: APES, data: call('transferFrom(address,address,uint256)', [ACCOUNT, FRIEND, 5n]) },
    'nftTransfer',
    ['tokenId 5', `token ${APES}`, `from ${ACCOUNT}`, `receiver ${FRIEND}`],
  ],
  [
    'a transfer of either a token or an NFT',
    { to: UNKNOWN, data: call('transferFrom(address,address,uint256)', [ACCOUNT, FRIEND, 5n]) },
    'tokenTransfer',
    ['amountOrTokenId 5', `token ${UNKNOWN}`, '!unknownToken', `from ${ACCOUNT}`, `receiver ${FRIEND}`],
  ],
  [
    'an NFT transfer',
    { to: APES, data: call('safeTransferFrom(address,address,uint256)', [ACCOUNT, FRIEND, 7n]) },
    'nftTransfer',
    ['tokenId 7', `token ${APES}`, `from ${ACCOUNT}`, `receiver ${FRIEND}`],
  ],
  [
    'an NFT transfer with data',
    { to: APES, data: call('safeTransferFrom(address,address,uint256,bytes)', [ACCOUNT, FRIEND, 7n, '0x1234']) },
    'nftTransfer',
    ['tokenId 7', `token ${APES}`, `from ${ACCOUNT}`, `receiver ${FRIEND}`],
  ],
  [
    'an ERC-1155 transfer',
    {
      to: APES,
      data: call('safeTransferFrom(address,address,uint256,uint256,bytes)', [ACCOUNT, FRIEND, 7n, 3n, '0x']),
    },
    'nftTransfer',
    ['tokenId 7', 'amount 3', `token ${APES}`, `from ${ACCOUNT}`, `receiver ${FRIEND}`],
  ],
  [
    'an ERC-1155 batch transfer',
    {
      to: APES,
      data: call('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [
        ACCOUNT,
        FRIEND,
        [1n, 2n],
        [3n, 4n],
        '0x',
      ]),
    },
    'nftTransfer',
    ['tokenId 1', 'amount 3', 'tokenId 2', 'amount 4', `token ${APES}`, `from ${ACCOUNT}`, `receiver ${FRIEND}`],
  ],
  [
    'an allowance',
    { to: USDC, data: call('approve(address,uint256)', [ROUTER, 50_000_000n]) },
    'approval',
    ['allowance 50000000/6 USDC', `token ${USDC}`, 'spender Uniswap'],
  ],
  [
    'an unlimited allowance',
    { to: USDC, data: call('approve(address,uint256)', [THIEF, maxUint256]) },
    'approval',
    [`!unlimitedAllowance ${maxUint256}/6 USDC`, `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'an allowance of half the maximum, which counts as unlimited',
    { to: USDC, data: call('approve(address,uint256)', [THIEF, 1n << 255n]) },
    'approval',
    [`!unlimitedAllowance ${1n << 255n}/6 USDC`, `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'a revoked allowance',
    { to: USDC, data: call('approve(address,uint256)', [THIEF, 0n]) },
    'revoke',
    [`token ${USDC}`, `spender ${THIEF}`],
  ],
  [
    'an allowance of zero for an unknown token, which may be the first NFT of a collection',
    { to: UNKNOWN, data: call('approve(address,uint256)', [THIEF, 0n]) },
    'approval',
    ['amountOrTokenId 0', `token ${UNKNOWN}`, '!unknownToken', `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'an approval for one NFT',
    { to: APES, data: call('approve(address,uint256)', [THIEF, 0n]) },
    'approval',
    ['tokenId 0', `token ${APES}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'a revoked approval for one NFT',
    { to: APES, data: call('approve(address,uint256)', [ZERO_ADDRESS, 9n]) },
    'revoke',
    ['tokenId 9', `token ${APES}`],
  ],
  [
    'an approval for all NFTs of a collection',
    { to: APES, data: call('setApprovalForAll(address,bool)', [THIEF, true]) },
    'approval',
    ['!allTokens', `token ${APES}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'a revoked approval for all NFTs',
    { to: APES, data: call('setApprovalForAll(address,bool)', [THIEF, false]) },
    'revoke',
    [`token ${APES}`, `spender ${THIEF}`],
  ],
  [
    'an increased allowance',
    { to: USDC, data: call('increaseAllowance(address,uint256)', [THIEF, 1n]) },
    'approval',
    ['allowance 1/6 USDC', '!addedToAllowance', `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'a decreased allowance',
    { to: USDC, data: call('decreaseAllowance(address,uint256)', [THIEF, 1n]) },
    'revoke',
    ['takenFromAllowance 1/6 USDC', `token ${USDC}`, `spender ${THIEF}`],
  ],
  [
    'a submitted permit',
    {
      to: USDC,
      data: call('permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
        FRIEND,
        THIEF,
        1n,
        9n,
        27,
        HASH,
        HASH,
      ]),
    },
    'permit',
    ['allowance 1/6 USDC', `token ${USDC}`, `!from ${FRIEND}`, `spender ${THIEF}`, '!unknownSpender', 'deadline 9'],
  ],
  [
    'an allowance in Permit2',
    { to: PERMIT2, data: call('approve(address,address,uint160,uint48)', [USDC, THIEF, (1n << 160n) - 1n, 7]) },
    'approval',
    [
      `!unlimitedAllowance ${(1n << 160n) - 1n}/6 USDC`,
      `token ${USDC}`,
      'expires 7',
      `spender ${THIEF}`,
      '!unknownSpender',
    ],
  ],
  [
    'the same call at another contract',
    { to: UNKNOWN, data: call('approve(address,address,uint160,uint48)', [USDC, THIEF, 1n, 7]) },
    'unknownCall',
    ['!unknownCall', `contract ${UNKNOWN}`, '!unknownContract', 'selector 0x87517c45'],
  ],
  [
    'a swap of tokens',
    {
      to: ROUTER,
      data: call('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', [
        100n,
        90n,
        [USDC, WETH],
        ACCOUNT,
        5n,
      ]),
    },
    'swap',
    [
      'sell 100/6 USDC',
      `token ${USDC}`,
      'receiveAtLeast 90/18 WETH',
      `token ${WETH}`,
      `receiver ${ACCOUNT}`,
      'contract Uniswap',
      'deadline 5',
    ],
  ],
  [
    'a claimed swap at an unknown contract, with another account as receiver',
    {
      to: UNKNOWN,
      value: '0x9',
      data: call('swapExactETHForTokens(uint256,address[],address,uint256)', [90n, [WETH, USDC], THIEF, 5n]),
    },
    'claimedSwap',
    [
      'nativeValue 9/18 ETH',
      '!claimedSwap',
      'sell 9/18 ETH',
      'receiveAtLeast 90/6 USDC',
      `token ${USDC}`,
      `!receiver ${THIEF}`,
      `contract ${UNKNOWN}`,
      '!unknownContract',
      'deadline 5',
    ],
  ],
  [
    'a swap for an exact amount of the network’s currency',
    {
      to: ROUTER,
      data: call('swapTokensForExactETH(uint256,uint256,address[],address,uint256)', [
        7n,
        8n,
        [USDC, WETH],
        ACCOUNT,
        5n,
      ]),
    },
    'swap',
    [
      'sellAtMost 8/6 USDC',
      `token ${USDC}`,
      'receive 7/18 ETH',
      `receiver ${ACCOUNT}`,
      'contract Uniswap',
      'deadline 5',
    ],
  ],
  [
    'a swap of Uniswap v3',
    {
      to: ROUTER,
      data: call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
        [USDC, WETH, 500, ACCOUNT, 100n, 90n, 0n],
      ]),
    },
    'swap',
    [
      'sell 100/6 USDC',
      `token ${USDC}`,
      'receiveAtLeast 90/18 WETH',
      `token ${WETH}`,
      `receiver ${ACCOUNT}`,
      'contract Uniswap',
    ],
  ],
  [
    'wrapping the network’s currency',
    { to: WETH, value: '0x9', data: call('deposit()', []) },
    'wrap',
    ['nativeValue 9/18 ETH', `token ${WETH}`],
  ],
  [
    'unwrapping the network’s currency',
    { to: WETH, data: call('withdraw(uint256)', [9n]) },
    'unwrap',
    ['amount 9/18 ETH', `token ${WETH}`],
  ],
  [
    'a deposit at any other contract',
    { to: ROUTER, value: '0x9', data: call('deposit()', []) },
    'unknownCall',
    ['!nativeValue 9/18 ETH', '!unknownCall', 'contract Uniswap', 'selector 0xd0e30db0'],
  ],
  [
    'an allowance in Permit2 that expires at once',
    { to: PERMIT2, data: call('approve(address,address,uint160,uint48)', [USDC, THIEF, 5n, 0]) },
    'approval',
    ['allowance 5/6 USDC', `token ${USDC}`, 'expiresAtOnce', `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'several token transfers by Permit2',
    {
      to: PERMIT2,
      data: call('transferFrom((address,address,uint160,address)[])', [
        [
          [ACCOUNT, THIEF, 5n, USDC],
          [FRIEND, THIEF, 6n, WETH],
        ],
      ]),
    },
    'tokenTransfer',
    [
      'amount 5/6 USDC',
      `token ${USDC}`,
      `from ${ACCOUNT}`,
      `receiver ${THIEF}`,
      'amount 6/18 WETH',
      `token ${WETH}`,
      `!from ${FRIEND}`,
      `receiver ${THIEF}`,
    ],
  ],
  [
    'revoked allowances in Permit2',
    { to: PERMIT2, data: call('lockdown((address,address)[])', [[[USDC, THIEF]]]) },
    'revoke',
    [`token ${USDC}`, `spender ${THIEF}`],
  ],
  ['a contract creation', { data: '0x6001', value: '0x5' }, 'contractCreation', ['nativeValue 5/18 ETH', 'codeSize 2']],
  [
    'an account that delegates itself',
    { to: ACCOUNT, authorizationList: [{ address: THIEF, chainId: '0x0', nonce: '0x1' }] },
    'delegation',
    [`!delegate ${THIEF}`, '!everyNetwork'],
  ],
  [
    'an account that ends its delegation',
    { to: ACCOUNT, authorizationList: [{ address: ZERO_ADDRESS, chainId: 1, nonce: 1 }] },
    'delegation',
    ['delegationEnds', 'network eip155:1'],
  ],
  [
    'an unknown call',
    { to: UNKNOWN, data: '0xdeadbeef', value: '0x1' },
    'unknownCall',
    ['!nativeValue 1/18 ETH', '!unknownCall', `contract ${UNKNOWN}`, '!unknownContract', 'selector 0xdeadbeef'],
  ],
  [
    'a call that is too short for a selector',
    { to: ROUTER, data: '0xa9' },
    'unknownCall',
    ['!unknownCall', 'contract Uniswap', 'selector 0xa9'],
  ],
  [
    'another account, another network, and the maximum fee',
    { to: FRIEND, from: THIEF, chainId: '0x89', gas: '0x5208', maxFeePerGas: '0x2' },
    'nativeTransfer',
    [
      'amount 0/18 ETH',
      `receiver ${FRIEND}`,
      '!otherNetwork eip155:137',
      `!otherAccount ${THIEF}`,
      'maxFee 42000/18 ETH',
    ],
  ],
])('%s', (_, transaction, kind, lines) => {
  const description = describeTransaction(transaction)
  expect([description.kind, ...shown(description)]).toEqual([kind, ...lines])
  expect(description.titleKey).toBe(`preview.kind.${kind}`)
  expect(description.effects).toEqual({ status: 'notSimulated' })
  expect(description.raw).toEqual({ type: 'json', json: expect.stringContaining('"from"') })
})

test.each<[string, object]>([
  ['conflicting data and input', { to: FRIEND, data: '0x01', input: '0x02' }],
  ['invalid data', { to: FRIEND, data: 'transfer' }],
  ['data that ends within a byte', { to: FRIEND, data: '0x123' }],
  ['no receiver', { value: '0x1' }],
  ['an empty receiver', { to: '', value: '0x1' }],
  ['a name in place of an address', { to: 'friend.eth' }],
  ['an address that is too short', { to: '0x1234' }],
  ['a negative value', { to: FRIEND, value: '-1' }],
  ['a fractional value', { to: FRIEND, value: 0.5 }],
  ['a value of more than 256 bits', { to: FRIEND, value: `0x1${'0'.repeat(64)}` }],
  ['an invalid list of authorizations', { to: FRIEND, authorizationList: [{ address: THIEF }] }],
  ['an empty list of authorizations', { to: FRIEND, authorizationList: [] }],
])('a transaction with %s is shown as unreadable', (_, transaction) => {
  expect(describeTransaction(transaction).kind).toBe('unknownRequest')
})

/** ERC-8021: the code `bc_b8nos5a8` as Base appends it. */
const BUILDER_CODE = '62635f62386e6f733561380b0080218021802180218021802180218021'

test('a transfer followed by a builder code is still a transfer', () => {
  const data = call('transfer(address,uint256)', [FRIEND, 5_000_000n])
  const description = describeTransaction({ to: USDC, data: `${data}${BUILDER_CODE}` })
  expect([description.kind, ...shown(description)]).toEqual([
    'tokenTransfer',
    'amount 5000000/6 USDC',
    `token ${USDC}`,
    `receiver ${FRIEND}`,
    'builderCode bc_b8nos5a8',
  ])
})

test.each([
  ['one byte', '00'],
  ['a word', '0'.repeat(64)],
  ['a code of the wrong length', BUILDER_CODE.replace('0b0080', '0a0080')],
  ['a code with a hidden character', BUILDER_CODE.replace('62635f', '62e25f')],
  ['a code of another schema', BUILDER_CODE.replace('0b0080', '0b0180')],
])('a transfer followed by %s is still a transfer, and the suffix is shown', (_, behind) => {
  const description = describeTransaction({
    to: USDC,
    data: `${call('transfer(address,uint256)', [FRIEND, 1n])}${behind}`,
  })
  expect([description.kind, shown(description).at(-1)]).toEqual(['tokenTransfer', `!suffix 0x${behind}`])
})

test('coins sent with a builder code are a payment if the network reports no contract at the receiver', () => {
  const sent = { to: FRIEND, value: '0x5', data: `0x${BUILDER_CODE}` }
  expect(describeTransaction(sent).kind).toBe('unknownCall')
  expect(maybeWithoutCode(describeTransaction(sent))).toEqual([FRIEND])
  const paid = describeTransaction(sent, { ...CONTEXT, withoutCode: [FRIEND] })
  expect([paid.kind, ...shown(paid)]).toEqual([
    'nativeTransfer',
    'amount 5/18 ETH',
    `receiver ${FRIEND}`,
    'builderCode bc_b8nos5a8',
  ])
  const other = describeTransaction({ ...sent, data: '0xdeadbeef' }, { ...CONTEXT, withoutCode: [FRIEND] })
  expect(other.kind).toBe('unknownCall')
})

test('a truncated or shifted transfer is not shown as a transfer', () => {
  const data = call('transfer(address,uint256)', [FRIEND, 1n])
  for (const odd of [data.slice(0, -2), data.replace('a9059cbb0', 'a9059cbb1')]) {
    expect(describeTransaction({ to: USDC, data: odd }).kind).toBe('unknownCall')
  }
})

test('addresses may be in capital letters', () => {
  const data = call('transfer(address,uint256)', [FRIEND, 1n])
  const transaction = { from: ACCOUNT.toUpperCase().replace('X', 'x'), to: `0x${USDC.slice(2).toUpperCase()}`, data }
  expect(shown(describeTransaction(transaction))[0]).toBe('amount 1/6 USDC')
})

test('a token name that a site sends is ignored', () => {
  const context = { ...CONTEXT, tokens: JSON.parse('{"__proto__": {"0x": 1}}') }
  expect(
    shown(describeTransaction({ to: USDC, data: call('transfer(address,uint256)', [FRIEND, 1n]) }, context)),
  ).toContain('!unknownToken')
})
