import { foldName, lookOf, plainName } from './walletName.ts'

test.each([
  ['Trust Wallet', 'trust'],
  ['TRUST', 'trust'],
  ['Trust-Wallet', 'trust'],
  ['Ｔｒｕｓｔ', 'trust'],
  ['Zélcore', 'zelcore'],
  ['Wallet', 'wallet'],
  ['', ''],
])('the name %s is reduced to %s', (name, plain) => expect(plainName(name)).toBe(plain))

test('a search matches any part of a name, including the word "wallet"', () => {
  for (const text of ['trust', 'trust w', 'Trust Wal', 'wallet', 'TRÚST']) {
    expect(foldName('Trust Wallet')).toContain(foldName(text))
  }
})

test.each([
  ['Cyrillic letters', 'МеtаМаsk'],
  ['Greek letters', 'ΜetaΜask'],
  ['a trade mark', 'MetaMask™'],
  ['accents', 'MétaMàsk'],
  ['an r and an n', 'MetaMask'.replace('m', 'rn').replace('M', 'rn')],
  ['another word', 'MetaMask Wallet'],
])('a name with %s looks like the real one', (_, name) => expect(lookOf(name)).toBe(lookOf('MetaMask')))

test.each([
  ['O', '0'],
  ['l', 'I'],
  ['1', 'l'],
])('%s looks like %s', (one, other) => expect(lookOf(`Co${one}d`)).toBe(lookOf(`Co${other}d`)))

test.each(['MetaMusk', 'Meta', 'MetaMask Pro'])('%s does not look like MetaMask', (name) =>
  expect(lookOf(name)).not.toBe(lookOf('MetaMask')),
)
