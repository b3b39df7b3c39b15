/** @jest-environment jsdom */
import axe from 'axe-core'
import { palettes } from '../page/palette.ts'
import { sheet } from '../page/sheet.ts'
import type { Order } from './orders.ts'
import { errorPage, orderPage } from './page.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const order: Order = {
  id: 'f'.repeat(32),
  caipNetworkId: 'eip155:31337',
  networkName: 'Portico <Local>',
  delivery: { to: '0x000000000000000000000000000000000000dEaD', amount: 1n },
  amounts: {
    paymentTotal: usd('100.00'),
    paymentSubtotal: usd('99.00'),
    purchaseAmount: { amount: '0.033', currency: '<img src=x onerror=alert(1)>' },
    networkFee: usd('0.00'),
  },
  fee: '1.00',
  cents: 10_000n,
  status: 'created',
  isOver: false,
}
const pages: readonly [string, Order | string][] = [
  ['an unpaid order', order],
  ['an order in progress', { ...order, status: 'paid', txHash: '0xabc' }],
  ['a delivered order', { ...order, status: 'delivered', txHash: '0xabc' }],
  ['a failed order', { ...order, status: 'failed' }],
  ['an expired order', { ...order, status: 'failed', isOver: true }],
  ['a refusal', 'There is no <b>such</b> order.'],
]

async function show(content: Order | string) {
  const page = typeof content === 'string' ? errorPage(content) : orderPage(content)
  document.open()
  document.write(String(await page))
  document.close()
}

test.each(pages)('%s: no axe rule is broken', async (_, content) => {
  await show(content)
  // Colors are tested below, because nothing is rendered here.
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})

test.each(pages)('%s: text from outside stays text, and nothing runs or is loaded', async (_, content) => {
  await show(content)
  expect(document.querySelectorAll('script, img, link, iframe, b, [onerror], [src]')).toHaveLength(0)
  const text = document.body.textContent ?? ''
  expect(text).toContain(typeof content === 'string' ? '<b>such</b>' : '<img src=x onerror=alert(1)>')
})

test('only an unpaid order has a button, which names the amount', async () => {
  for (const [, content] of pages) {
    await show(content)
    const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(buttons).toEqual(content === order ? ['Pay 100.00 USD'] : [])
  }
})

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((index) => Number.parseInt(colour.slice(index, index + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(Object.entries(palettes))('%s: text and controls have enough contrast (WCAG 1.4.3, 1.4.11)', (_, palette) => {
  const { page, text, quiet, line, button, buttonText } = palette
  for (const colour of [text, quiet, button]) expect(contrast(colour, page)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(buttonText, button)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(line, page)).toBeGreaterThanOrEqual(3)
})

test('both color schemes exist, and the style contains no end tag', () => {
  for (const { page } of Object.values(palettes)) expect(sheet).toContain(page)
  expect(sheet).toContain('prefers-color-scheme:dark')
  expect(sheet).not.toContain('<')
})
