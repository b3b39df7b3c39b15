import { keepPrices } from './keepPrices.ts'

const [COIN, TOKEN, UNKNOWN] = ['eip155:1:0xeee', 'eip155:1:0x1', 'eip155:1:0x2'] as const

let nowMs: number
let market: Map<string, number>
let requests: string[][]
beforeEach(() => {
  nowMs = 0
  market = new Map([
    [COIN, 3_000],
    [TOKEN, 1],
  ])
  requests = []
})

const create = () =>
  keepPrices(
    {
      async prices(caipAddresses) {
        requests.push([...caipAddresses])
        return new Map([...market].filter(([caipAddress]) => caipAddresses.includes(caipAddress)))
      },
    },
    () => nowMs,
  )

test('prices requested for one visitor are not requested again for the next visitor', async () => {
  const { read } = create()
  expect(await read([COIN], false)).toEqual(new Map([[COIN, 3_000]]))
  expect(await read([COIN, TOKEN], false)).toEqual(market)
  expect(await read([TOKEN, COIN], false)).toEqual(market)
  expect(requests).toEqual([[COIN], [TOKEN]])
})

test('a price is requested again after half a minute, or when a fresh price is required', async () => {
  const { read } = create()
  await read([COIN], false)
  market.set(COIN, 2_900)
  nowMs = 29_999
  expect((await read([COIN], false)).get(COIN)).toBe(3_000)
  expect((await read([COIN], true)).get(COIN)).toBe(2_900)
  market.set(COIN, 2_800)
  nowMs += 30_000
  expect((await read([COIN], false)).get(COIN)).toBe(2_800)
})

test('a missing price is soon requested again', async () => {
  const { read } = create()
  expect(await read([COIN, UNKNOWN], false)).toEqual(new Map([[COIN, 3_000]]))
  expect(await read([COIN, UNKNOWN], false)).toEqual(new Map([[COIN, 3_000]]))
  market.set(UNKNOWN, 5)
  nowMs = 3_000
  expect((await read([COIN, UNKNOWN], false)).get(UNKNOWN)).toBe(5)
  expect(requests).toEqual([[COIN, UNKNOWN], [UNKNOWN]])
})

test('made-up tokens cannot fill the cache', async () => {
  const { read } = create()
  await read([COIN], false)
  for (let first = 0; first < 10_000; first += 500) {
    await read(
      Array.from({ length: 500 }, (_, index) => `eip155:1:${first + index}`),
      false,
    )
  }
  requests = []
  expect(await read([COIN], false)).toEqual(new Map([[COIN, 3_000]]))
  expect(requests).toEqual([[COIN]])
})
