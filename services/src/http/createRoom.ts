/** How many bytes may be held at the same time: in total, and by one key, which stands for a client. */
export interface RoomLimits {
  readonly totalMaxBytes: number
  readonly perKeyMaxBytes: number
}

/** The part of the room that one request takes. */
export interface Place {
  /** @returns false if there is not enough room; nothing is taken then */
  take(bytes: number): boolean
  /** Gives everything back. Further calls do nothing, and nothing more can be taken. */
  leave(): void
}

/** Memory that many requests share, and that no single client can use up. */
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
