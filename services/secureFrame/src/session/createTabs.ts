const CHANNEL = 'portico-frame'

/** The frames of one site in one browser: what one of them changes, the others hear of. */
export interface Tabs {
  tell(subject: string): void
  /** @returns its undo */
  watch(onTold: (subject: unknown) => void): () => void
  /** Nothing is told or heard any more. */
  readonly close: () => void
}

/** Where storage is blocked there is no channel either, and each tab is on its own. */
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

/**
 * One tab at a time. Where the browser has no locks, or a frame gets none because storage is blocked (Web Locks §4.1), the
 * work is done all the same, so it has to bear being done twice.
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
