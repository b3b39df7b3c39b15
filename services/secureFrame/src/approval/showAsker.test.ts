/** @jest-environment jsdom */
import { elementsOf } from './element.ts'
import { showAsker } from './showAsker.ts'
import { createTexts } from './texts.ts'

const show = (origin: string) => showAsker({ make: elementsOf(document), ...createTexts('en') }, { origin, waiting: 0 })

test.each([
  ['https://shop.example', false],
  ['http://shop.example', true],
  ['http://localhost.evil.example', true],
  ['http://127.0.0.1.evil.example', true],
  ['http://localhost:5173', false],
  ['http://shop.localhost', false],
  ['http://127.0.0.1', false],
  ['http://[::1]:80', false],
])('%s is marked as an unencrypted connection: %s', (origin, isOpen) => {
  expect(show(origin).querySelector('.approval-open') !== null).toBe(isOpen)
})

test("hidden characters in a site's name are written out", () => {
  const shown = showAsker(
    { make: elementsOf(document), ...createTexts('en') },
    { origin: 'https://shop.example', siteName: 'Shop\u202e', waiting: 2 },
  )
  expect([...shown.querySelectorAll('.approval-hint')].map(({ textContent }) => textContent)).toEqual([
    'It calls itself “Shop⟨U+202E⟩”.',
    '2 more requests are waiting.',
  ])
})

test('an origin is shown in full, however long, because its end is what counts', () => {
  const origin = `https://bank.example.${'login.'.repeat(30)}evil.example`
  const shown = show(origin).querySelector('[data-testid=origin]')
  expect([shown?.textContent, shown?.className.includes('approval-origin-long')]).toEqual([origin, true])
})
