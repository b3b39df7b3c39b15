import {
  TRANSPORT_RANK_INTERVAL_MS,
  TRANSPORT_RANK_SAMPLES,
  TRANSPORT_RANK_TIMEOUT_MS,
  TRANSPORT_RANK_WEIGHTS,
} from '@portico/contracts'

/** One sample of a node. A failure counts as the slowest possible sample. */
export interface Sample {
  readonly isSuccess: boolean
  readonly latencyMs: number
}

/** rules.md §9: the nodes, best first. A round has one sample per node, in `urls` order, which also decides ties. */
export function rank(urls: readonly string[], rounds: readonly (readonly Sample[])[]): readonly string[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const slowest = Math.max(...rounds.flat().map(({ latencyMs }) => latencyMs), 1)
  const scoreOf = (index: number) => {
    const samples = rounds.flatMap((round) => round[index] ?? [])
    const stability = mean(samples.map(({ isSuccess }) => (isSuccess ? 1 : 0)))
    const latency = 1 - mean(samples.map(({ latencyMs }) => latencyMs)) / slowest
    const weights = TRANSPORT_RANK_WEIGHTS
    return stability > 0 ? weights.stability * stability + weights.latency * latency : 0
  }
  if (!rounds.length) return urls
  return urls
    .map((url, index) => ({ url, score: scoreOf(index) }))
    .sort((a, b) => b.score - a.score)
    .map(({ url }) => url)
}

/**
 * The health of the nodes, which are sampled only while at least one caller holds it (rules.md §9). A single node is
 * never sampled.
 * @param sample sends one request; resolves if it is answered, rejects if not
 */
export function createHealth(
  urls: readonly string[],
  sample: (url: string, timeoutMs: number, signal: AbortSignal) => Promise<unknown>,
) {
  const rounds: (readonly Sample[])[] = []
  let ranked = urls
  let holders = 0
  let last = Number.NEGATIVE_INFINITY
  let due = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  async function sampleOf(url: string, signal: AbortSignal): Promise<Sample> {
    const start = Date.now()
    return sample(url, TRANSPORT_RANK_TIMEOUT_MS, signal).then(
      () => ({ isSuccess: true, latencyMs: Date.now() - start }),
      () => ({ isSuccess: false, latencyMs: TRANSPORT_RANK_TIMEOUT_MS }),
    )
  }

  function schedule(at: number): void {
    if (running || at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(() => void measure(), Math.max(0, at - Date.now()))
  }

  async function measure(): Promise<void> {
    due = Number.POSITIVE_INFINITY
    last = Date.now()
    const life = new AbortController()
    running = life
    const round = await Promise.all(urls.map((url) => sampleOf(url, life.signal)))
    if (life.signal.aborted) return // an unfinished round does not count
    running = undefined
    rounds.push(round)
    if (rounds.length > TRANSPORT_RANK_SAMPLES) rounds.shift()
    ranked = rank(urls, rounds)
    schedule(last + TRANSPORT_RANK_INTERVAL_MS)
  }

  function stop(): void {
    clearTimeout(timer)
    due = Number.POSITIVE_INFINITY
    running?.abort()
    running = undefined
  }

  return {
    /** All nodes, best first. Without samples: in the site's order. */
    order: () => ranked,
    /** Starts sampling the nodes after `firstMs`, until the returned function is called. */
    hold(firstMs: number): () => void {
      if (urls.length < 2) return () => {}
      holders++
      schedule(Math.max(Date.now() + firstMs, last + TRANSPORT_RANK_INTERVAL_MS))
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        if (--holders === 0) stop()
      }
    },
  }
}
