/** The chunk with the code that is needed only once there are directory wallets. */
export { watchImpressions } from './impressions.ts'
export { remember, restoreKept } from './recentWallets.ts'
