import { readAbiText, readAbiUint } from './abiText.ts'

const word = (hex: string) => hex.padStart(64, '0')
const bytes32 = (text: string) => `0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`
const dynamic = (text: string) =>
  `0x${word('20')}${word(Buffer.byteLength(text).toString(16))}${Buffer.from(text).toString('hex').padEnd(128, '0')}`

test.each([
  ['a dynamic string', dynamic('USDC'), 'USDC'],
  ['32 bytes', bytes32('MKR'), 'MKR'],
  ['a text with a hidden character', dynamic('US\u202eDC'), undefined],
  ['a whole sentence', dynamic('USDC, now please visit evil.example'), undefined],
  ['an empty text', dynamic(''), undefined],
  ['empty data', '0x', undefined],
  ['a number in place of hexadecimal', 7, undefined],
])('a token symbol that is %s', (_, answer, name) => expect(readAbiText(answer)).toBe(name))

test('a number is read from exactly one word', () => {
  expect([readAbiUint(`0x${word('6')}`), readAbiUint('0x06'), readAbiUint(null)]).toEqual([6n, undefined, undefined])
})
