import { parseInstruction } from './parseInstruction.ts'
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

const parse = (program: string, data: Uint8Array, accounts: string[]) =>
  parseInstruction({ programIdIndex: 0, accounts: accounts.map((_, index) => index + 1), data }, [program, ...accounts])

const bytes = (hex: string) => Buffer.from(hex, 'hex')

test.each([
  [
    'system',
    SYSTEM_PROGRAM,
    '0200000000ca9a3b00000000',
    ['a', 'b'],
    { type: 'transfer', info: { source: 'a', destination: 'b', lamports: 1_000_000_000 } },
  ],
  [
    'spl-token',
    TOKEN_PROGRAM,
    '037d00000000000000',
    ['a', 'b', 'o'],
    { type: 'transfer', info: { source: 'a', destination: 'b', authority: 'o', amount: '125' } },
  ],
  [
    'spl-token-2022',
    TOKEN_2022_PROGRAM,
    '0c7d0000000000000002',
    ['a', 'm', 'b', 'o'],
    {
      type: 'transferChecked',
      info: { source: 'a', mint: 'm', destination: 'b', authority: 'o', tokenAmount: { uiAmountString: '1.25' } },
    },
  ],
  ['spl-memo', MEMO_PROGRAM, '6869', [], 'hi'],
])('%s: the fields that a wallet shows are parsed', (program, programId, data, accounts, parsed) => {
  expect(parse(programId, bytes(data), accounts)).toMatchObject({ program, programId, parsed })
})

test.each([
  ['an unsupported instruction', SYSTEM_PROGRAM, '08000000'],
  ['a truncated instruction', TOKEN_PROGRAM, '037d'],
  ['an instruction of an unknown program', 'Someone', '0200000000ca9a3b00000000'],
])('%s stays raw', (_, program, data) => {
  expect(parse(program, bytes(data), ['a'])).toMatchObject({ programId: program, accounts: ['a'] })
  expect(parse(program, bytes(data), ['a'])).not.toHaveProperty('parsed')
})
