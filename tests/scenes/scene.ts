import type { BrowserContext } from 'playwright-core'
import type { Visit, VisitOptions } from '../browser/support/visit.ts'

export const STATES = ['loading', 'empty', 'error', 'filled'] as const
export type State = (typeof STATES)[number]

/** One picture: how a visitor gets to a view in a state. */
export interface Scene {
  readonly view: string
  /** The view of the router that it is a part of; absent: it is one itself. */
  readonly within?: string
  readonly state: State
  /** What tells it from others of the same view and state. */
  readonly variant?: string
  /** The remotes without which nothing leads there; see `ofRemote`. */
  readonly needs?: readonly string[]
  readonly query?: VisitOptions['query']
  /** Only with a finger, or only with a mouse; absent: a phone has the one, a desk the other. */
  readonly touch?: boolean
  /** What is made to fail or to hang. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
  readonly go: (visitor: Visit) => Promise<void>
}

/** By view: states that it cannot be in, with the reason. */
export type Reasons = Readonly<Record<string, Partial<Record<State, string>>>>

export const sceneName = ({ view, state, variant }: Scene): string =>
  [view, ...(variant === undefined ? [] : [variant]), state].join('-')

/** Scenes that need the remote: its own views, and those of the host that visitors get to by it. Where it is not there, neither are they. */
export const ofRemote = (id: string, scenes: readonly Scene[]): readonly Scene[] =>
  // Not copies: a `query` may be a getter, which is to be asked when the scene is shown and not before.
  scenes.map((scene) => Object.assign(scene, { needs: [...(scene.needs ?? []), id] }))
