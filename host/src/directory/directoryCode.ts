/** The chunk with what is needed only once there are directory wallets. */
export { watchImpressions } from './impressions.ts'
export { remember, restoreKept } from './recentWallets.ts'
