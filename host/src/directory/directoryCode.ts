/** The chunk of what is only needed where there are wallets of a directory. */
export { watchImpressions } from './impressions.ts'
export { readWallets } from './readWallets.ts'
export { remember, restoreKept } from './recentWallets.ts'
