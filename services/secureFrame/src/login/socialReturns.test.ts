import { createFindReturn, handedReturn } from './socialReturns.ts'

const SITE = 'https://secure.example'
const STATE = 's'.repeat(43)
const uriOf = (state: string, code = 'c') => `${SITE}/back?state=${state}&code=${code}`

/** A frame of the secure site; `hear` posts messages to its window. */
function frame(waitMs?: number) {
  let hear: (event: MessageEvent) => void = () => {}
  const self = {
    location: { origin: SITE },
    addEventListener: (_: string, listener: typeof hear) => {
      hear = listener
    },
  } as unknown as Window
  const find = createFindReturn(self, waitMs)
  return {
    find: (state: string) => find({ state }),
    hear: (data: unknown, of: { origin?: string; isTrusted?: boolean } = {}) =>
      hear({ data, origin: SITE, isTrusted: true, ...of } as MessageEvent),
  }
}

test("a provider window's answer is found by its state, whether it arrives before or after the page's request", async () => {
  const { find, hear } = frame()
  hear(handedReturn(uriOf(STATE)))
  expect(await find(STATE)).toEqual({ state: STATE, code: 'c' })
  const other = 'o'.repeat(43)
  const waiting = find(other)
  hear(handedReturn(uriOf(other, 'later')))
  expect(await waiting).toEqual({ state: other, code: 'later' })
  // A retry after the login service was unavailable finds the answer too.
  expect(await find(STATE)).toEqual({ state: STATE, code: 'c' })
})

test.each<[string, unknown, { origin?: string; isTrusted?: boolean }]>([
  ['the page around the frame', handedReturn(uriOf(STATE)), { origin: 'https://shop.example' }],
  ['a script', handedReturn(uriOf(STATE)), { isTrusted: false }],
  ['our return page, for another site', handedReturn(uriOf(STATE).replace('secure', 'evil')), {}],
  ['our return page, with another message', { resultUri: uriOf(STATE) }, {}],
  ['our return page, for another attempt', handedReturn(uriOf('x'.repeat(43))), {}],
  ['our return page, without data', null, {}],
])('a message from %s is ignored, and the wait ends without an answer', async (_, data, of) => {
  const { find, hear } = frame(1)
  hear(data, of)
  expect(await find(STATE)).toBeUndefined()
})

test('an answer that is never requested is dropped after several newer ones', async () => {
  const { find, hear } = frame(1)
  hear(handedReturn(uriOf(STATE)))
  for (let times = 0; times < 8; times++) hear(handedReturn(uriOf(`${times}`.repeat(43))))
  expect(await find(STATE)).toBeUndefined()
  expect(await find('7'.repeat(43))).toEqual({ state: '7'.repeat(43), code: 'c' })
})
