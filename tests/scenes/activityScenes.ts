import { HISTORY, madeUpHistory, openActivity } from '../browser/support/history.ts'
import { stack } from '../browser/support/stack.ts'
import type { Visit } from '../browser/support/visit.ts'
import { fail, hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'

/**
 * How visitors get to the views of their account's activity. `accountScenes.ts` has the contents of the activity tab.
 */

/** The same history in every picture, in a past year, so that its months show the year. */
const history = (count: number) => madeUpHistory({ count, now: Date.UTC(2025, 2, 20, 12) })
/** A site whose network has an explorer. */
const withExplorer = () => ({
  options: {
    networks: [
      {
        id: 31337,
        name: 'Portico Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [stack.urls.anvil] } },
        blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
      },
    ],
  },
})
const toActivity = async (visitor: Visit) => {
  await visitor.connect()
  await openActivity(visitor)
}

export const ACTIVITY_SCENES: readonly Scene[] = ofRemote('activity', [
  {
    view: 'Transactions',
    state: 'filled',
    prepare: (context) => history(60)(context),
    go: async (visitor) => {
      await toActivity(visitor)
      await visitor.page.getByTestId('activity-entry').first().waitFor()
    },
  },
  {
    view: 'Transactions',
    state: 'empty',
    prepare: (context) => history(0)(context),
    go: async (visitor) => {
      await toActivity(visitor)
      await visitor.page.getByTestId('empty-activity-state').waitFor()
    },
  },
  { view: 'Transactions', state: 'loading', prepare: hang(HISTORY), go: toActivity },
  {
    view: 'Transactions',
    state: 'error',
    prepare: fail(HISTORY),
    go: async (visitor) => {
      await toActivity(visitor)
      await visitor.page.getByTestId('activity-retry').waitFor()
    },
  },
  {
    view: 'TransactionDetails',
    state: 'filled',
    get query() {
      return withExplorer()
    },
    prepare: (context) => history(60)(context),
    go: async (visitor) => {
      await toActivity(visitor)
      await visitor.page.getByTestId('activity-entry').nth(1).click()
      await visitor.page.getByTestId('activity-copy').waitFor()
    },
  },
])

export const ACTIVITY_NOT_APPLICABLE: Reasons = {
  TransactionDetails: {
    loading: 'the list has it',
    empty: 'it is about one transaction',
    error: 'the list says it',
  },
}
