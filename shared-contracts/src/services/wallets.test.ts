import { anything, assert, constantFrom, dictionary, oneof, property, string } from 'fast-check'
import { parse, safeParse } from 'valibot'
import { Wallet, WalletList } from './wallets.ts'

const harbor = {
  id: '0d4f5a1f3f7b9c2e5a8d1c4b7e0a3f6d9c2b5e8f1a4d7c0b3e6f9a2d5c8b1e4f',
  name: 'Harbor Wallet',
  homepage: 'https://harbor.example/',
  image_id: '5b1cfe52-7c33-4f0e-9a55-3f1c7f2a9e00',
  order: 12,
  badge_type: 'certified',
  chains: ['eip155:1', 'eip155:137'],
  mobile_link: 'harbor://',
  desktop_link: null,
  webapp_link: null,
  link_mode: 'https://link.harbor.example',
  app_store: 'https://apps.apple.com/app/id1234567890',
  play_store: 'https://play.google.com/store/apps/details?id=io.harbor',
  chrome_store: null,
  rdns: 'io.harbor',
  injected: [{ namespace: 'eip155', injected_id: 'isHarbor' }],
}

test('the example in services.md §4.1 is read unchanged', () => {
  expect(parse(WalletList, { count: 431, data: [harbor] })).toEqual({ count: 431, data: [harbor] })
})

const LINKS = [
  'homepage',
  'link_mode',
  'mobile_link',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const

test.each([
  'javascript:alert(1)',
  'javascript://%0aalert(1)',
  'JavaScript://x',
  ' javascript://x',
  'java\nscript://x',
  'data:text/html,x',
  'data://text/html,x',
  'vbscript://x',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'http://harbor.example',
  'ws://harbor.example',
  'intent://x#Intent;end',
  'chrome://settings',
  'about://blank',
  'view-source://x',
  '//harbor.example',
  '/path',
  'https://',
  'https://a b.example',
  'https://a.example/"onclick=',
  'https://a.example/<b>',
  7,
  {},
])('a registry cannot send a visitor to %j', (link) => {
  const hostile = { ...harbor, ...Object.fromEntries(LINKS.map((key) => [key, link])) }
  const read = parse(Wallet, hostile)
  for (const key of LINKS) expect(read[key]).toBeNull()
  expect(read.name).toBe('Harbor Wallet')
})

test.each([
  'https://harbor.example/a?b=c%20d#e',
  'okex://main',
  'bnc://app.binance.com/cedefi/',
  'ledgerlive://',
  'io.x-y+z://wc',
])('a visitor may be sent to the application at %s', (link) =>
  expect(parse(Wallet, { ...harbor, mobile_link: link }).mobile_link).toBe(link),
)

test('a link into an application is never accepted as the URL of a page', () => {
  expect(parse(Wallet, { ...harbor, homepage: 'harbor://', app_store: 'harbor://' })).toMatchObject({
    homepage: null,
    app_store: null,
  })
})

test.each(['constructor()', 'a..b', 'a[0]', '', 'a b'])('"%s" is not a path to an injected wallet', (injected_id) => {
  expect(parse(Wallet, { ...harbor, injected: [{ injected_id }] }).injected).toBeNull()
})

test('an entry that cannot be shown does not affect the others', () => {
  const data = [{ ...harbor, id: '../1' }, null, harbor, { ...harbor, name: ' ' }, 'x']
  expect(parse(WalletList, { count: 5, data }).data).toEqual([harbor])
})

test('whatever fields a registry sends, its list can be drawn', () => {
  const entry = dictionary(oneof(string(), constantFrom(...Object.keys(harbor))), anything())
  assert(
    property(entry, (fields) => {
      const { success, output } = safeParse(WalletList, { count: 1, data: [{ ...harbor, ...fields }] })
      expect(success).toBe(true)
      for (const wallet of (output as WalletList).data) {
        for (const key of LINKS)
          if (wallet[key]) expect(wallet[key]).toMatch(/^(?!javascript|data|http:)[\w.+-]+:\/\//i)
      }
    }),
    { numRuns: 300 },
  )
})
