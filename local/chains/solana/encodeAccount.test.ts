import { encodeAccount } from './encodeAccount.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './programs.ts'
import { mintBytes } from './tokenAccounts.ts'

const account = (data: Uint8Array, programAddress = SYSTEM_PROGRAM) => ({
  address: 'a',
  lamports: 5n,
  programAddress,
  data,
  executable: false,
  space: BigInt(data.length),
})
const nowhere = () => undefined

test.each([
  ['base64', { encoding: 'base64' }, ['AQIDBA==', 'base64']],
  ['a slice in base64', { encoding: 'base64', dataSlice: { offset: 1, length: 2 } }, ['AgM=', 'base64']],
  [
    'an empty slice if it starts after the end',
    { encoding: 'base64', dataSlice: { offset: 9, length: 2 } },
    ['', 'base64'],
  ],
  ['base58', { encoding: 'base58' }, ['2VfUX', 'base58']],
  ['plain base58 by default', {}, '2VfUX'],
  ['base64 if they cannot be parsed', { encoding: 'jsonParsed' }, ['AQIDBA==', 'base64']],
] as const)('account data are encoded as %s', (_, config, data) => {
  expect(encodeAccount(account(Uint8Array.of(1, 2, 3, 4)), config, nowhere)).toMatchObject({
    lamports: 5,
    space: 4,
    data,
  })
})

test('base58 of more than 128 bytes is refused, as by a node', () => {
  const large = account(new Uint8Array(129))
  expect(() => encodeAccount(large, {}, nowhere)).toThrow('please use Base64')
  expect(encodeAccount(large, { dataSlice: { offset: 0, length: 128 } }, nowhere).data).toHaveLength(128)
})

test('a mint is encoded with its fields', () => {
  const mint = account(mintBytes({ authority: new Uint8Array(32), decimals: 2 }), TOKEN_PROGRAM)
  expect(encodeAccount(mint, { encoding: 'jsonParsed' }, nowhere).data).toMatchObject({
    program: 'spl-token',
    parsed: { type: 'mint', info: { decimals: 2, supply: '0', isInitialized: true, mintAuthority: SYSTEM_PROGRAM } },
  })
})
