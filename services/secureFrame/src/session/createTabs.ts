const CHANNEL = 'portico-frame'

/** The frames of one site in one browser: changes in one reach the others. */
export interface Tabs {
  tell(subject: string): void
  /** @returns its undo */
  watch(onTold: (subject: unknown) => void): () => void
  /** Stops sending and receiving. */
  readonly close: () => void
}

/** If storage is blocked there is no channel either, and each tab is on its own. */
export function createTabs(): Tabs {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(CHANNEL)
  } catch {
    channel = undefined
  }
  return {
    close: () => channel?.close(),
    tell: (subject) => channel?.postMessage(subject),
    watch(onTold) {
      const hear = ({ data }: MessageEvent) => onTold(data)
      channel?.addEventListener('message', hear)
      return () => channel?.removeEventListener('message', hear)
    },
  }
}

/** Runs one tab at a time. Without locks (Web Locks §4.1) the work still runs, so it must tolerate being done twice. */
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
