import fc from 'fast-check'
import { concatHex, encodeFunctionData, encodePacked, type Hex, maxUint256, parseAbi, size } from 'viem'
import { describeRequest } from '../describeRequest.ts'
import type { Description } from '../description.ts'
import {
  ACCOUNT,
  CONTEXT,
  describeTransaction,
  everyPart,
  FRIEND,
  shown,
  THIEF,
  UNKNOWN,
  USDC,
} from '../testing/evmRequests.ts'

const SAFE = `0x${'5a'.repeat(20)}`
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const SENTINEL = `0x${'0'.repeat(39)}1`
const HASH: Hex = `0x${'ab'.repeat(32)}`
const MULTI_SEND = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const MULTI_SEND_ANY = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'

/** Calldata as viem encodes it. */
const call = (signature: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)

/** One call in the packed encoding that `multiSend` takes. */
const packed = (to: string, data: Hex, { operation = 0, value = 0n } = {}): Hex =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to as Hex, value, BigInt(size(data)), data],
  )

interface SafeCall {
  readonly to: string
  readonly data?: Hex
  readonly value?: bigint
  readonly operation?: 0 | 1
  readonly safeTxGas?: bigint
  readonly baseGas?: bigint
  readonly gasPrice?: bigint
  readonly gasToken?: string
  readonly refundReceiver?: string
}

const whole = (safeCall: SafeCall): Required<SafeCall> => ({
  data: '0x',
  value: 0n,
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: ZERO_ADDRESS,
  refundReceiver: ZERO_ADDRESS,
  ...safeCall,
})

function execTransaction(safeCall: SafeCall): Hex {
  const one = whole(safeCall)
  return call('execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)', [
    one.to,
    one.value,
    one.data,
    one.operation,
    one.safeTxGas,
    one.baseGas,
    one.gasPrice,
    one.gasToken,
    one.refundReceiver,
    `0x${'00'.repeat(65)}`,
  ])
}

const members = (text: string) =>
  text.split(',').map((part) => {
    const [type, name] = part.split(' ')
    return { type, name }
  })

/** The `eth_signTypedData_v4` parameters for a Safe's call. */
function safeTypedData(safe: string, safeCall: SafeCall, gasName: 'baseGas' | 'dataGas' = 'baseGas') {
  const { baseGas, ...rest } = whole(safeCall)
  const message = { ...rest, [gasName]: baseGas, nonce: 1n }
  return {
    types: {
      EIP712Domain: members('uint256 chainId,address verifyingContract'),
      SafeTx: members(
        `address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gasName},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce`,
      ),
    },
    primaryType: 'SafeTx',
    domain: { chainId: 1, verifyingContract: safe },
    message: Object.fromEntries(
      Object.entries(message).map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
    ),
  }
}

const signSafe = (safeCall: SafeCall, gasName?: 'dataGas') =>
  describeRequest(
    { method: 'eth_signTypedData_v4', params: [ACCOUNT, safeTypedData(SAFE, safeCall, gasName)] },
    CONTEXT,
  )

const LIMITS = {
  '0.3':
    'uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas',
  '0.2':
    'uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas',
}
/** Describes what a Safe owner signs for an ERC-4337 operation, for one version of the module. */
function signOperation(
  callData: Hex,
  change: Readonly<Record<string, string>> = {},
  version: keyof typeof LIMITS = '0.3',
) {
  const data = {
    types: {
      EIP712Domain: members('uint256 chainId,address verifyingContract'),
      SafeOp: members(
        `address safe,uint256 nonce,bytes initCode,bytes callData,${LIMITS[version]},bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint`,
      ),
    },
    primaryType: 'SafeOp',
    domain: { chainId: 1, verifyingContract: UNKNOWN },
    message: {
      safe: SAFE,
      nonce: '1',
      initCode: '0x',
      callData,
      callGasLimit: '10',
      verificationGasLimit: '20',
      preVerificationGas: '3',
      maxFeePerGas: '2',
      maxPriorityFeePerGas: '1',
      paymasterAndData: '0x',
      validAfter: '0',
      validUntil: '0',
      entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
      ...change,
    },
  }
  return describeRequest({ method: 'eth_signTypedData_v4', params: [ACCOUNT, data] }, CONTEXT)
}
const execute = ({ to, value = 0n, data = '0x', operation = 0 }: SafeCall, name = 'executeUserOp') =>
  call(`${name}(address,uint256,bytes,uint8)`, [to, value, data, operation])

const sendCalls = (calls: readonly object[]) =>
  describeRequest({ method: 'wallet_sendCalls', params: [{ from: ACCOUNT, atomicRequired: true, calls }] }, CONTEXT)
const several = (...calls: readonly Hex[]) => call('multiSend(bytes)', [concatHex(calls)])

const allShown = (description: Description) => everyPart(description).flatMap(shown)

const setup = call('setup(address[],uint256,address,bytes,address,address,uint256,address)', [
  [THIEF, FRIEND],
  2n,
  UNKNOWN,
  '0x12345678',
  FRIEND,
  USDC,
  7n,
  THIEF,
])

/** Calls that change a Safe's settings: the first line of each description, and what else must be shown. */
const SETTINGS: readonly (readonly [name: string, data: Hex, what: string, more: readonly string[]])[] = [
  [
    'an owner is added',
    call('addOwnerWithThreshold(address,uint256)', [THIEF, 1n]),
    'ownersChange',
    [`!newAuthority ${THIEF}`, 'threshold 1'],
  ],
  [
    'an owner is removed',
    call('removeOwner(address,address,uint256)', [SENTINEL, FRIEND, 1n]),
    'ownersChange',
    [`!oldAuthority ${FRIEND}`, 'threshold 1'],
  ],
  [
    'an owner is replaced',
    call('swapOwner(address,address,address)', [SENTINEL, FRIEND, THIEF]),
    'ownersChange',
    [`!newAuthority ${THIEF}`, `!oldAuthority ${FRIEND}`],
  ],
  ['fewer owners have to approve', call('changeThreshold(uint256)', [1n]), 'thresholdChange', ['threshold 1']],
  ['a module is added', call('enableModule(address)', [THIEF]), 'moduleAdded', [`!newContract ${THIEF}`]],
  [
    'a module is removed',
    call('disableModule(address,address)', [SENTINEL, FRIEND]),
    'moduleRemoved',
    [`!oldContract ${FRIEND}`],
  ],
  ['a guard is set', call('setGuard(address)', [THIEF]), 'guardSet', [`!newContract ${THIEF}`]],
  ['a guard is removed', call('setGuard(address)', [ZERO_ADDRESS]), 'guardRemoved', []],
  ['a module guard is set', call('setModuleGuard(address)', [THIEF]), 'guardSet', [`!newContract ${THIEF}`]],
  ['a fallback handler is set', call('setFallbackHandler(address)', [THIEF]), 'fallbackSet', [`!newContract ${THIEF}`]],
  ['a fallback handler is removed', call('setFallbackHandler(address)', [ZERO_ADDRESS]), 'fallbackRemoved', []],
  ['its code is replaced', call('changeMasterCopy(address)', [THIEF]), 'codeChange', [`!newContract ${THIEF}`]],
  ['a hash is approved', call('approveHash(bytes32)', [HASH]), 'hashApproved', [`hash ${HASH}`]],
  [
    'it is set up',
    setup,
    'safeSetup',
    [
      `!newAuthority ${THIEF}`,
      `!newAuthority ${FRIEND}`,
      'threshold 2',
      `!fallbackHandler ${FRIEND}`,
      '!payment 7/6 USDC',
      `token ${USDC}`,
      `!refundReceiver ${THIEF}`,
    ],
  ],
]

/** The ways in which a Safe can be made to call itself. */
const WAYS: readonly (readonly [name: string, wrap: (data: Hex) => Description])[] = [
  ['signed as a SafeTx', (data) => signSafe({ to: SAFE, data })],
  ['signed as an operation', (data) => signOperation(execute({ to: SAFE, data }))],
  [
    'signed as an operation of the previous module version',
    (data) => signOperation(execute({ to: SAFE, data }, 'executeUserOpWithErrorString'), {}, '0.2'),
  ],
  [
    'among several calls of an operation',
    (data) => signOperation(execute({ to: MULTI_SEND, operation: 1, data: several(packed(SAFE, data)) })),
  ],
  ['sent', (data) => describeTransaction({ to: SAFE, data: execTransaction({ to: SAFE, data }) })],
  [
    'among several calls',
    (data) => signSafe({ to: MULTI_SEND, operation: 1, data: several(packed(FRIEND, '0x'), packed(SAFE, data)) }),
  ],
  [
    'in a batch of the wallet',
    (data) => sendCalls([{ to: FRIEND }, { to: SAFE, data: execTransaction({ to: SAFE, data }) }]),
  ],
]

describe.each(WAYS)('a change of a Safe’s authority, %s', (_, wrap) => {
  test.each(SETTINGS)('%s', (_name, data, what, more) => {
    const description = everyPart(wrap(data)).find(({ kind }) => kind === 'authorityChange')
    expect(description).toBeDefined()
    expect(shown(description ?? { lines: [] })).toEqual([`!${what}`, `safe ${SAFE}`, ...more])
  })
})

describe('an operation of a Safe', () => {
  const SEND = { to: USDC, data: call('transfer(address,uint256)', [FRIEND, 7n]) }
  const END = (1n << 256n) - 1n

  test('shows what the Safe does and the most that the Safe pays', () => {
    const [whole, part] = everyPart(signOperation(execute(SEND)))
    expect(shown(whole ?? { lines: [] }).slice(0, 3)).toEqual([`safe ${SAFE}`, 'safeFee 66/18 ETH', `deadline ${END}`])
    expect([whole?.kind, part?.kind, part && shown(part)[0]]).toEqual(['safeCall', 'tokenTransfer', 'amount 7/6 USDC'])
  })

  test('shows who else pays, and how the Safe is deployed', () => {
    const description = signOperation(execute(SEND), { paymasterAndData: `${THIEF}00`, initCode: `${UNKNOWN}12345678` })
    expect(shown(description)).toContain(`feePayer ${THIEF}`)
    expect(everyPart(description).map(({ kind }) => kind)).toEqual(['safeCall', 'unknownCall', 'tokenTransfer'])
  })

  test("shows the Safe's delegate call as a delegate call", () => {
    const inner = everyPart(signOperation(execute({ to: UNKNOWN, data: '0x12345678', operation: 1 }))).at(-1)
    expect(shown(inner ?? { lines: [] })[0]).toBe('!delegateCall')
  })

  test.each<[string, Hex]>([
    ['an unknown call', '0x12345678'],
    ['no call', '0x'],
    ['a call that the module does not accept', call('transfer(address,uint256)', [FRIEND, 7n])],
    ['trailing data', `${execute(SEND)}00`],
    ['an unknown operation type', execute({ ...SEND, operation: 2 as 1 })],
  ])('with %s is shown as an operation that may do anything', (_, callData) => {
    const description = signOperation(callData)
    expect([description.kind, shown(description)[0], description.parts]).toEqual(['safeCall', '!safeActs', []])
  })
})

test("a message signed in a Safe's name shows a warning that the message may mean anything", () => {
  const data = {
    types: {
      EIP712Domain: members('uint256 chainId,address verifyingContract'),
      SafeMessage: members('bytes message'),
    },
    primaryType: 'SafeMessage',
    domain: { chainId: 1, verifyingContract: SAFE },
    message: { message: HASH },
  }
  const description = describeRequest({ method: 'eth_signTypedData_v4', params: [ACCOUNT, data] }, CONTEXT)
  expect(shown(description).slice(0, 2)).toEqual(['!safeMessage', `safe ${SAFE}`])
})

test("a Safe's setup shows its delegate call as an unknown call", () => {
  const parts = everyPart(describeTransaction({ to: UNKNOWN, data: setup }))
  expect(parts.map(({ kind }) => kind)).toEqual(['authorityChange', 'unknownCall'])
  expect(shown(parts[1] ?? { lines: [] })[0]).toBe('!delegateCall')
})

test('a Safe setting at an unknown contract names that contract, and is still shown as a change of authority', () => {
  expect(shown(describeTransaction({ to: UNKNOWN, data: call('enableModule(address)', [THIEF]) }))).toEqual([
    '!moduleAdded',
    `contract ${UNKNOWN}`,
    '!unknownContract',
    `!newContract ${THIEF}`,
  ])
})

test('a call by a module that acts as the Safe shows what it does', () => {
  const data = call('execTransactionFromModule(address,uint256,bytes,uint8)', [FRIEND, 5n, '0x', 0])
  const description = describeTransaction({ to: SAFE, data })
  expect(allShown(description)).toEqual([
    '!moduleActs',
    `contract ${SAFE}`,
    '!unknownContract',
    'amount 5/18 ETH',
    `receiver ${FRIEND}`,
  ])
})

describe('a delegate call of a Safe', () => {
  test.each([
    ['an unknown contract', UNKNOWN, '0x12345678' as Hex],
    ['a token', USDC, call('transfer(address,uint256)', [FRIEND, 1n])],
    ['an unknown contract without data', UNKNOWN, '0x' as Hex],
    ['the MultiSend contract without a batch', MULTI_SEND, call('transfer(address,uint256)', [FRIEND, 1n])],
  ])('to %s is shown as a call that can do anything', (_, to, data) => {
    const inner = everyPart(signSafe({ to, data, operation: 1 })).at(-1)
    expect([inner?.kind, shown(inner ?? { lines: [] })[0]]).toEqual(['unknownCall', '!delegateCall'])
  })

  test('within a batch is shown at its place in the batch', () => {
    const data = several(packed(FRIEND, '0x'), packed(UNKNOWN, '0x12345678', { operation: 1 }))
    const inner = everyPart(signSafe({ to: MULTI_SEND_ANY, data, operation: 1 })).at(-1)
    expect(shown(inner ?? { lines: [] })[0]).toBe('!delegateCall')
  })

  test('is shown however deeply it is nested', () => {
    let data = call('transfer(address,uint256)', [FRIEND, 1n])
    for (let depth = 0; depth < 9; depth++) data = several(packed(MULTI_SEND_ANY, data, { operation: 1 }))
    const inner = everyPart(signSafe({ to: MULTI_SEND_ANY, data, operation: 1 })).at(-1)
    expect([inner?.kind, shown(inner ?? { lines: [] })[0]]).toEqual(['unknownCall', '!delegateCall'])
  })
})

describe('nested calls', () => {
  const transfer = execTransaction({ to: USDC, data: call('transfer(address,uint256)', [FRIEND, 1n]) })

  test.each<[string, () => Description]>([
    ['a Safe call within a Safe call', () => signSafe({ to: UNKNOWN, data: transfer })],
    [
      'a Safe call within a batch of a Safe',
      () => signSafe({ to: MULTI_SEND, operation: 1, data: several(packed(UNKNOWN, transfer)) }),
    ],
    [
      'a batch within a batch of a Safe',
      () =>
        signSafe({
          to: MULTI_SEND_ANY,
          operation: 1,
          data: several(packed(MULTI_SEND_ANY, several(packed(FRIEND, '0x')), { operation: 1 })),
        }),
    ],
  ])('%s raises a warning, and is still shown', (_, description) => {
    expect(allShown(description())).toContain('!nested')
    expect(everyPart(description()).at(-1)?.kind).toMatch(/Transfer$/)
  })

  test.each<[string, () => Description]>([
    ['a Safe call', () => signSafe({ to: FRIEND })],
    ['a batch of a Safe', () => signSafe({ to: MULTI_SEND, operation: 1, data: several(packed(FRIEND, '0x')) })],
    [
      'a Safe call in a batch of the wallet',
      () =>
        sendCalls([
          { to: SAFE, data: transfer },
          { to: UNKNOWN, data: transfer },
        ]),
    ],
  ])('%s does not count as nested', (_, description) => {
    expect(allShown(description())).not.toContain('!nested')
  })
})

describe("a Safe's gas refund", () => {
  test.each(['baseGas', 'dataGas'] as const)('is shown as unlimited in a transaction to be signed (%s)', (gasName) => {
    const safeCall = { to: FRIEND, safeTxGas: 0n, baseGas: 3n, gasPrice: 10n ** 15n, refundReceiver: THIEF }
    const description = signSafe(safeCall, gasName === 'dataGas' ? gasName : undefined)
    expect(description.kind).toBe('safeCall')
    expect(shown(description).slice(0, 6)).toEqual([
      `safe ${SAFE}`,
      '!refundNoLimit',
      '!refund 3000000000000000/18 ETH',
      '!refundPrice 1000000000000000/18 ETH',
      'refundGas 3',
      `!refundReceiver ${THIEF}`,
    ])
  })

  test("paid in a token shows the token, and the transaction's sender if no receiver is named", () => {
    const lines = shown(signSafe({ to: FRIEND, baseGas: 2n, gasPrice: 5n, gasToken: UNKNOWN }))
    expect(lines.slice(1, 8)).toEqual([
      '!refundNoLimit',
      '!refund 10',
      '!refundPrice 5',
      'refundGas 2',
      `token ${UNKNOWN}`,
      '!unknownToken',
      '!refundToSender',
    ])
  })

  test('is not shown if the gas price is zero', () => {
    const lines = allShown(signSafe({ to: FRIEND, baseGas: 2n, gasToken: UNKNOWN, refundReceiver: THIEF }))
    expect(lines.join()).not.toMatch(/refund/i)
  })
})

test.each<[string, Hex, string, string[]]>([
  [
    'the ownership of a contract is transferred',
    call('transferOwnership(address)', [THIEF]),
    'ownershipChange',
    [`!newAuthority ${THIEF}`],
  ],
  [
    'the ownership is transferred by an older function',
    call('setOwner(address)', [THIEF]),
    'ownershipChange',
    [`!newAuthority ${THIEF}`],
  ],
  [
    'the admin role is transferred',
    call('changeAdmin(address)', [THIEF]),
    'ownershipChange',
    [`!newAuthority ${THIEF}`],
  ],
  ['the ownership is renounced', call('renounceOwnership()'), 'noAuthority', []],
  [
    'the ownership is transferred to the zero address',
    call('transferOwnership(address)', [ZERO_ADDRESS]),
    'noAuthority',
    [],
  ],
  [
    'a role is granted',
    call('grantRole(bytes32,address)', [HASH, THIEF]),
    'roleGranted',
    [`!newAuthority ${THIEF}`, `role ${HASH}`],
  ],
  [
    'a role is revoked',
    call('revokeRole(bytes32,address)', [HASH, FRIEND]),
    'roleTaken',
    [`!oldAuthority ${FRIEND}`, `role ${HASH}`],
  ],
  ['the code is replaced', call('upgradeTo(address)', [THIEF]), 'codeChange', [`!newContract ${THIEF}`]],
  [
    'the code is replaced and called',
    call('upgradeToAndCall(address,bytes)', [THIEF, '0x12345678']),
    'codeChange',
    [`!newContract ${THIEF}`],
  ],
  [
    'the code of another contract is replaced',
    call('upgrade(address,address)', [FRIEND, THIEF]),
    'codeChange',
    [`account ${FRIEND}`, `!newContract ${THIEF}`],
  ],
  [
    'access to a whole lending account is granted',
    call('allow(address,bool)', [THIEF, true]),
    'accountLent',
    [`!newAuthority ${THIEF}`],
  ],
  [
    'access to a whole lending account is granted at another lender',
    call('setAuthorization(address,bool)', [THIEF, true]),
    'accountLent',
    [`!newAuthority ${THIEF}`],
  ],
])('%s', (_, data, what, more) => {
  const description = describeTransaction({ to: UNKNOWN, data })
  expect(description.kind).toBe('authorityChange')
  expect(shown(description)).toEqual([`!${what}`, `contract ${UNKNOWN}`, '!unknownContract', ...more])
})

test('a call into newly set code is shown as a call that can do anything', () => {
  const data = call('upgradeToAndCall(address,bytes)', [THIEF, call('transfer(address,uint256)', [FRIEND, 1n])])
  const inner = describeTransaction({ to: UNKNOWN, data }).parts?.[0]
  expect(shown(inner ?? { lines: [] })[0]).toBe('!delegateCall')
})

test.each<[string, Hex, string, string[]]>([
  [
    'the whole balance of a token (ERC-777)',
    call('authorizeOperator(address)', [THIEF]),
    'approval',
    ['!wholeBalance', `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'all tokens of a contract (ERC-6909)',
    call('setOperator(address,bool)', [THIEF, true]),
    'approval',
    ['!allTokens', `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'nothing after a revocation (ERC-6909)',
    call('setOperator(address,bool)', [THIEF, false]),
    'revoke',
    [`token ${USDC}`, `spender ${THIEF}`],
  ],
  [
    'an unlimited amount of one token (ERC-6909)',
    call('approve(address,uint256,uint256)', [THIEF, 3n, maxUint256]),
    'approval',
    [`!unlimitedAllowance ${maxUint256}/6 USDC`, 'tokenId 3', `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'more than before, by an older function',
    call('increaseApproval(address,uint256)', [THIEF, 1n]),
    'approval',
    ['allowance 1/6 USDC', '!addedToAllowance', `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'an amount that is used at once',
    call('approveAndCall(address,uint256)', [THIEF, 1n]),
    'approval',
    ['allowance 1/6 USDC', '!usedAtOnce', `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
  [
    'a loan in the name of the account',
    call('approveDelegation(address,uint256)', [THIEF, 1n]),
    'approval',
    ['!debtForOthers', 'allowance 1/6 USDC', `token ${USDC}`, `spender ${THIEF}`, '!unknownSpender'],
  ],
])('a spender may take %s', (_, data, kind, lines) => {
  const description = describeTransaction({ to: USDC, data })
  expect([description.kind, ...shown(description)]).toEqual([kind, ...lines])
})

const MAX_160 = (1n << 160n) - 1n
const address = fc.bigInt(1n << 150n, MAX_160).map((value) => `0x${value.toString(16).padStart(40, '0')}` as Hex)

/** A call that grants or changes control, and the addresses that it names. */
interface Leaf {
  readonly data: Hex
  readonly who: readonly string[]
}
const leaf = fc.tuple(address, address, fc.nat(9)).map(([one, other, which]): Leaf => {
  const choices: readonly Leaf[] = [
    { data: call('enableModule(address)', [one]), who: [one] },
    { data: call('swapOwner(address,address,address)', [SENTINEL, one, other]), who: [one, other] },
    { data: call('addOwnerWithThreshold(address,uint256)', [one, 1n]), who: [one] },
    { data: call('setGuard(address)', [one]), who: [one] },
    { data: call('setFallbackHandler(address)', [one]), who: [one] },
    { data: call('transferOwnership(address)', [one]), who: [one] },
    { data: call('grantRole(bytes32,address)', [HASH, one]), who: [one] },
    { data: call('upgradeTo(address)', [one]), who: [one] },
    { data: call('approve(address,uint256)', [one, maxUint256]), who: [one] },
    { data: call('setApprovalForAll(address,bool)', [one, true]), who: [one] },
  ]
  return choices[which] ?? { data: '0x', who: [] }
})

type Way = 'safe' | 'multiSend' | 'multicall' | 'aggregate'
const ways = fc.array(fc.constantFrom<Way>('safe', 'multiSend', 'multicall', 'aggregate'), { maxLength: 4 })
const WEI = fc.bigInt(1n, 1n << 200n)

function wrapped(to: string, data: Hex, value: bigint, way: Way): { to: string; data: Hex } {
  if (way === 'safe') return { to: SAFE, data: execTransaction({ to, data, value }) }
  if (way === 'multiSend') return { to: MULTI_SEND, data: several(packed(FRIEND, '0x'), packed(to, data, { value })) }
  if (way === 'aggregate') {
    return { to: UNKNOWN, data: call('aggregate3Value((address,bool,uint256,bytes)[])', [[[to, true, value, data]]]) }
  }
  return { to, data: call('multicall(bytes[])', [[data]]) }
}

test('however deeply calls are nested, every new controller and every value that is sent are shown', () => {
  fc.assert(
    fc.property(leaf, ways, WEI, fc.boolean(), ({ data, who }, all, value, isBatch) => {
      const outer = all.reduce((inner, way) => wrapped(inner.to, inner.data, value, way), { to: UNKNOWN, data })
      const description = isBatch ? sendCalls([{ to: FRIEND }, outer]) : describeTransaction(outer)
      const said = everyPart(description)
      const lines = said.flatMap(shown)
      for (const one of who) expect(lines.join()).toContain(one)
      const change = said.find(({ raw }) => raw.type === 'hex' && raw.hex === data) ?? description
      expect(['authorityChange', 'approval']).toContain(change.kind)
      expect(change.lines.some(({ isWarning }) => isWarning)).toBe(true)
      const carried = all.filter((way) => way !== 'multicall').length
      expect(lines.filter((line) => line.includes(` ${value}/18 ETH`)).length).toBeGreaterThanOrEqual(carried)
    }),
    { numRuns: 500 },
  )
})

test('whatever the bytes and the value of a Safe call, its value, receiver and data are shown', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((all): Hex => `0x${Buffer.from(all).toString('hex')}`)
  const operation = fc.constantFrom<0 | 1>(0, 1)
  fc.assert(
    fc.property(address, bytes, WEI, operation, fc.boolean(), (to, data, value, lent, isSigned) => {
      const safeCall = { to, data, value, operation: lent }
      const description = isSigned
        ? signSafe(safeCall)
        : describeTransaction({ to: SAFE, data: execTransaction(safeCall) })
      const [, inner] = everyPart(description)
      const lines = shown(inner ?? { lines: [] })
      expect(lines.join()).toContain(`${value}/18 ETH`)
      expect(lines.join()).toContain(to)
      expect(inner?.raw).toEqual({ type: 'hex', hex: data })
      if (lent === 1) expect(lines).toContain('!delegateCall')
      else if (data !== '0x') expect(lines).toContain('!unknownCall')
    }),
    { numRuns: 500 },
  )
})
