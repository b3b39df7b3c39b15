import fc from 'fast-check'
import { createHealth, rank, type Sample } from './rpcHealth.ts'

const ONE = 'https://one.example/'
const TWO = 'https://two.example/'
const THREE = 'https://three.example/'

const ok = (latencyMs: number): Sample => ({ isSuccess: true, latencyMs })
const failed: Sample = { isSuccess: false, latencyMs: 1_000 }

describe('the order of the nodes', () => {
  test("is the site's while nothing is known, and while all nodes do equally well", () => {
    expect(rank([ONE, TWO], [])).toEqual([ONE, TWO])
    expect(rank([ONE, TWO], [[ok(50), ok(50)]])).toEqual([ONE, TWO])
    expect(rank([ONE, TWO], [[ok(0), ok(0)]])).toEqual([ONE, TWO])
  })

  test('puts the faster of two nodes first if both always answer', () => {
    expect(rank([ONE, TWO], [[ok(300), ok(20)]])).toEqual([TWO, ONE])
  })

  test('§9: weighs stability 0.7 and latency 0.3', () => {
    // 0.7 · 0.5 + 0.3 · (1 − 505/1000) = 0.4985 against 0.7 + 0.3 · (1 − 990/1000) = 0.703
    const unstable = [ok(10), failed]
    const slow = [ok(980), ok(1_000)]
    expect(
      rank(
        [ONE, TWO],
        [0, 1].map((i) => [unstable[i] ?? failed, slow[i] ?? failed]),
      ),
    ).toEqual([TWO, ONE])
    // With one failure in ten: 0.63 + 0.3 · (1 − 109/1000) = 0.897 against the same 0.703.
    const rounds = Array.from({ length: 10 }, (_, i) => [i === 0 ? failed : ok(10), ok(i === 0 ? 980 : 990)])
    expect(
      rank(
        [TWO, ONE],
        rounds.map(([a = failed, b = failed]) => [b, a]),
      ),
    ).toEqual([ONE, TWO])
  })

  test('puts a node that never answers last', () => {
    expect(rank([ONE, TWO, THREE], [[failed, ok(900), ok(1_000)]])).toEqual([TWO, THREE, ONE])
  })

  test('never loses or invents a node', () => {
    const sample = fc.record({ isSuccess: fc.boolean(), latencyMs: fc.nat(1_000) })
    const urls = [ONE, TWO, THREE]
    fc.assert(
      fc.property(fc.array(fc.array(sample, { minLength: 3, maxLength: 3 }), { maxLength: 12 }), (rounds) => {
        expect([...rank(urls, rounds)].sort()).toEqual([...urls].sort())
      }),
    )
  })
})

describe('sampling', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  /** Nodes, each of which answers after its number of milliseconds, or never if that is `undefined`. */
  function nodes(latencies: Record<string, number | undefined>) {
    const requests: string[] = []
    const health = createHealth(Object.keys(latencies), async (url, timeoutMs, signal) => {
      requests.push(url)
      const latency = latencies[url]
      await new Promise((resolve, reject) => {
        const timer = setTimeout(latency === undefined ? reject : resolve, latency ?? timeoutMs)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      })
    })
    return { health, requests, latencies }
  }

  test('starts with the first holder and ends with the last', async () => {
    const { health, requests } = nodes({ [ONE]: 10, [TWO]: 10 })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toEqual([])
    const release = health.hold(0)
    await jest.advanceTimersByTimeAsync(0)
    expect(requests).toEqual([ONE, TWO])
    release()
    release()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toEqual([ONE, TWO])
    expect(jest.getTimerCount()).toBe(0)
  })

  test('§9: every four seconds, while at least one holder is left', async () => {
    const { health, requests } = nodes({ [ONE]: 10, [TWO]: 10 })
    const first = health.hold(0)
    const second = health.hold(0)
    await jest.advanceTimersByTimeAsync(3_999)
    expect(requests).toHaveLength(2)
    first()
    await jest.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(4)
    await jest.advanceTimersByTimeAsync(8_000)
    expect(requests).toHaveLength(8)
    second()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(8)
  })

  test('does not become more frequent when the modal is closed and reopened', async () => {
    const { health, requests } = nodes({ [ONE]: 10, [TWO]: 10 })
    for (let i = 0; i < 5; i++) {
      const release = health.hold(0)
      await jest.advanceTimersByTimeAsync(100)
      release()
    }
    expect(requests).toHaveLength(2)
  })

  test('never happens with a single node', async () => {
    const { health, requests } = nodes({ [ONE]: 10 })
    health.hold(0)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toEqual([])
    expect(health.order()).toEqual([ONE])
  })

  test('updates the order, using only the latest ten rounds', async () => {
    const { health, latencies } = nodes({ [ONE]: 200, [TWO]: 10 })
    health.hold(0)
    expect(health.order()).toEqual([ONE, TWO])
    await jest.advanceTimersByTimeAsync(200)
    expect(health.order()).toEqual([TWO, ONE])
    latencies[TWO] = undefined
    await jest.advanceTimersByTimeAsync(4_000 * 10 + 1_000)
    expect(health.order()).toEqual([ONE, TWO])
    latencies[TWO] = 10
    await jest.advanceTimersByTimeAsync(4_000 * 9)
    expect(health.order()).toEqual([ONE, TWO])
    await jest.advanceTimersByTimeAsync(4_000)
    expect(health.order()).toEqual([TWO, ONE])
  })

  test('does not count a round that is unfinished', async () => {
    const { health } = nodes({ [ONE]: 500, [TWO]: 10 })
    const release = health.hold(0)
    await jest.advanceTimersByTimeAsync(100)
    release()
    await jest.advanceTimersByTimeAsync(1_000)
    expect(health.order()).toEqual([ONE, TWO])
  })
})
