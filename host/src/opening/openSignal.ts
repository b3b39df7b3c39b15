import { isAnyOf } from '@reduxjs/toolkit'
import type { Part } from '../modalShell.ts'
import { closed, opened } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'

export interface OpenSignal {
  /** A signal that aborts when the modal closes; undefined while it is closed. */
  current(): AbortSignal | undefined
  readonly follow: Part
}

/** Provides a new signal each time the modal opens. */
export function createOpenSignal(): OpenSignal {
  let life: AbortController | undefined
  return {
    current: () => life?.signal,
    follow({ store, startListening }) {
      const unlisten = startListening({
        predicate: isAnyOf(opened, closed),
        effect() {
          life?.abort()
          life = selectIsShown(store.getState()) ? new AbortController() : undefined
        },
      })
      return () => {
        unlisten()
        life?.abort()
      }
    },
  }
}
