import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { releaseOf } from '../../scripts/build/releaseIndex.mjs'
import { serveDeveloper } from '../../scripts/developerHost.mjs'
import { stack } from '../browser/support/stack.ts'
import type { Visit } from '../browser/support/visit.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'

/** What developers see of the modal: a remote of their own, and what the modal says about itself. */

const ID = 'receive'

/** Serves a published remote as if it were a developer's, and opens its link in the page of a connected visitor. */
async function askToRun(visitor: Visit): Promise<void> {
  const folder = join(stack.dist, 'remotes', ID)
  const [version = ''] = readdirSync(folder)
  const developer = await serveDeveloper({ id: ID, folder, page: visitor.page.url(), port: 0 })
  visitor.context.once('close', developer.close)
  await developer.announce({ version, release: releaseOf(stack.dist, ID, version, `${version}/`) })
  await visitor.connect()
  await visitor.page.evaluate((hash) => {
    location.hash = hash
  }, new URL(developer.link()).hash)
  await visitor.open()
  await visitor.page.getByTestId('developer-allow').and(visitor.page.locator(':enabled')).waitFor()
}

export const DEVELOPER_SCENES: readonly Scene[] = [
  ...ofRemote(ID, [
    { view: 'DeveloperOverride', state: 'filled', go: askToRun },
    {
      view: 'Account',
      variant: 'developer',
      state: 'filled',
      go: async (visitor) => {
        await askToRun(visitor)
        await visitor.page.getByTestId('developer-allow').click()
        await visitor.page.getByTestId('developer-bar').waitFor()
      },
    },
  ]),
  {
    view: 'Diagnostics',
    state: 'filled',
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.onPage(async (modal) => void (await modal.open({ view: 'Diagnostics' })))
      await visitor.view('Diagnostics').getByRole('heading', { level: 3 }).nth(3).waitFor()
    },
  },
]

export const DEVELOPER_NOT_APPLICABLE: Reasons = {
  DeveloperBar: {
    loading: 'part of every view',
    empty: 'part of every view',
    error: 'part of every view',
    filled: 'a variant of Account',
  },
  DeveloperOverride: { loading: 'text', empty: 'it is about one remote', error: 'a refusal leaves it' },
  Diagnostics: {
    loading: 'it shows what is known',
    empty: 'the window itself is always listed',
    error: 'it lists errors',
  },
}
