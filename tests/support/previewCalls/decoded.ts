import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  maxUint160,
  maxUint256,
  pad,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseUnits,
  zeroAddress,
  zeroHash,
} from 'viem'
import { DEADLINE, execTransaction, multiSend } from './executable.ts'
import { ALSO, MAINNET } from './world.ts'

/** A request as a site sends it. */
export interface Asked {
  readonly name: string
  readonly method?: string
  readonly params: readonly unknown[]
}

const { me, friend, dollar, dai, weth, nft, router, multicall3, safe } = MAINNET
const { thief, permit2, universal, swapRouter, swapRouter02 } = ALSO
const ITSELF = '0x0000000000000000000000000000000000000002'
const SENDER = '0x0000000000000000000000000000000000000001'

const sent = (name: string, to: string, data: Hex = '0x', value = 0n): Asked => ({
  name,
  params: [{ from: me, to, data, value: `0x${value.toString(16)}` }],
})

const call = (signature: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
const values = (types: string, ...args: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types as string), args as never)
const path = (...hops: readonly Hex[]): Hex =>
  concatHex(hops.flatMap((hop, index) => (index === 0 ? [hop] : [encodePacked(['uint24'], [500]), hop])))

const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const approve = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] })

const execute = (commands: Hex, ...inputs: readonly Hex[]) =>
  call('execute(bytes,bytes[],uint256)', commands, inputs, DEADLINE)

const V3 = 'address,uint256,uint256,bytes,bool'
const V2 = 'address,uint256,uint256,address[],bool'
const MOVE = 'address,address,uint256'
const POOL = '(address,address,uint24,int24,address)'
const pool = [zeroAddress, dollar, 500, 10, zeroAddress]
const v4 = (actions: Hex, ...inputs: readonly Hex[]) => values('bytes,bytes[]', actions, inputs)
const DETAILS = '(address,uint160,uint48,uint48)'

const single = (to: Hex, router02 = true) =>
  router02
    ? call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
        dollar,
        weth,
        500,
        to,
        parseUnits('100', 6),
        parseEther('0.03'),
        0n,
      ])
    : call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
        dollar,
        weth,
        500,
        to,
        DEADLINE,
        parseUnits('100', 6),
        parseEther('0.03'),
        0n,
      ])

const members = (text: string) =>
  text.split(',').map((member) => {
    const [type, name] = member.split(' ')
    return { name, type }
  })
const typed = (
  name: string,
  contract: string,
  primaryType: string,
  types: Readonly<Record<string, string>>,
  message: object,
  domain: object = {},
): Asked => ({
  name,
  method: 'eth_signTypedData_v4',
  params: [
    me,
    JSON.stringify({
      domain: { chainId: 1, verifyingContract: contract, ...domain },
      types: {
        EIP712Domain: members(
          `${'name' in domain ? 'string name,string version,' : ''}uint256 chainId,address verifyingContract`,
        ),
        ...Object.fromEntries(Object.entries(types).map(([type, text]) => [type, members(text)])),
      },
      primaryType,
      message,
    }),
  ],
})
const PERMIT_DETAILS = 'address token,uint160 amount,uint48 expiration,uint48 nonce'
const PERMIT = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
const SAFE_TX =
  'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce'

/** Ethereum requests that are described but not executed here. */
export const decoded: readonly Asked[] = [
  // Look-alikes and other phishing
  sent('coins to an address that only looks like the friend’s', ALSO.falseFriend, '0x', parseEther('1')),
  sent('dollars to an address that only looks like the friend’s', dollar, transfer(ALSO.falseFriend, 5_000_000n)),
  sent('tokens of a contract whose address looks like the dollar’s', ALSO.falseDollar, transfer(friend, 5n)),
  sent('a token that calls itself USDC in other letters', ALSO.cyrillic, transfer(friend, 5_000_000n)),
  sent('a token that calls itself like the coin', ALSO.coinLike, approve(router, 5n)),
  sent('dollars to the contract of the dollar', dollar, transfer(dollar, 5_000_000n)),
  sent('coins to the zero address', zeroAddress, '0x', parseEther('1')),
  sent('a claim at an unknown contract', thief, call('claim()'), parseEther('0.1')),
  sent('a security update', thief, call('SecurityUpdate()'), parseEther('0.1')),
  sent(
    'a swap by an unknown router',
    thief,
    call('swapExactETHForTokens(uint256,address[],address,uint256)', 1n, [weth, dollar], me, DEADLINE),
    parseEther('1'),
  ),
  sent('an allowance for an account with a key', dollar, approve(thief, maxUint256)),
  sent('all NFTs for the marketplace', nft, call('setApprovalForAll(address,bool)', ALSO.conduit, true)),
  sent('all NFTs for an account with a key', nft, call('setApprovalForAll(address,bool)', thief, true)),
  sent('the dollars of someone else', dollar, call('transferFrom(address,address,uint256)', friend, me, 5_000_000n)),
  sent('a larger allowance', dollar, call('increaseAllowance(address,uint256)', thief, parseUnits('10', 6))),
  sent('a truncated call', dollar, `${transfer(friend, 5n).slice(0, -2)}` as Hex),
  sent('a call with trailing bytes', dollar, `${transfer(friend, 5n)}00`),
  {
    name: 'a sign-in for another site',
    method: 'personal_sign',
    params: [
      'bank.example wants you to sign in with your Ethereum account:\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045\n\nURI: https://bank.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z',
      me,
    ],
  },
  { name: 'bytes that are not text', method: 'personal_sign', params: ['0xff00ff00', me] },
  { name: 'an unknown request', method: 'eth_sign', params: [me, zeroHash] },
  // Allowances by others
  sent('an allowance for an unlisted lender', dai, approve(ALSO.aave, parseEther('10'))),
  sent('tether allowed to the router', ALSO.tether, approve(router, parseUnits('20', 6))),
  sent(
    'an allowance in Permit2',
    permit2,
    call('approve(address,address,uint160,uint48)', dollar, universal, maxUint160, 1_800_000_000),
  ),
  sent('allowances in Permit2 revoked', permit2, call('lockdown((address,address)[])', [[dollar, thief]])),
  sent(
    'dollars by Permit2',
    permit2,
    call('transferFrom(address,address,uint160,address)', me, friend, 5_000_000n, dollar),
  ),
  sent('everything at a lender', ALSO.comet, call('allow(address,bool)', thief, true)),
  sent(
    'a debt that someone else may take',
    ALSO.aave,
    call('approveDelegation(address,uint256)', thief, parseEther('5')),
  ),
  // Uniswap
  sent('the first v3 router', swapRouter, single(me, false)),
  sent('the second v3 router', swapRouter02, single(me)),
  sent('the second v3 router, for someone else', swapRouter02, single(thief)),
  sent(
    'a path of v3',
    swapRouter02,
    call('exactInput((bytes,address,uint256,uint256))', [path(dollar, dai, weth), SENDER, 5_000_000n, 1n]),
  ),
  sent(
    'an exact output along a path of v3',
    swapRouter02,
    call('exactOutput((bytes,address,uint256,uint256))', [path(weth, dollar), me, parseEther('0.01'), 50_000_000n]),
  ),
  sent(
    'an exact output of one pool of v3',
    swapRouter,
    call('exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
      dollar,
      weth,
      500,
      me,
      DEADLINE,
      parseEther('0.01'),
      50_000_000n,
      0n,
    ]),
  ),
  sent(
    'pools of v2 by the second router',
    swapRouter02,
    call('swapExactTokensForTokens(uint256,uint256,address[],address)', 5_000_000n, 1n, [dollar, dai], SENDER),
  ),
  sent(
    'a swap for coins in several steps of the first router',
    swapRouter,
    call('multicall(bytes[])', [
      single(zeroAddress, false),
      call('unwrapWETH9(uint256,address)', parseEther('0.03'), me),
    ]),
  ),
  sent(
    'a swap for coins in several steps of the second router',
    swapRouter02,
    call('multicall(uint256,bytes[])', DEADLINE, [
      single(ITSELF),
      call('unwrapWETH9(uint256)', parseEther('0.03')),
      call('refundETH()'),
    ]),
  ),
  sent(
    'the remainder swept to someone else',
    swapRouter02,
    call('multicall(bytes[])', [single(ITSELF), call('sweepToken(address,uint256,address)', weth, 1n, thief)]),
  ),
  sent(
    'coins into a pool of v3 by the universal router',
    universal,
    execute(
      '0x0b00',
      values('address,uint256', ITSELF, parseEther('1')),
      values(V3, SENDER, parseEther('1'), 2_500_000_000n, path(weth, dollar), false),
    ),
    parseEther('1'),
  ),
  sent(
    'dollars for coins by the universal router, with a permit',
    universal,
    execute(
      '0x0a000c',
      values(
        `(${DETAILS},address,uint256),bytes`,
        [[dollar, 5_000_000n, 1_800_000_000, 0], universal, DEADLINE],
        '0x12',
      ),
      values(V3, ITSELF, 5_000_000n, 1n, path(dollar, weth), true),
      values('address,uint256', SENDER, 1n),
    ),
  ),
  sent(
    'pools of v2 by the universal router',
    universal,
    execute('0x08', values(V2, SENDER, 5_000_000n, 1n, [dollar, dai], true)),
  ),
  sent(
    'pools of v4 by the universal router',
    universal,
    execute(
      '0x10',
      v4(
        '0x060c0f',
        values(`(${POOL},bool,uint128,uint128,bytes)`, [pool, true, parseEther('1'), 2_500_000_000n, '0x']),
        values('address,uint256', zeroAddress, parseEther('1')),
        values('address,uint256', dollar, 2_500_000_000n),
      ),
    ),
    parseEther('1'),
  ),
  sent(
    'a swap whose proceeds go to someone else',
    universal,
    execute('0x0004', values(V3, ITSELF, 5_000_000n, 1n, path(dollar, weth), true), values(MOVE, weth, thief, 1n)),
  ),
  sent('an unknown step of the universal router', universal, execute('0x11', values('uint256', 1n))),
  sent(
    'a router of another maker',
    ALSO.sushi,
    call(
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      5_000_000n,
      1n,
      [dollar, weth],
      me,
      DEADLINE,
    ),
  ),
  // Several at once
  sent('a multicall of an unknown contract', thief, call('multicall(bytes[])', [transfer(friend, 5n)])),
  sent(
    'a multicall that a Multicall3 makes',
    multicall3,
    call('aggregate3((address,bool,bytes)[])', [[dollar, true, transfer(thief, 5_000_000n)]]),
  ),
  sent(
    'calls of a smart account',
    safe,
    call('executeBatch((address,uint256,bytes)[])', [
      [dollar, 0n, transfer(friend, 5_000_000n)],
      [friend, 7n, '0x'],
    ]),
  ),
  sent(
    'operations at the entry point',
    ALSO.entryPoint,
    call(
      'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
      [
        [
          friend,
          0n,
          '0x',
          call('execute(address,uint256,bytes)', dollar, 0n, transfer(me, 5_000_000n)),
          zeroHash,
          0n,
          zeroHash,
          '0x',
          '0x',
        ],
      ],
      me,
    ),
  ),
  {
    name: 'an allowance and a swap at once',
    method: 'wallet_sendCalls',
    params: [
      {
        from: me,
        chainId: '0x1',
        atomicRequired: true,
        calls: [
          { to: dollar, data: approve(router, 5_000_000n) },
          {
            to: router,
            data: call(
              'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
              5_000_000n,
              1n,
              [dollar, weth],
              me,
              DEADLINE,
            ),
          },
        ],
      },
    ],
  },
  // Safes
  sent('dollars of a Safe', safe, execTransaction(dollar, transfer(friend, 5_000_000n))),
  sent(
    'an owner of a Safe added',
    safe,
    execTransaction(safe, call('addOwnerWithThreshold(address,uint256)', thief, 1n)),
  ),
  sent('a Safe that lends itself', safe, execTransaction(thief, call('upgrade()'), { operation: 1 })),
  sent(
    'several calls of a Safe, one of them nested',
    safe,
    execTransaction(
      MAINNET.multiSend,
      multiSend([
        [dollar, 0n, approve(thief, maxUint256)],
        [safe, 0n, execTransaction(friend, '0x', { value: 1n })],
      ]),
      { operation: 1 },
    ),
  ),
  typed(
    'an action of a Safe, signed',
    safe,
    'SafeTx',
    { SafeTx: SAFE_TX },
    {
      to: dollar,
      value: 0,
      data: transfer(friend, 5_000_000n),
      operation: 0,
      safeTxGas: 0,
      baseGas: 0,
      gasPrice: 0,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: 7,
    },
  ),
  // Signatures
  typed(
    'a permit for the dollar',
    dollar,
    'Permit',
    { Permit: PERMIT },
    { owner: me, spender: thief, value: maxUint256.toString(), nonce: 0, deadline: DEADLINE.toString() },
    { name: 'USD Coin', version: '2' },
  ),
  typed(
    'the permit of DAI',
    dai,
    'Permit',
    { Permit: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed' },
    { holder: me, spender: thief, nonce: 0, expiry: 0, allowed: true },
  ),
  typed(
    'one permit of Permit2',
    permit2,
    'PermitSingle',
    { PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline', PermitDetails: PERMIT_DETAILS },
    {
      details: { token: dollar, amount: maxUint160.toString(), expiration: 1_800_000_000, nonce: 0 },
      spender: universal,
      sigDeadline: DEADLINE.toString(),
    },
  ),
  typed(
    'several permits of Permit2',
    permit2,
    'PermitBatch',
    { PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline', PermitDetails: PERMIT_DETAILS },
    {
      details: [dollar, weth].map((token) => ({
        token,
        amount: maxUint160.toString(),
        expiration: 1_800_000_000,
        nonce: 0,
      })),
      spender: thief,
      sigDeadline: DEADLINE.toString(),
    },
  ),
  typed(
    'a transfer by Permit2',
    permit2,
    'PermitTransferFrom',
    {
      PermitTransferFrom: 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
      TokenPermissions: 'address token,uint256 amount',
    },
    { permitted: { token: dollar, amount: '5000000' }, spender: thief, nonce: 0, deadline: DEADLINE.toString() },
  ),
  typed(
    'a permit of Permit2 at another address',
    thief,
    'PermitSingle',
    { PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline', PermitDetails: PERMIT_DETAILS },
    { details: { token: dollar, amount: 1, expiration: 1_800_000_000, nonce: 0 }, spender: thief, sigDeadline: 9 },
  ),
  typed(
    'a permit for another network',
    dollar,
    'Permit',
    { Permit: PERMIT },
    { owner: me, spender: universal, value: '5000000', nonce: 0, deadline: DEADLINE.toString() },
    { chainId: 10 },
  ),
  // Names
  sent(
    'a name registered',
    ALSO.ens,
    call('register((string,address,uint256,bytes32,address,bytes[],uint8,bytes32))', [
      'portico',
      me,
      31_536_000n,
      zeroHash,
      ALSO.ensResolver,
      [],
      0,
      zeroHash,
    ]),
    parseEther('0.002'),
  ),
  sent(
    'a name registered for someone else',
    ALSO.ensWrapped,
    call(
      'register(string,address,uint256,bytes32,address,bytes[],bool,uint16)',
      'portico',
      thief,
      31_536_000n,
      zeroHash,
      ALSO.ensResolver,
      [],
      false,
      0,
    ),
    parseEther('0.002'),
  ),
  sent('a name renewed', ALSO.ensWrapped, call('renew(string,uint256)', 'portico', 31_536_001n), parseEther('0.002')),
  sent(
    'a name registered by an unknown contract',
    thief,
    call('renew(string,uint256)', 'portico', 31_536_000n),
    parseEther('0.002'),
  ),
  // In the words of the contract's author
  sent('dollars lent to Aave', ALSO.aave, call('supply(address,uint256,address,uint16)', dollar, 5_000_000n, me, 0)),
  sent(
    'everything withdrawn from Aave, for someone else',
    ALSO.aave,
    call('withdraw(address,uint256,address)', dollar, maxUint256, thief),
  ),
  sent(
    'dollars borrowed from Aave',
    ALSO.aave,
    call('borrow(address,uint256,uint256,uint16,address)', dollar, 5_000_000n, 2n, 0, me),
  ),
  sent('coins staked with Lido', ALSO.lido, call('submit(address)', zeroAddress), parseEther('1')),
  // Creations and delegations
  { name: 'a contract put on the chain', params: [{ from: me, data: '0x6000600055' }] },
  {
    name: 'control handed to a contract',
    params: [{ from: me, to: me, data: '0x', authorizationList: [{ address: thief, chainId: '0x0', nonce: '0x1' }] }],
  },
  sent(
    'dollars with the builder code of the site',
    dollar,
    concatHex([transfer(friend, 5_000_000n), '0x62635f62386e6f733561380b0080218021802180218021802180218021']),
  ),
  sent('dollars, packed by hand', dollar, concatHex(['0xa9059cbb', pad(friend), pad('0x05')])),
]
