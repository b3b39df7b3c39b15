import { withoutWallet } from '../browser/support/embeddedWallet.ts'
import { stack } from '../browser/support/stack.ts'
import type { Scene, State } from './scene.ts'

/** What the scenes of signing in without a wallet have in common. */

const { query } = withoutWallet()

/** What is asked of the login service. */
export const login = (path: string) => `${stack.urls.services}/login/v1/${path}**`

/** On a page where nobody has a wallet. */
export const scene = (view: string, state: State, go: Scene['go'], more: Partial<Scene> = {}): Scene => ({
  view,
  state,
  query,
  go,
  ...more,
})
