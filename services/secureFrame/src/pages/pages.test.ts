/** @jest-environment jsdom */
import { createHash } from 'node:crypto'
import { PAGES, pageHtml } from '../../build/pageHtml.mjs'
import { handedReturn } from '../login/socialReturns.ts'
import { showApprove } from './approve.ts'
import { showBack } from './back.ts'
import { showDevice } from './device.ts'
import texts from './en.json'

const SITE = 'https://secure.example'
const SHOP = 'https://shop.example'
const TOKEN = 't'.repeat(43)
const STATE = 's'.repeat(43)
const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: {},
  isDevelopment: false,
}

/** A built page in a window with this address. */
function open(page: string, address: string, opener: object | null = null) {
  document.documentElement.innerHTML = pageHtml({ page, texts, sheets: [] }).html.replace(/^[\s\S]*?<head>/, '<head>')
  const url = new URL(address, SITE)
  const went: string[] = []
  const posted: unknown[] = []
  const bar: string[] = []
  const close = jest.fn()
  const window = {
    document,
    location: {
      href: url.href,
      origin: url.origin,
      pathname: url.pathname,
      hash: url.hash,
      replace: (to: string) => went.push(to),
    },
    history: { replaceState: (_: unknown, __: string, to: string) => bar.push(to) },
    opener: opener && { ...opener, postMessage: (message: unknown, to: string) => posted.push([message, to]) },
    close,
  } as unknown as Window
  const said = () => document.getElementById('status')?.textContent
  return { window, went, posted, bar, close, said }
}

const settle = async (isDone: () => boolean) => {
  while (!isDone()) await new Promise((next) => setTimeout(next))
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test.each(PAGES)('every script and style of the page %s is pinned in its own bytes', (page) => {
  const scripts = [{ url: '/assets/a-1.js', integrity: 'sha384-a' }]
  const hashes = { '/assets/a-1.js': 'sha256-a', '/assets/later-2.js': 'sha256-later' }
  const { html, pins } = pageHtml({ page, texts, sheets: ['b{color:red}'], scripts, hashes })
  const inside = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([^<]+)</${tag}>`, 'g'))].map(([, text = '']) => text)
  expect(inside('script')).toEqual([JSON.stringify({ integrity: hashes }), 'import "/assets/a-1.js"'])
  expect(pins).toEqual({ scripts: inside('script').map(hashOf), styles: inside('style').map(hashOf) })
  const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html) ?? []
  expect(policy.split('; ')).toEqual([
    `script-src ${pins.scripts.join(' ')} 'sha384-a' 'strict-dynamic'`,
    `style-src ${pins.styles.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
  ])
  // The policy applies only to elements that follow it.
  expect(html.indexOf('http-equiv')).toBeLessThan(html.search(/<script|<style|<link/))
  expect(html).not.toMatch(/<script[^>]* src=|rel="stylesheet"|\sstyle=|\son\w+=/)
})

describe('the approval window', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  function opened(opener: { closed: boolean } | null = { closed: false }) {
    const page = open('approve', '/approve', opener)
    const timers = { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval }
    showApprove({ window: Object.assign(page.window, timers) })
    const draw = () => document.getElementById('place')?.append(document.createElement('section'))
    const drawn = () => document.getElementById('place')?.childElementCount
    return { ...page, draw, drawn }
  }

  test('reports that it is ready to a frame of its own origin only', () => {
    const { posted, said } = opened()
    expect([posted, said()]).toEqual([[[{ type: 'portico.approve.ready' }, SITE]], texts['approve.opening']])
  })

  test.each([null, { closed: true }])('shows an error if no page has opened it (%p)', (opener) => {
    const { posted, said } = opened(opener)
    expect([posted, said()]).toEqual([[], texts['approve.lost']])
  })

  test('shows an error if nothing is drawn because another page has opened it', () => {
    const { said } = opened()
    jest.advanceTimersByTime(5_000)
    expect(said()).toBe(texts['approve.lost'])
  })

  test('shows an error when the frame that drew in it is gone, and removes what was drawn', () => {
    const { window, draw, drawn, said } = opened()
    draw()
    jest.advanceTimersByTime(60_000)
    expect([said(), drawn()]).toEqual([texts['approve.opening'], 1])
    Object.assign(window, { opener: null })
    jest.advanceTimersByTime(500)
    expect([said(), drawn()]).toEqual([texts['approve.lost'], 0])
  })
})

describe('the page behind the link that the recovery store mails', () => {
  function follow(address: string, answer: () => Response | Promise<Response>) {
    const requests: unknown[] = []
    const page = open('device', address)
    const fetch = async (url: unknown, init?: RequestInit) => {
      requests.push([url, init?.method, init?.body])
      return answer()
    }
    showDevice({ window: page.window, settings, fetch })
    return { ...page, requests, press: () => document.getElementById('confirm')?.click() }
  }
  const isAsked = () => !document.getElementById('question')?.hidden

  test('opening the link confirms nothing, and leaves no secret in the history', () => {
    const { requests, bar, said } = follow(`/device#recovery=${TOKEN}`, () => Response.json({}))
    expect([requests, bar, said(), isAsked()]).toEqual([[], ['/device'], '', true])
  })

  const asker = () => document.getElementById('asker')?.textContent
  const AT = Date.parse('2026-11-23T14:03:00Z') / 60_000

  test('the asking site and the time are shown before the question', () => {
    const { requests } = follow(`/device#recovery=${TOKEN}&at=${AT}&host=shop.example%3A8443`, () => Response.json({}))
    expect(asker()).toBe('shop.example:8443 asked to sign you in at 14:03 UTC on November 23, 2026.')
    expect([requests, isAsked()]).toEqual([[], true])
  })

  test.each([
    '',
    `&at=${AT}`,
    '&host=shop.example',
    '&at=x&host=shop.example',
    `&at=1e99&host=shop.example`,
    `&at=${AT}&host=a%20b`,
    `&at=${AT}&host=%3Cb%3E`,
  ])('a missing or invalid site (%j) is called unknown', (said) => {
    follow(`/device#recovery=${TOKEN}${said}`, () => Response.json({}))
    expect([asker(), isAsked()]).toEqual([texts['device.asker.unknown'], true])
  })

  test('a visitor who does not know the site can refuse, and learns what to do next', async () => {
    const { requests, said } = follow(`/device#recovery=${TOKEN}&at=${AT}&host=shop.example`, () => Response.json({}))
    document.getElementById('refuse')?.click()
    document.getElementById('confirm')?.click()
    await settle(() => said() === texts['device.refused'])
    expect(requests).toEqual([
      ['https://recovery.example/shares/links/refuse', 'POST', JSON.stringify({ token: TOKEN })],
    ])
    expect([isAsked(), document.activeElement?.id]).toEqual([false, 'status'])
  })

  test('the button confirms the device at the recovery store, once', async () => {
    const { requests, press, said } = follow(`/device#recovery=${TOKEN}`, () => Response.json({ expiresInS: 600 }))
    press()
    press()
    await settle(() => said() === texts['device.confirmed'])
    expect(requests).toEqual([
      ['https://recovery.example/shares/links/confirm', 'POST', JSON.stringify({ token: TOKEN })],
    ])
    expect(isAsked()).toBe(false)
    expect(document.activeElement?.id).toBe('status')
  })

  test('if the link has expired, the page says so and offers no second try', async () => {
    const { press, said } = follow(`/device#recovery=${TOKEN}`, () => new Response('{}', { status: 400 }))
    press()
    await settle(() => said() === texts['device.over'])
    expect(isAsked()).toBe(false)
  })

  test('if the store is unreachable, the visitor can try again to confirm the device', async () => {
    const answers = [() => Promise.reject(new TypeError('offline')), () => new Response('{}', { status: 503 })]
    const { press, said, requests } = follow(
      `/device#recovery=${TOKEN}`,
      () => answers.shift()?.() ?? Response.json({}),
    )
    for (const expected of ['device.unreachable', 'device.unreachable', 'device.confirmed'] as const) {
      press()
      await settle(() => said() === texts[expected] && document.getElementById('confirm')?.ariaDisabled !== 'true')
    }
    expect(requests).toHaveLength(3)
  })

  test.each(['/device', '/device#recovery=short', `/device#login=${TOKEN}`, `/device#recovery=${TOKEN}x`])(
    'without a complete secret (%s) there is nothing to confirm',
    (address) => {
      const { said } = follow(address, () => Response.json({}))
      expect([said(), isAsked()]).toEqual([texts['device.incomplete'], false])
    },
  )
})

describe('the page to which providers return', () => {
  async function come(query: string, answer: () => Response | Promise<Response>, hasOpener = true) {
    const requests: unknown[] = []
    const handed: unknown[] = []
    const frame = { postMessage: (message: unknown, to: string) => handed.push([message, to]) }
    const page = open('back', `/back${query}`, hasOpener ? { 0: frame, 1: frame, length: 2 } : null)
    const fetch = async (url: unknown, init?: RequestInit) => {
      requests.push([url, init?.body])
      return answer()
    }
    await showBack({ window: page.window, settings, fetch })
    return { ...page, requests, handed }
  }
  const waits = (page: string | null, canLeadBack?: boolean) => () => Response.json({ page, canLeadBack })

  test('the code goes to frames of this origin, the waiting page is notified, and the window closes', async () => {
    const query = `?state=${STATE}&code=c&user=ada&id_token=t`
    const { requests, posted, handed, close, bar, said } = await come(query, waits(SHOP))
    expect(requests).toEqual([['https://api.example/login/v1/social/look', JSON.stringify({ state: STATE })]])
    const whole = [handedReturn(`${SITE}/back${query}`), SITE]
    expect(handed).toEqual([whole, whole])
    expect(posted).toEqual([[{ resultUri: `${SITE}/back?state=${STATE}` }, SHOP]])
    expect(close).toHaveBeenCalled()
    expect([bar, said()]).toEqual([['/back'], texts['back.done']])
  })

  test('the page is notified if the provider refuses', async () => {
    const { posted } = await come(`?error=access_denied&error_description=no&state=${STATE}`, waits(SHOP))
    expect(posted).toEqual([[{ resultUri: `${SITE}/back?state=${STATE}&error=access_denied` }, SHOP]])
  })

  test.each<[string, string, () => Response | Promise<Response>, string]>([
    ['no page waits for', `?state=${STATE}&code=c`, waits(null), texts['back.lost']],
    ['has no state', '?code=c', waits(SHOP), texts['back.lost']],
    ['login cannot look up', `?state=${STATE}&code=c`, () => Response.error(), texts['back.unreachable']],
    ['login has an invalid origin for', `?state=${STATE}&code=c`, waits('*'), texts['back.unreachable']],
  ])('an answer that %s is not posted to any window', async (_, query, answer, expected) => {
    const { posted, handed, went, said } = await come(query, answer)
    expect([posted, handed, went, said()]).toEqual([[], [], [], expected])
  })

  test('if the page that opened the window is gone, the window says so', async () => {
    const { said, close } = await come(`?state=${STATE}&code=c`, waits(SHOP), false)
    expect([said(), close.mock.calls]).toEqual([texts['back.orphaned'], []])
  })

  test('the wallet page gets the answer in its own window, without a redirect', async () => {
    const leading = `?code=c&state=${STATE}--${encodeURIComponent(`${SITE}/sdk?projectId=x`)}`
    const { went, posted, handed } = await come(leading, waits(SITE, true))
    expect([went, handed]).toEqual([[], []])
    expect(posted).toEqual([[{ resultUri: `${SITE}/back${leading}` }, SITE]])
    const alone = await come(leading, waits(SITE, true), false)
    expect([alone.went, alone.said()]).toEqual([[], texts['back.orphaned']])
  })

  const to = (url: string) => `?code=c&state=${STATE}--${encodeURIComponent(url)}`

  test('there is no redirect to a page that the operator does not allow, whatever the answer says', async () => {
    for (const answer of [waits(SHOP), waits(SHOP, false)]) {
      const { went, posted } = await come(to(`${SHOP}/app`), answer)
      expect([went, posted]).toEqual([[], [[{ resultUri: `${SITE}/back?state=${STATE}` }, SHOP]]])
      const alone = await come(to(`${SHOP}/app`), answer, false)
      expect([alone.went, alone.said()]).toEqual([[], texts['back.orphaned']])
    }
  })

  test('an allowed mini app is redirected to its own page only', async () => {
    const { went, posted, handed } = await come(to(`${SHOP}/app?a=1#b`), waits(SHOP, true))
    const [back = ''] = went
    expect(back.startsWith(`${SHOP}/app?a=1&result_uri=`)).toBe(true)
    expect(new URL(back).searchParams.get('result_uri')).toBe(`${SITE}/back${to(`${SHOP}/app?a=1#b`)}`)
    expect([posted, handed]).toEqual([[], []])
    for (const url of ['https://evil.example/app', 'javascript:alert(1)', `${SHOP}@evil.example`]) {
      expect((await come(to(url), waits(SHOP, true))).went).toEqual([])
    }
  })
})
