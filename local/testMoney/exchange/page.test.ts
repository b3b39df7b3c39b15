/** @jest-environment jsdom */
import axe from 'axe-core'
import { errorPage, sessionPage } from './page.ts'
import type { Session } from './sessions.ts'

const session: Session = {
  id: 'f'.repeat(32),
  caipNetworkId: 'eip155:31337',
  networkName: 'Portico <Local>',
  sum: '12.5 <img src=x onerror=alert(1)>',
  delivery: { to: '0x000000000000000000000000000000000000dEaD', amount: 1n },
  phase: 'open',
}
const txHash = '0xabc'
const pages: readonly [string, Session | string][] = [
  ['an open payment', session],
  ['a payment in progress', { ...session, phase: 'paid', txHash }],
  ['a delivered payment', { ...session, phase: 'delivered', txHash }],
  ['a failed payment', { ...session, phase: 'failed' }],
  ['a declined payment', { ...session, phase: 'declined' }],
  ['an expired payment', { ...session, phase: 'over' }],
  ['a refusal', 'There is no <b>such</b> payment.'],
]

async function show(content: Session | string) {
  const page = typeof content === 'string' ? errorPage(content) : sessionPage(content)
  document.open()
  document.write(String(await page))
  document.close()
}

test.each(pages)('%s: no axe rule is broken', async (_, content) => {
  await show(content)
  // The colors are those of the on-ramp's sandbox, whose tests check them; nothing is rendered here.
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})

test.each(pages)('%s: text from outside stays text, and nothing runs or is loaded', async (_, content) => {
  await show(content)
  expect(document.querySelectorAll('script, img, link, iframe, b, [onerror], [src]')).toHaveLength(0)
  const text = document.body.textContent ?? ''
  expect(text).toContain(typeof content === 'string' ? '<b>such</b>' : '<img src=x onerror=alert(1)>')
})

test('only an open payment has buttons, and the first one names the amount', async () => {
  for (const [, content] of pages) {
    await show(content)
    const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(buttons).toEqual(content === session ? [`Pay ${session.sum}`, 'Decline'] : [])
  }
})
