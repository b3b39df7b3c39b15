import { describeRequest } from '../describeRequest.ts'
import { isOdd } from '../shown/odd.ts'
import {
  ACCOUNT,
  CONTEXT,
  everyPart,
  FRIEND,
  PERMIT2,
  shown,
  THIEF,
  UNKNOWN,
  USDC,
  WETH,
} from '../testing/evmRequests.ts'

const sign = (data: unknown, signer = ACCOUNT) =>
  describeRequest({ method: 'eth_signTypedData_v4', params: [signer, data] }, CONTEXT)

const members = (text: string) =>
  text.split(',').map((part) => {
    const [type, name] = part.split(' ')
    return { type, name }
  })

const DOMAIN_TYPE = members('string name,string version,uint256 chainId,address verifyingContract')

/** The example in EIP-712. */
const mail = {
  types: {
    EIP712Domain: DOMAIN_TYPE,
    Person: members('string name,address wallet'),
    Mail: members('Person from,Person to,string contents'),
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

test.each([
  ['as an object', mail],
  ['as JSON', JSON.stringify(mail)],
])('the example of EIP-712, sent %s, is a table whose addresses have an unknown purpose', (_, source) => {
  const description = sign(source)
  expect(description.kind).toBe('unknownTypedData')
  expect(shown(description)).toEqual([
    '!unknownTypedData',
    'domainName Ether Mail',
    'domainVersion 1',
    'network eip155:1',
    `contract 0x${'c'.repeat(40)}`,
    'primaryType Mail',
  ])
  const person = (name: string, person: string, wallet: string) => ({
    name,
    type: 'Person',
    fields: [
      { name: 'name', type: 'string', value: { type: 'text', text: person, hasHidden: false } },
      { name: 'wallet', type: 'address', value: { type: 'address', address: wallet } },
    ],
  })
  expect(description.fields).toEqual([
    person('from', 'Cow', '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'),
    person('to', 'Bob', `0x${'b'.repeat(40)}`),
    { name: 'contents', type: 'string', value: { type: 'text', text: 'Hello, Bob!', hasHidden: false } },
  ])
})

test.each([
  ['texts and booleans', 'string text,bool isRead', { text: 'hi', isRead: true }, 'typedData'],
  ['an amount', 'string text,uint8 count', { text: 'hi', count: 1 }, 'unknownTypedData'],
  ['a hash', 'bytes32 root', { root: `0x${'0'.repeat(64)}` }, 'unknownTypedData'],
  ['an address in a list', 'address[] who', { who: [] }, 'unknownTypedData'],
])('data with %s is odd if it could hide something', (_, text, message, kind) => {
  const data = { types: { Thing: members(text) }, primaryType: 'Thing', domain: {}, message }
  expect([sign(data).kind, isOdd(sign(data))]).toEqual([kind, kind === 'unknownTypedData'])
})

/** Typed data with one field of this type and value. */
const single = (type: string, value: unknown) => ({
  types: { Thing: [{ name: 'it', type }] },
  primaryType: 'Thing',
  domain: { chainId: 1 },
  message: { it: value },
})

test.each([
  ['uint256', `${(1n << 256n) - 1n}`, (1n << 256n) - 1n],
  ['uint8', 255, 255n],
  ['uint256', '0xff', 255n],
  ['int8', '-128', -128n],
  ['int256', `${-(1n << 255n)}`, -(1n << 255n)],
])('%s %s is read exactly', (type, source, integer) => {
  expect(sign(single(type, source)).fields).toEqual([{ name: 'it', type, value: { type: 'integer', integer } }])
})

test('nested lists have nested rows', () => {
  const [row] = sign(single('bool[][2]', [[true], []])).fields ?? []
  expect(row).toEqual({
    name: 'it',
    type: 'bool[][2]',
    fields: [
      { name: '0', type: 'bool[]', fields: [{ name: '0', type: 'bool', value: { type: 'boolean', boolean: true } }] },
      { name: '1', type: 'bool[]', fields: [] },
    ],
  })
})

test.each<[string, string, unknown]>([
  ['a number that is too large', 'uint8', 256],
  ['a negative number for an unsigned type', 'uint256', '-1'],
  ['a number below the range of its type', 'int8', -129],
  ['a number that JSON has rounded', 'uint256', 2 ** 53],
  ['a fraction', 'uint256', 1.5],
  ['an empty text as a number', 'uint256', ''],
  ['a number after a space', 'uint256', ' 1'],
  ['a number as a boolean', 'bool', 1],
  ['a text as a boolean', 'bool', 'true'],
  ['an address that is too short', 'address', '0x1234'],
  ['a name as an address', 'address', 'vitalik.eth'],
  ['bytes of the wrong length', 'bytes4', '0x123456'],
  ['bytes that end within a byte', 'bytes', '0x123'],
  ['a text as bytes', 'bytes', 'hello'],
  ['a number as a text', 'string', 1],
  ['an object as a list', 'bool[]', { 0: true, length: 1 }],
  ['a list that is too short', 'bool[2]', [true]],
  ['a type without its size', 'uint', 1],
  ['an integer type of an invalid size', 'uint7', 1],
  ['a bytes type of an invalid size', 'bytes33', '0x'],
  ['a type without a definition', 'Person', {}],
  ['a malformed list type', 'bool[', [true]],
  ['a type injected into another', 'bool)Other(bool a', true],
  ['null as a text', 'string', null],
])('%s makes a value unreadable', (_, type, value) => {
  expect(sign(single(type, value)).kind).toBe('unknownRequest')
})

test.each<[string, unknown]>([
  ['invalid JSON', '{'],
  ['a missing field', { ...mail, message: { ...mail.message, to: undefined } }],
  ['an undefined primary type', { ...mail, primaryType: 'Letter' }],
  ['the domain as a message', { ...mail, primaryType: 'EIP712Domain' }],
  ['a domain that lacks what it declares', { ...mail, domain: { name: 'Ether Mail' } }],
  ['a duplicate field', single('bool', true) && { ...mail, types: { ...mail.types, Mail: members('bool a,bool a') } }],
  [
    'a field name that contains a second field',
    { ...mail, types: { ...mail.types, Mail: [{ name: 'a,bool b', type: 'bool' }] } },
  ],
  [
    'a field name with a hidden character',
    { ...mail, types: { ...mail.types, Mail: [{ name: 'a\u200b', type: 'bool' }] } },
  ],
  ['a type named like a built-in one', { ...mail, types: { ...mail.types, address: members('bool a') } }],
  ['an endlessly recursive type', { ...single('Thing', {}) }],
  ['missing types', { ...mail, types: undefined }],
  ['types in a list', { ...mail, types: [] }],
])('%s makes typed data unreadable', (_, source) => {
  expect(sign(source).kind).toBe('unknownRequest')
})

test('data for another network, for all networks, or for another account raises a warning', () => {
  expect(shown(sign({ ...mail, domain: { ...mail.domain, chainId: 137 } }))).toContain('!otherNetwork eip155:137')
  expect(shown(sign({ ...single('bool', true), domain: {} }))).toEqual(['!everyNetwork', 'primaryType Thing'])
  expect(shown(sign(mail, FRIEND))).toContain(`!otherAccount ${FRIEND}`)
})

test('a domain with extra members is shown whole', () => {
  const odd = {
    ...single('bool', true),
    types: { ...single('bool', true).types, EIP712Domain: members('uint256 chainId,address owner') },
    domain: { chainId: 1, owner: THIEF },
  }
  expect(sign(odd).fields?.[0]).toMatchObject({ name: 'domain', fields: [{ name: 'chainId' }, { name: 'owner' }] })
  expect(sign(mail).fields?.some(({ name }) => name === 'domain')).toBe(false)
})

test('hidden characters in a text raise a warning, and so does unsigned data', () => {
  expect(shown(sign(single('string', 'pay \u202eevil')))).toContain('!hiddenText')
  expect(shown(sign({ ...single('bool', true), message: { it: true, amount: '5' } }))).toContain('!unsignedFields')
})

const permit = {
  types: {
    EIP712Domain: DOMAIN_TYPE,
    Permit: members('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'),
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
  message: { owner: ACCOUNT, spender: THIEF, value: '1000000', nonce: 0, deadline: 9 },
}

test("a permit shows the allowance, not the site's wording", () => {
  const description = sign(permit)
  expect(description.kind).toBe('permit')
  expect(shown(description).slice(0, 6)).toEqual([
    'allowance 1000000/6 USDC',
    `token ${USDC}`,
    `from ${ACCOUNT}`,
    `spender ${THIEF}`,
    '!unknownSpender',
    'deadline 9',
  ])
  expect(description.fields).toHaveLength(5)
  const endless = { ...permit, message: { ...permit.message, value: `${(1n << 256n) - 1n}` } }
  expect(shown(sign(endless))[0]).toBe(`!unlimitedAllowance ${(1n << 256n) - 1n}/6 USDC`)
})

test('a mere look-alike of a permit has unknown effects', () => {
  const other = {
    ...permit,
    types: { ...permit.types, Permit: members('address owner,address spender,uint256 value') },
  }
  expect(sign(other).kind).toBe('unknownTypedData')
  const nowhere = {
    ...permit,
    types: { ...permit.types, EIP712Domain: members('string name') },
    domain: { name: 'USD Coin' },
  }
  expect(sign(nowhere).kind).toBe('unknownTypedData')
})

test("DAI's permit is for the whole balance or for nothing", () => {
  const dai = (allowed: boolean, expiry = 2) => ({
    ...permit,
    types: {
      ...permit.types,
      Permit: members('address holder,address spender,uint256 nonce,uint256 expiry,bool allowed'),
    },
    message: { holder: ACCOUNT, spender: THIEF, nonce: 1, expiry, allowed },
  })
  expect([sign(dai(true)).kind, ...shown(sign(dai(true))).slice(0, 2)]).toEqual([
    'permit',
    '!wholeBalance',
    `token ${USDC}`,
  ])
  expect(sign(dai(false)).kind).toBe('revoke')
  // In DAI's permit, 0 means no expiry, and not a day in 1970.
  expect(
    [shown(sign(dai(true))), shown(sign(dai(true, 0)))].map((lines) =>
      lines.find((line) => line.startsWith('expires')),
    ),
  ).toEqual(['expires 2', `expires ${2n ** 256n - 1n}`])
})

const details = members('address token,uint160 amount,uint48 expiration,uint48 nonce')
const permit2 = {
  types: {
    EIP712Domain: members('string name,uint256 chainId,address verifyingContract'),
    PermitDetails: details,
    PermitBatch: members('PermitDetails[] details,address spender,uint256 sigDeadline'),
  },
  primaryType: 'PermitBatch',
  domain: { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 },
  message: {
    details: [
      { token: USDC, amount: '5', expiration: 7, nonce: 0 },
      { token: WETH, amount: `${(1n << 160n) - 1n}`, expiration: 8, nonce: 0 },
    ],
    spender: THIEF,
    sigDeadline: 9,
  },
}

test('a Permit2 request names every token; for a contract other than Permit2, the same data is unknown', () => {
  const description = sign(permit2)
  expect([description.kind, ...shown(description).slice(0, 9)]).toEqual([
    'permit2',
    'allowance 5/6 USDC',
    `token ${USDC}`,
    'expires 7',
    `!unlimitedAllowance ${(1n << 160n) - 1n}/18 WETH`,
    `token ${WETH}`,
    'expires 8',
    `spender ${THIEF}`,
    '!unknownSpender',
    'deadline 9',
  ])
  expect(sign({ ...permit2, domain: { ...permit2.domain, verifyingContract: UNKNOWN } }).kind).toBe('unknownTypedData')
})

test("a one-time Permit2 transfer that includes a site's order is still shown as Permit2", () => {
  const order = {
    ...permit2,
    types: {
      EIP712Domain: permit2.types.EIP712Domain,
      PermitWitnessTransferFrom: members(
        'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Order witness',
      ),
      TokenPermissions: members('address token,uint256 amount'),
      Order: members('address swapper'),
    },
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: USDC, amount: '6' },
      spender: THIEF,
      nonce: 1,
      deadline: 9,
      witness: { swapper: ACCOUNT },
    },
  }
  expect([sign(order).kind, ...shown(sign(order)).slice(0, 5)]).toEqual([
    'permit2',
    'allowance 6/6 USDC',
    `token ${USDC}`,
    `spender ${THIEF}`,
    '!unknownSpender',
    'deadline 9',
  ])
})

test("a Safe's transaction shows what the Safe will do", () => {
  const safe = {
    types: {
      EIP712Domain: members('uint256 chainId,address verifyingContract'),
      SafeTx: members(
        'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce',
      ),
    },
    primaryType: 'SafeTx',
    domain: { chainId: 1, verifyingContract: UNKNOWN },
    message: {
      to: FRIEND,
      value: '5',
      data: '0x',
      operation: 0,
      safeTxGas: 0,
      baseGas: 0,
      gasPrice: 0,
      gasToken: `0x${'0'.repeat(40)}`,
      refundReceiver: `0x${'0'.repeat(40)}`,
      nonce: 1,
    },
  }
  expect(everyPart(sign(safe)).map(({ kind }) => kind)).toEqual(['safeCall', 'nativeTransfer'])
})

const signedTypes = (primaryType: string, type: string, message: object) => ({
  ...permit,
  types: { EIP712Domain: DOMAIN_TYPE, [primaryType]: members(type) },
  primaryType,
  message,
})

test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
  'a signature that moves tokens without an allowance shows which tokens, how many and to whom (%s)',
  (primaryType) => {
    const type = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
    const nonce = `0x${'ab'.repeat(32)}`
    const message = { from: ACCOUNT, to: THIEF, value: '5', validAfter: 0, validBefore: 9, nonce }
    const description = sign(signedTypes(primaryType, type, message))
    expect([description.kind, ...shown(description).slice(0, 6)]).toEqual([
      'tokenTransfer',
      '!signatureMoves',
      'amount 5/6 USDC',
      `token ${USDC}`,
      `from ${ACCOUNT}`,
      `receiver ${THIEF}`,
      'deadline 9',
    ])
  },
)

test('a signature for an NFT names the NFT', () => {
  const message = { spender: THIEF, tokenId: '7', nonce: 0, deadline: 9 }
  const description = sign(
    signedTypes('Permit', 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline', message),
  )
  expect([description.kind, ...shown(description).slice(0, 6)]).toEqual([
    'permit',
    '!signatureMoves',
    'tokenId 7',
    `token ${USDC}`,
    `spender ${THIEF}`,
    '!unknownSpender',
    'deadline 9',
  ])
})

test.each([
  [
    'address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry',
    ['owner', 'manager', 'isAllowed', 'expiry'],
  ],
  [
    'address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline',
    ['authorizer', 'authorized', 'isAuthorized', 'deadline'],
  ],
] as const)('a signature for access to a whole lending account shows who gets it (%s)', (type, [by, to, is, until]) => {
  const message = (isAllowed: boolean) => ({ [by]: ACCOUNT, [to]: THIEF, [is]: isAllowed, nonce: 0, [until]: 9 })
  const lent = sign(signedTypes('Authorization', type, message(true)))
  expect([lent.kind, ...shown(lent).slice(0, 6)]).toEqual([
    'authorityChange',
    '!accountLent',
    `contract ${USDC}`,
    '!unknownContract',
    `from ${ACCOUNT}`,
    `!newAuthority ${THIEF}`,
    'deadline 9',
  ])
  expect(sign(signedTypes('Authorization', type, message(false))).kind).toBe('revoke')
})
