/** @jest-environment jsdom */

import { SHOWN_MS, showExport } from './exportSection.ts'
import type { OpenedWallet } from './openedWallet.ts'

const WORDS = 'river '.repeat(24).trim()
const TEXTS = { words: WORDS, evm: `0x${'a'.repeat(64)}`, solana: 'S'.repeat(88) } as const

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }))
afterEach(() => {
  jest.useRealTimers()
  document.body.replaceChildren()
})

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

function open() {
  const place = document.createElement('section')
  document.body.append(place)
  const life = new AbortController()
  const wipe = jest.fn()
  const kinds = ['words', 'evm', 'solana'] as const
  const take = jest.fn(async () => ({ keys: kinds.map((kind) => ({ kind, read: () => TEXTS[kind] })), wipe }))
  const copied: string[] = []
  const writeText = jest.fn(async (text: string) => void copied.push(text))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  showExport({ signal: life.signal } as OpenedWallet, place, take)
  const buttons = () => [...place.querySelectorAll('button')]
  async function press(name: string) {
    const button = buttons().find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.startsWith(name))
    if (!button) throw new Error(`There is no button "${name}".`)
    button.click()
    await settle()
  }
  const secrets = () => [...place.querySelectorAll('code')].map(({ textContent }) => textContent ?? '')
  const said = () => place.querySelector('[role=status]')?.textContent
  return { place, life, take, wipe, writeText, copied, press, secrets, said }
}

async function exported() {
  const page = open()
  await page.press('Export')
  await page.press('I understand')
  expect(page.secrets()).toHaveLength(3)
  return page
}

function hideTab(isHidden: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: isHidden ? 'hidden' : 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => hideTab(false))

test('the wallet is not opened before a second press', async () => {
  const { press, take, secrets, place } = open()
  await press('Export')
  expect(place.textContent).toContain('We never ask for your keys')
  expect(document.activeElement?.textContent).toBe('Before you see your keys')
  await press('Not now')
  expect([take.mock.calls, secrets()]).toEqual([[], []])
})

test('each key is covered until it is requested, and can be covered again', async () => {
  const { press, secrets } = await exported()
  expect(new Set(secrets()).size).toBe(1)
  await press('Show: Private key')
  expect(secrets()[1]).toBe(TEXTS.evm)
  expect(secrets()[2]).toMatch(/^•+$/)
  await press('Hide: Private key')
  expect(new Set(secrets()).size).toBe(1)
})

test('copying a key copies all of it, and the page says whether that succeeded', async () => {
  const { press, copied, writeText, said } = await exported()
  await press('Copy: 24-word recovery phrase')
  expect(copied).toEqual([WORDS])
  expect(said()).toMatch(/^24-word recovery phrase copied/)
  writeText.mockRejectedValueOnce(new Error('not allowed'))
  await press('Copy: Secret key for Solana')
  expect(said()).toMatch(/^Secret key for Solana couldn’t be copied/)
})

type Exported = Awaited<ReturnType<typeof exported>>
test.each<[string, (page: Exported) => unknown]>([
  ['after two minutes', () => jest.advanceTimersByTime(SHOWN_MS)],
  ['when the tab is hidden', () => hideTab(true)],
  ['when the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  ['when the wallet is closed', ({ life }) => life.abort()],
  ['when the button to hide them is pressed', ({ press }) => press('Hide the keys')],
])('the keys disappear %s', async (_, happens) => {
  const page = await exported()
  await page.press('Show: Secret key')
  expect(document.body.innerHTML).toContain(TEXTS.solana)
  await happens(page)
  expect([page.secrets(), page.said()]).toEqual([[], 'The keys are hidden again.'])
  expect(document.body.innerHTML).not.toContain(TEXTS.solana)
  expect(page.wipe).toHaveBeenCalledTimes(1)
})

test('the keys stay available for two minutes', async () => {
  const page = await exported()
  jest.advanceTimersByTime(SHOWN_MS - 1)
  expect(page.secrets()).toHaveLength(3)
})

test('if the visitor leaves the tab while the keys are being prepared, the keys are not shown', async () => {
  const page = open()
  await page.press('Export')
  const pressed = page.press('I understand')
  hideTab(true)
  await pressed
  expect(page.wipe).toHaveBeenCalledTimes(1)
  expect([page.secrets(), page.said()]).toEqual([[], 'The keys are hidden again.'])
})
