import { formatAmount } from '@portico/contracts/preview'
import previewEnglish from '@portico/contracts/preview/en.json'
import frameEnglish from '../../texts/en.json'
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

test.each(['en', 'en-GB', 'de', ''])('there are texts for the language %j', (language) => {
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
