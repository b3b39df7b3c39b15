import { defineRemote } from '@portico/contracts'
import messages from '../messages/en.json'
import { activityState } from './activityState.ts'

declare module '@portico/contracts' {
  interface ViewParams {
    Transactions: undefined
    /** The newest transactions, in an account tab. */
    AccountActivity: undefined
    TransactionDetails: { readonly hash: string }
  }
}

export default defineRemote({
  messages,
  state: [activityState],
  views: {
    Transactions: { title: 'activity.title', needsAccount: true, load: () => import('./views/Transactions.tsx') },
    AccountActivity: { title: 'activity.title', needsAccount: true, load: () => import('./views/AccountActivity.tsx') },
    TransactionDetails: {
      title: 'activity.details.title',
      needsAccount: true,
      load: () => import('./views/TransactionDetails.tsx'),
    },
  },
  slots: {
    'account.tabs': [{ label: 'activity.action', view: 'AccountActivity', testId: 'tab-activity' }],
  },
})
