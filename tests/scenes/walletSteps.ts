import { withoutWallet } from '../browser/support/embeddedWallet.ts'
import { stack } from '../browser/support/stack.ts'
import type { Scene, State } from './scene.ts'

/** Shared by the scenes of signing in without a wallet. */

const { query } = withoutWallet()

/** Requests to the login service. */
export const login = (path: string) => `${stack.urls.services}/login/v1/${path}**`

/** A scene on a page without installed wallets. */
export const scene = (view: string, state: State, go: Scene['go'], more: Partial<Scene> = {}): Scene => ({
  view,
  state,
  query,
  go,
  ...more,
})
