/** How many bytes may be held at a time, in total and per key (a client). */
export interface RoomLimits {
  readonly totalMaxBytes: number
  readonly perKeyMaxBytes: number
}

/** The room of one request. */
export interface Place {
  /** @returns false, and takes nothing, if there is not enough room */
  take(bytes: number): boolean
  /** Returns everything, once; nothing can be taken afterwards. */
  leave(): void
}

/** Memory shared by many requests, of which no client can take all. */
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
