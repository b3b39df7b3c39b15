import { readAbiText, readAbiUint } from './abiText.ts'

const word = (hex: string) => hex.padStart(64, '0')
const bytes32 = (text: string) => `0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`
const dynamic = (text: string) =>
  `0x${word('20')}${word(Buffer.byteLength(text).toString(16))}${Buffer.from(text).toString('hex').padEnd(128, '0')}`

test.each([
  ['a text', dynamic('USDC'), 'USDC'],
  ['32 bytes', bytes32('MKR'), 'MKR'],
  ['one that hides something', dynamic('US\u202eDC'), undefined],
  ['one that is a sentence', dynamic('USDC, now please visit evil.example'), undefined],
  ['an empty one', dynamic(''), undefined],
  ['nothing', '0x', undefined],
  ['no hexadecimal', 7, undefined],
])('a token that calls itself by %s', (_, answer, name) => expect(readAbiText(answer)).toBe(name))

test('a number is the first word', () => {
  expect([readAbiUint(`0x${word('6')}`), readAbiUint('0x06'), readAbiUint(null)]).toEqual([6n, undefined, undefined])
})
