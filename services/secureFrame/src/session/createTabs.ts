const CHANNEL = 'portico-frame'

/**
 * Tells the frames of one site in one browser about changes. If storage is blocked, tabs hear nothing of each other.
 */
export function createTabs() {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(CHANNEL)
  } catch {
    channel = undefined
  }
  return {
    /** Stops sending and receiving. */
    close: () => channel?.close(),
    tell: (subject: string) => channel?.postMessage(subject),
    /** @returns a function that stops watching */
    watch(onChange: (subject: unknown) => void): () => void {
      const hear = ({ data }: MessageEvent) => onChange(data)
      channel?.addEventListener('message', hear)
      return () => channel?.removeEventListener('message', hear)
    },
  }
}
export type Tabs = ReturnType<typeof createTabs>

/**
 * Lets one tab at a time do the work. Without locks (Web Locks §4.1) all tabs do it, so it has to tolerate being done
 * twice.
 */
export async function oneTabAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks
  if (!locks) return work()
  let hasBegun = false
  try {
    return await locks.request(name, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun) throw error
    return work()
  }
}
