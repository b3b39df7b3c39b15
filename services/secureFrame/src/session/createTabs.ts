const CHANNEL = 'portico-frame'

/** Tells a site's other frames in this browser about changes. If storage is blocked, they hear nothing. */
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

/** Lets one tab at a time work. Without locks (Web Locks §4.1) all tabs work, so the work must tolerate repetition. */
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
