import { isSpam } from './isSpam.ts'

test.each([
  ['the source says so', { isFlagged: true, name: 'Ape' }],
  ['its name calls for action', { name: 'Claim your reward' }],
  ['its name calls for action in capitals', { name: 'VISIT US' }],
  ['the name of its collection calls for action', { name: 'Ape #1', collection: 'Token Airdrop' }],
  ['it promises a giveaway', { name: '$5000 Giveaway' }],
  ['it is a voucher', { name: 'Voucher 1000 USDC' }],
  ['it contains a URL', { name: 'https://prize.example' }],
  ['it contains a URL without a scheme', { name: 'www.prize' }],
  ['it contains a domain name', { collection: 'ape-rewards.xyz' }],
  ['it links to a messenger', { name: 't.me/prize' }],
  ['it contains a hidden letter', { name: 'cl\u200baim' }],
  ['it uses full-width letters', { name: 'ｃｌａｉｍ' }],
])(
  'a collectible is spam if %s',
  (_, { isFlagged, ...names }: { isFlagged?: boolean; name?: string; collection?: string }) => {
    expect(isSpam({ contract: '0x', id: '1', isFlagged: isFlagged ?? false, ...names })).toBe(true)
  },
)

test.each([
  [undefined, undefined],
  ['Ape #1', 'Bored Apes'],
  ['vitalik.eth', 'Ethereum Name Service'],
  ['Exclaimed', 'Reclaim'],
  ['Mr. Smith', 'St.Martin'],
  ['Portico Pass', 'Portico Pass'],
  ['Inscription 69994606', undefined],
  ['1.5 Years', 'v2.0'],
])('"%s" of the collection "%s" is not spam', (name, collection) => {
  expect(isSpam({ contract: '0x', id: '1', name, collection })).toBe(false)
})
