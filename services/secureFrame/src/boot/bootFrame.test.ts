import type { Place } from '../interfaces.ts'
import type { Handlers } from '../messages/channel.ts'
import { bootFrame } from './bootFrame.ts'

const SHOP = 'https://shop.example'
const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: {},
  isDevelopment: false,
}

/** Boots the frame in a window, with a page around it. */
function boot({ query = '?projectId=p&enableLogger=false', hasSettings = true, isFramed = true } = {}) {
  const posted: { type: string; id?: string; payload?: unknown }[] = []
  let hear: (event: Partial<MessageEvent>) => void = () => {}
  const page = { postMessage: (message: (typeof posted)[0]) => posted.push(message) } as unknown as Window
  const self = {
    location: { search: query },
    addEventListener: (_: string, listen: typeof hear) => {
      hear = listen
    },
  }
  const window = Object.assign(self, { parent: isFramed ? page : self }) as unknown as Window
  const places: Place[] = []
  const answer = jest.fn(async () => ({ chainId: 1 }))
  const undo = bootFrame({
    window,
    settings: hasSettings ? settings : undefined,
    load: async (place) => {
      places.push(place)
      return { GET_CHAIN_ID: answer } as unknown as Handlers
    },
    fetch: async () => Response.json({ allowedOrigins: [SHOP] }),
  })
  return {
    undo,
    posted,
    places,
    answer,
    ask: (id: string, origin = SHOP) =>
      hear({ isTrusted: true, source: page, origin, data: { type: '@w3m-app/GET_CHAIN_ID', id } }),
    answered: async (count: number) => {
      while (posted.length < count + 1) await new Promise((next) => setTimeout(next))
      return posted.slice(1)
    },
  }
}

test('the page learns that the frame is ready before any network response', () => {
  const { posted } = boot()
  expect(posted).toEqual([{ type: '@w3m-frame/READY', payload: {} }])
})

test('early requests are answered once the rest of the frame has loaded; from then on the frame knows the page', async () => {
  const frame = boot()
  frame.ask('one')
  expect(await frame.answered(1)).toEqual([
    { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'one', payload: { chainId: 1 } },
  ])
  expect(frame.places.map((place) => place.page())).toEqual([SHOP])
  expect(frame.places[0]).toMatchObject({ projectId: 'p', settings })
})

test("a page that is not on the project's list is refused, and never becomes the known page", async () => {
  const frame = boot()
  frame.ask('one', 'https://evil.example')
  expect(await frame.answered(1)).toMatchObject([{ payload: { code: 6031 } }])
  expect(frame.places[0]?.page()).toBeUndefined()
  expect(frame.answer).not.toHaveBeenCalled()
})

test.each(['', '?projectId=', `?projectId=${'p'.repeat(65)}`])('pages without a project (%p) fail', async (query) => {
  const frame = boot({ query })
  frame.ask('one')
  expect(await frame.answered(1)).toMatchObject([{ payload: { code: 6031 } }])
  expect(frame.places).toEqual([])
})

test("the secure site's page does nothing if it is not framed, or if its server sends no settings", () => {
  for (const options of [{ isFramed: false }, { hasSettings: false }]) {
    const { undo, posted } = boot(options)
    expect([undo, posted]).toEqual([undefined, []])
  }
})

test.each([
  ['true', [['[wallet]', 'originNotAllowed', '', '']]],
  ['false', []],
])(
  'with enableLogger=%s, the console shows requests that failed as %j, without the content of any message',
  async (flag, lines) => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => {})
    const frame = boot({ query: `?projectId=p&enableLogger=${flag}` })
    frame.ask('secret id', 'https://evil.example')
    await frame.answered(1)
    expect(warned.mock.calls).toEqual(lines)
    warned.mockRestore()
  },
)
