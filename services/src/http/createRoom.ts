/** How many bytes may be held at one time, each key (a client) having a part of it. */
export interface RoomLimits {
  readonly totalMaxBytes: number
  readonly perKeyMaxBytes: number
}

/** What one request holds. */
export interface Place {
  /** @returns false, and takes nothing, where there is no room left for as many bytes */
  take(bytes: number): boolean
  /** Gives everything back, once; nothing can be taken afterwards. */
  leave(): void
}

/** Memory that many requests share, so that those of one client cannot take all of it. */
export interface Room {
  enter(key: string): Place
}

export function createRoom({ totalMaxBytes, perKeyMaxBytes }: RoomLimits): Room {
  const heldByKey = new Map<string, number>()
  let total = 0
  function hold(key: string, bytes: number) {
    const held = (heldByKey.get(key) ?? 0) + bytes
    total += bytes
    if (held > 0) heldByKey.set(key, held)
    else heldByKey.delete(key)
  }
  return {
    enter(key) {
      let mine = 0
      let hasLeft = false
      return {
        take(bytes) {
          const held = heldByKey.get(key) ?? 0
          if (hasLeft || total + bytes > totalMaxBytes || held + bytes > perKeyMaxBytes) return false
          mine += bytes
          hold(key, bytes)
          return true
        },
        leave() {
          if (hasLeft) return
          hasLeft = true
          hold(key, -mine)
        },
      }
    },
  }
}
