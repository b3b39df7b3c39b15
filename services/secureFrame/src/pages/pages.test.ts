/** @jest-environment jsdom */
import { PAGES, pageHtml } from '../../build/pageHtml.mjs'
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

/** A page as it is built, in a window at that address. */
function open(page: string, address: string, opener: object | null = null) {
  document.documentElement.innerHTML = pageHtml({ page, texts, sheets: [] }).replace(/^[\s\S]*?<head>/, '<head>')
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
    opener: opener && { postMessage: (message: unknown, to: string) => posted.push([message, to]) },
    close,
  } as unknown as Window
  const said = () => document.getElementById('status')?.textContent
  return { window, went, posted, bar, close, said }
}

const settle = async (isDone: () => boolean) => {
  while (!isDone()) await new Promise((next) => setTimeout(next))
}

test.each(PAGES)('the page %s has no code and no style in it, and a place for what its server says', (page) => {
  const pinned = { url: '/assets/a-1.js', integrity: 'sha384-x' }
  const html = pageHtml({ page, texts, sheets: [{ ...pinned, url: '/assets/a-1.css' }], script: pinned })
  expect(html.match(/<meta name="portico-site" content="">/g)).toHaveLength(1)
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  expect(html).toContain('<script type="module" src="/assets/a-1.js" integrity="sha384-x" crossorigin></script>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/a-1.css" integrity="sha384-x" crossorigin>')
})

describe('the link that the recovery store has mailed', () => {
  function follow(address: string, answer: () => Response | Promise<Response>) {
    const asked: unknown[] = []
    const page = open('device', address)
    const fetch = async (url: unknown, init?: RequestInit) => {
      asked.push([url, init?.method, init?.body])
      return answer()
    }
    showDevice({ window: page.window, settings, fetch })
    return { ...page, asked, press: () => document.getElementById('confirm')?.click() }
  }
  const isAsked = () => !document.getElementById('question')?.hidden

  test('nothing is confirmed by opening it, and it does not stay in the history', () => {
    const { asked, bar, said } = follow(`/device#recovery=${TOKEN}`, () => Response.json({}))
    expect([asked, bar, said(), isAsked()]).toEqual([[], ['/device'], '', true])
  })

  test('the button confirms it at the recovery store, once', async () => {
    const { asked, press, said } = follow(`/device#recovery=${TOKEN}`, () => Response.json({ expiresInS: 600 }))
    press()
    press()
    await settle(() => said() === texts['device.confirmed'])
    expect(asked).toEqual([['https://recovery.example/shares/links/confirm', 'POST', JSON.stringify({ token: TOKEN })]])
    expect(isAsked()).toBe(false)
    expect(document.activeElement?.id).toBe('status')
  })

  test('a link that is over is told so, and cannot be pressed again', async () => {
    const { press, said } = follow(`/device#recovery=${TOKEN}`, () => new Response('{}', { status: 400 }))
    press()
    await settle(() => said() === texts['device.over'])
    expect(isAsked()).toBe(false)
  })

  test('a store that cannot be reached can be tried again', async () => {
    const answers = [() => Promise.reject(new TypeError('offline')), () => new Response('{}', { status: 503 })]
    const { press, said, asked } = follow(`/device#recovery=${TOKEN}`, () => answers.shift()?.() ?? Response.json({}))
    for (const expected of ['device.unreachable', 'device.unreachable', 'device.confirmed'] as const) {
      press()
      await settle(() => said() === texts[expected] && document.getElementById('confirm')?.ariaDisabled !== 'true')
    }
    expect(asked).toHaveLength(3)
  })

  test.each(['/device', '/device#recovery=short', `/device#login=${TOKEN}`, `/device#recovery=${TOKEN}x`])(
    'without a whole secret (%s) there is nothing to confirm',
    (address) => {
      const { said } = follow(address, () => Response.json({}))
      expect([said(), isAsked()]).toEqual([texts['device.incomplete'], false])
    },
  )
})

describe('coming back from a provider', () => {
  async function come(query: string, answer: () => Response | Promise<Response>, opener: object | null = {}) {
    const asked: unknown[] = []
    const page = open('back', `/back${query}`, opener)
    const fetch = async (url: unknown, init?: RequestInit) => {
      asked.push([url, init?.body])
      return answer()
    }
    await showBack({ window: page.window, settings, fetch })
    return { ...page, asked }
  }
  const waits = (page: string | null) => () => Response.json({ page })

  test('what came goes to the page that login knows, and the window closes', async () => {
    const { asked, posted, close, bar, said } = await come(`?state=${STATE}&code=c`, waits(SHOP))
    expect(asked).toEqual([['https://api.example/login/v1/social/look', JSON.stringify({ state: STATE })]])
    expect(posted).toEqual([[{ resultUri: `${SITE}/back?state=${STATE}&code=c` }, SHOP]])
    expect(close).toHaveBeenCalled()
    expect([bar, said()]).toEqual([['/back'], texts['back.done']])
  })

  test.each<[string, string, () => Response | Promise<Response>, string]>([
    ['nobody waits for', `?state=${STATE}&code=c`, waits(null), texts['back.lost']],
    ['belongs to nothing', '?code=c', waits(SHOP), texts['back.lost']],
    ['login cannot be asked about', `?state=${STATE}&code=c`, () => Response.error(), texts['back.unreachable']],
    ['login says no origin for', `?state=${STATE}&code=c`, waits('*'), texts['back.unreachable']],
  ])('what %s is posted to nobody', async (_, query, answer, expected) => {
    const { posted, went, said } = await come(query, answer)
    expect([posted, went, said()]).toEqual([[], [], expected])
  })

  test('a window that has lost the page that opened it says so', async () => {
    const { said, close } = await come(`?state=${STATE}&code=c`, waits(SHOP), null)
    expect([said(), close.mock.calls]).toEqual([texts['back.orphaned'], []])
  })

  test('the page of the wallet is told in its own window, and is led nowhere', async () => {
    const leading = `?code=c&state=${STATE}--${encodeURIComponent(`${SITE}/sdk?projectId=x`)}`
    const { went, posted } = await come(leading, waits(SITE))
    expect(went).toEqual([])
    expect(posted).toEqual([[{ resultUri: `${SITE}/back${leading}` }, SITE]])
    const alone = await come(leading, waits(SITE), null)
    expect([alone.went, alone.said()]).toEqual([[], texts['back.orphaned']])
  })

  test('a mini app is led back to its page, and to no other', async () => {
    const to = (url: string) => `?code=c&state=${STATE}--${encodeURIComponent(url)}`
    const { went, posted } = await come(to(`${SHOP}/app?a=1#b`), waits(SHOP))
    const [back = ''] = went
    expect(back.startsWith(`${SHOP}/app?a=1&result_uri=`)).toBe(true)
    expect(new URL(back).searchParams.get('result_uri')).toBe(`${SITE}/back${to(`${SHOP}/app?a=1#b`)}`)
    expect(posted).toEqual([])
    for (const url of ['https://evil.example/app', 'javascript:alert(1)', `${SHOP}@evil.example`]) {
      expect((await come(to(url), waits(SHOP))).went).toEqual([])
    }
  })
})
