import previewEnglish from '@portico/contracts/preview/en.json'
import frameEnglish from '../../texts/en.json'
import { readAbiText, readAbiUint } from './abiText.ts'
import { formatAmount } from './formatAmount.ts'
import { createTexts } from './texts.ts'

const VALUES = {
  action: 'a',
  n: 1,
  count: 2,
  name: 'n',
  id: '1',
  index: 0,
  time: 't',
  spender: 's',
  token: 'k',
  amount: 'a',
  nft: 'x',
}

test.each(['en', 'en-GB', 'de', ''])('there are texts for whoever reads %j', (language) => {
  const { t, locale } = createTexts(language)
  expect(locale).toBe('en')
  expect(t('approval.waiting', { count: 1 })).toBe('1 more request is waiting.')
  for (const key of [...Object.keys(frameEnglish), ...Object.keys(previewEnglish)]) {
    expect(t(key, VALUES)).not.toContain('{')
  }
})

test.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1_500_000n, 6, '1.5'],
  [-1_000_000n, 6, '−1'],
  [12_345_678_901_234_567_890n, 0, '12345678901234567890'],
])('%s with %s decimals is %s', (amount, decimals, text) => expect(formatAmount(amount, decimals)).toBe(text))

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
