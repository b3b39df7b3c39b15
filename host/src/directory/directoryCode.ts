/** The chunk of what is only needed once there are wallets of a directory. */
export { watchImpressions } from './impressions.ts'
export { remember, restoreKept } from './recentWallets.ts'
