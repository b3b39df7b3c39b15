import type { BrowserContext } from 'playwright-core'
import type { Visit, VisitOptions } from '../browser/support/visit.ts'

export const STATES = ['loading', 'empty', 'error', 'filled'] as const
export type State = (typeof STATES)[number]

/** One picture: how a visitor gets to a view in a state. */
export interface Scene {
  readonly view: string
  /** The router view that contains the scene's view; absent for a router view. */
  readonly within?: string
  readonly state: State
  /** Distinguishes the scene from others with the same view and state. */
  readonly variant?: string
  /** Remotes required to get there; see `ofRemote`. */
  readonly needs?: readonly string[]
  readonly query?: VisitOptions['query']
  /** True: only by touch. False: only by mouse. Absent: by touch on a phone, by mouse on a desktop. */
  readonly touch?: boolean
  /** Makes something fail or hang. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
  readonly go: (visitor: Visit) => Promise<void>
}

/** The states that each view cannot have, with the reason. */
export type Reasons = Readonly<Record<string, Partial<Record<State, string>>>>

export const sceneName = ({ view, state, variant }: Scene): string =>
  [view, ...(variant === undefined ? [] : [variant]), state].join('-')

/**
 * Scenes that need the remote: its own views, and host views reached through it. They are skipped without the remote.
 */
export const ofRemote = (id: string, scenes: readonly Scene[]): readonly Scene[] =>
  // Not copied, because `query` can be a getter, which must not run before the scene is shown.
  scenes.map((scene) => Object.assign(scene, { needs: [...(scene.needs ?? []), id] }))
