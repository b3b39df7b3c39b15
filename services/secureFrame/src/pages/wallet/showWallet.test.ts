/** @jest-environment jsdom */
import { pageHtml } from '../../../build/pageHtml.mjs'
import messages from '../../../texts/wallet/en.json'
import pageTexts from '../en.json'
import { showWallet } from './showWallet.ts'
import { t, type WalletTextKey } from './texts.ts'

const SITE = 'https://secure.example'
const PROJECT = 'a'.repeat(32)
const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: {},
  isDevelopment: false,
}

function open(query = `?projectId=${PROJECT}`, given: typeof settings | null = settings) {
  const { html } = pageHtml({ page: 'wallet', texts: pageTexts, sheets: [] })
  document.documentElement.innerHTML = html.replace(/^[\s\S]*?<head>/, '<head>')
  const requests: string[] = []
  const events = new EventTarget()
  const location = { origin: SITE, search: query, reload: jest.fn() }
  const window = {
    document,
    location,
    addEventListener: events.addEventListener.bind(events),
    open: () => null,
  } as unknown as Window
  const fetch = async (url: unknown) => {
    requests.push(String(url))
    return new Response('{}', { status: 503 })
  }
  showWallet({ window, settings: given ?? undefined, fetch })
  const headings = () =>
    [...document.querySelectorAll('h1, h2, h3')].map(({ tagName, textContent }) => [tagName, textContent])
  return { requests, events, location, headings, said: () => document.getElementById('status')?.textContent }
}

test('the page asks the visitor to sign in, and sends no request until then', () => {
  const { requests, headings, said } = open()
  expect(headings()).toEqual([
    ['H1', 'Your wallet'],
    ['H2', 'Sign in'],
    ['H2', 'Or continue with'],
  ])
  expect([requests, said()]).toEqual([[], ''])
})

test.each(['', '?projectId=', '?projectId=x', `?projectId=${PROJECT}0`])(
  'without a valid project (%j) the page offers no sign-in',
  (query) => {
    const { headings, said } = open(query)
    expect([headings(), said()]).toEqual([[['H1', 'Your wallet']], t('wallet.incomplete')])
  },
)

test('without settings from its server the page offers no sign-in', () => {
  expect(open(undefined, null).said()).toBe(t('wallet.incomplete'))
})

test("leaving clears the page, and a page from the browser's cache starts over", () => {
  const { events, location, headings } = open()
  events.dispatchEvent(new Event('pagehide'))
  expect(headings()).toEqual([['H1', 'Your wallet']])
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(location.reload).not.toHaveBeenCalled()
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(location.reload).toHaveBeenCalled()
})

test.each(Object.keys(messages) as WalletTextKey[])('the page passes all values that the text %s needs', (key) => {
  const values = {
    email: 'e',
    word: 'w',
    why: 'w',
    name: 'n',
    action: 'a',
    minutes: 2,
    label: 'l',
    day: 'd',
    max: 1,
    number: 1,
    days: 7,
    time: '10:15 AM',
  }
  expect(t(key, values)).not.toMatch(/[{}!]/)
})
