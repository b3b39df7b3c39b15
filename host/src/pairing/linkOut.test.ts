/** @jest-environment jsdom */
import {
  currentStep,
  forgetLink,
  type LinkOutEvent,
  nextLinkOut,
  openLink,
  rememberLink,
  startLinkOut,
} from './linkOut.ts'
import type { LinkStep } from './links.ts'

const steps: LinkStep[] = [
  { kind: 'native', href: 'harbor://wc?uri=x', target: '_self', base: 'harbor://' },
  { kind: 'store', href: 'https://apps.example/harbor', target: '_blank' },
  { kind: 'qrcode' },
]
const after = (...events: LinkOutEvent[]) => events.reduce(nextLinkOut, startLinkOut(steps))

test.each<[LinkOutEvent[], string, string]>([
  [[], 'native', 'ready'],
  [['pressed'], 'native', 'opened'],
  [['pressed', 'hidden'], 'native', 'left'],
  [['pressed', 'hidden', 'stayed'], 'native', 'left'],
  [['hidden'], 'native', 'ready'],
  [['stayed'], 'native', 'ready'],
  [['pressed', 'stayed'], 'store', 'ready'],
  [['pressed', 'stayed', 'pressed', 'stayed'], 'qrcode', 'ready'],
  [['pressed', 'stayed', 'pressed', 'stayed', 'pressed', 'hidden', 'stayed'], 'qrcode', 'ready'],
  [['pressed', 'stayed', 'retried'], 'native', 'ready'],
  [['pressed', 'hidden', 'pressed'], 'native', 'opened'],
])('after %j the current step is %s, with status %s', (events, kind, status) => {
  const state = after(...events)
  expect([currentStep(state).kind, state.status]).toEqual([kind, status])
})

test('a link is opened without a referrer, and a QR code is not opened at all', () => {
  const opened: unknown[] = []
  const open = ((...args: unknown[]) => void opened.push(args)) as unknown as typeof window.open
  for (const step of steps) openLink(step, open)
  expect(opened).toEqual([
    ['harbor://wc?uri=x', '_self', 'noreferrer noopener'],
    ['https://apps.example/harbor', '_blank', 'noreferrer noopener'],
  ])
})

test("the paired app is remembered in the client's format, and forgotten when a QR code is shown", () => {
  rememberLink('Harbor', { base: 'harbor://' })
  expect(JSON.parse(localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE') ?? '')).toEqual({
    href: 'harbor://',
    name: 'Harbor',
  })
  forgetLink()
  expect(localStorage.length).toBe(0)
})
