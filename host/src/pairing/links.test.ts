import type { Environment } from './environment.ts'
import { type InAppSituation, inAppLink } from './inAppLinks.ts'
import { type LinkedWallet, linkSteps, linkTarget, type PlatformSituation, pairingLink, platformsOf } from './links.ts'

const URI = 'wc:ab@2?relay-protocol=irn&symKey=cd'
const ENCODED = 'wc%3Aab%402%3Frelay-protocol%3Dirn%26symKey%3Dcd'
const desk: Environment = {
  isMobile: false,
  isIos: false,
  isAndroid: false,
  isSafari: false,
  isTelegram: false,
  isFramed: false,
  isStandalone: false,
}
const iphone: Environment = { ...desk, isMobile: true, isIos: true }
const android: Environment = { ...desk, isMobile: true, isAndroid: true }
const link = (text: string, environment = iphone) => pairingLink(text, URI, { environment })

describe('§4.4: the ways to reach a wallet', () => {
  const onDesk: PlatformSituation = { isMobile: false, announced: [], hasAdapters: true }
  const onPhone = { ...onDesk, isMobile: true }
  const everywhere: LinkedWallet = {
    rdns: 'io.harbor',
    mobile_link: 'harbor://',
    webapp_link: 'https://app.harbor.example',
    desktop_link: 'harbor://',
  }

  test.each<[string, LinkedWallet | undefined, PlatformSituation, string[]]>([
    ['no wallet: a QR code', undefined, onDesk, ['qrcode']],
    [
      'a web or desktop app whose link may not be opened is not offered',
      { mobile_link: 'harbor://', webapp_link: 'http://app.harbor.example', desktop_link: 'javascript:' },
      onDesk,
      ['qrcode'],
    ],
    [
      'all of them, on a desktop',
      everywhere,
      { ...onDesk, announced: ['io.harbor'] },
      ['browser', 'qrcode', 'web', 'desktop'],
    ],
    ['not installed', everywhere, onDesk, ['qrcode', 'web', 'desktop']],
    ['on a phone', everywhere, onPhone, ['mobile', 'web']],
    [
      'a page without adapters has no use for an extension',
      everywhere,
      { ...onDesk, announced: ['io.harbor'], hasAdapters: false },
      ['qrcode', 'web', 'desktop'],
    ],
    ['an extension only, which is not installed', { rdns: 'io.harbor' }, onDesk, ['unsupported']],
    ['an extension only, by its injected id', { injected: [{ injected_id: 'isHarbor' }] }, onDesk, ['unsupported']],
    [
      'an extension only, with an in-app browser on a phone',
      { rdns: 'io.harbor' },
      { ...onPhone, hasInAppLink: true },
      ['qrcode'],
    ],
    ['a wallet without any links: a QR code', {}, onDesk, ['qrcode']],
  ])('%s', (_, wallet, situation, ways) => expect(platformsOf(wallet, situation)).toEqual(ways))
})

describe('§4.5: a link that contains a pairing', () => {
  test.each([
    ['a scheme', 'harbor', `harbor://wc?uri=${ENCODED}`],
    ['a scheme with a colon', 'harbor:', `harbor://wc?uri=${ENCODED}`],
    ['a scheme with slashes', 'harbor://', `harbor://wc?uri=${ENCODED}`],
    ['a scheme with a path', 'harbor://app', `harbor://app/wc?uri=${ENCODED}`],
    ['a universal link', 'https://harbor.example', `https://harbor.example/wc?uri=${ENCODED}`],
    ['a universal link with a slash', 'https://harbor.example/', `https://harbor.example/wc?uri=${ENCODED}`],
  ])('%s', (_, from, to) => expect(link(from)).toBe(to))

  test.each([
    'javascript:',
    'javascript://',
    'data:',
    'data://x',
    'blob:',
    'file://',
    'intent://x',
    'vbscript:',
    'http://harbor.example',
    '',
  ])('%j is never opened', (from) => expect(link(from)).toBeUndefined())

  test('is encoded once more for Telegram on Android, which decodes it once', () => {
    expect(link('harbor://', { ...android, isTelegram: true })).toBe(`harbor://wc?uri=${encodeURIComponent(ENCODED)}`)
    expect(link('harbor://', { ...iphone, isTelegram: true })).toBe(`harbor://wc?uri=${ENCODED}`)
  })

  test('contains a payment, if there is one', () => {
    const paying = pairingLink('harbor://', URI, { environment: iphone, payUrl: 'https://pay.example/?a=1' })
    expect(decodeURIComponent(paying?.split('uri=')[1] ?? '')).toBe(`${URI}&pay=https%3A%2F%2Fpay.example%2F%3Fa%3D1`)
  })

  test.each<[Partial<Environment>, string]>([
    [{}, '_self'],
    [{ isFramed: true }, '_top'],
    [{ isTelegram: true }, '_blank'],
    [{ isTelegram: true, isFramed: true }, '_blank'],
  ])('%j opens in %s', (where, target) => expect(linkTarget({ ...iphone, ...where })).toBe(target))
})

describe('the steps that lead to a wallet', () => {
  const wallet: LinkedWallet = {
    mobile_link: 'harbor://',
    link_mode: 'https://link.harbor.example',
    app_store: 'https://apps.example/harbor',
    play_store: 'https://play.example/harbor',
  }
  const kinds = (from: LinkedWallet, environment: Environment, prefersUniversal = false) =>
    linkSteps(from, URI, { environment, prefersUniversal }).map((step) =>
      step.kind === 'qrcode' ? 'qrcode' : `${step.kind} ${step.href.split(/[?]/)[0]}`,
    )

  test('are its app, its store, and a QR code', () => {
    expect(kinds(wallet, iphone)).toEqual(['native harbor://wc', 'store https://apps.example/harbor', 'qrcode'])
    expect(kinds(wallet, android)[1]).toBe('store https://play.example/harbor')
    expect(kinds(wallet, desk)).toEqual(['native harbor://wc', 'qrcode'])
  })

  test('begin with a universal link if the site prefers it or the wallet has no scheme', () => {
    expect(kinds(wallet, desk, true)).toEqual([
      'universal https://link.harbor.example/wc',
      'native harbor://wc',
      'qrcode',
    ])
    expect(kinds({ link_mode: wallet.link_mode ?? null }, desk)).toEqual([
      'universal https://link.harbor.example/wc',
      'qrcode',
    ])
    expect(kinds({ mobile_link: 'https://harbor.example' }, desk)).toEqual([
      'universal https://harbor.example/wc',
      'qrcode',
    ])
  })

  test('are only a QR code for a wallet without any link', () => expect(kinds({}, iphone)).toEqual(['qrcode']))
})

describe('§2.8: wallets that open the page in their own browser', () => {
  const here: InAppSituation = {
    environment: iphone,
    namespace: 'solana',
    href: 'https://shop.example/?a=1',
    origin: 'https://shop.example',
    has: () => false,
  }
  const PHANTOM = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
  const SOLFLARE = '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'
  const COINBASE = 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8'
  const BINANCE = '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25'
  const PAGE = 'https%3A%2F%2Fshop.example%2F%3Fa%3D1'

  test.each<[string, string, Partial<InAppSituation>, string]>([
    ['Phantom on iOS', PHANTOM, {}, `https://phantom.app/ul/browse/${PAGE}?ref=https%3A%2F%2Fshop.example`],
    [
      'Phantom on Android',
      PHANTOM,
      { environment: android },
      `intent://browse/${PAGE}?ref=https%3A%2F%2Fshop.example#Intent;scheme=phantom;package=app.phantom;end`,
    ],
    ['Solflare', SOLFLARE, {}, `https://solflare.com/ul/v1/browse/${PAGE}?ref=${PAGE}`],
    ['Coinbase for Solana', COINBASE, {}, `https://go.cb-w.com/dapp?cb_url=${PAGE}`],
    ['Coinbase for EVM', COINBASE, { namespace: 'eip155' }, `cbwallet://miniapp?url=${PAGE}`],
  ])('%s', (_, id, more, url) => expect(inAppLink(id, { ...here, ...more })).toBe(url))

  test('Binance for Bitcoin gets a link that contains the page and its network', () => {
    const url = new URL(inAppLink(BINANCE, { ...here, namespace: 'bip122', chainId: '137' }) ?? '')
    const app = new URL(atob(url.searchParams.get('_dp') ?? ''))
    expect(app.protocol).toBe('bnc:')
    expect(atob(app.searchParams.get('startPagePath') ?? '')).toBe('/pages/browser/index')
    expect(atob(app.searchParams.get('startPageQuery') ?? '')).toBe(`url=${PAGE}&defaultChainId=137`)
  })

  test('get no link on a desktop, in a family that they do not serve, or in their own browser', () => {
    expect(inAppLink(PHANTOM, { ...here, environment: desk })).toBeUndefined()
    expect(inAppLink(SOLFLARE, { ...here, namespace: 'eip155' })).toBeUndefined()
    expect(inAppLink(PHANTOM, { ...here, has: (flag) => flag === 'phantom' })).toBeUndefined()
    expect(inAppLink('0'.repeat(64), here)).toBeUndefined()
  })

  test('with Coinbase switched off, what Coinbase injects into pages is ignored', () => {
    const inside = { ...here, has: () => true }
    expect(inAppLink(COINBASE, inside)).toBeUndefined()
    expect(inAppLink(COINBASE, { ...inside, isCoinbaseOff: true })).toContain('go.cb-w.com')
  })
})
