import { createBitcoinAddresses } from '../bitcoin/createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from '../bitcoin/developmentKeys.ts'

const [firstKeys, secondKeys] = BITCOIN_DEVELOPMENT_KEYS
if (!firstKeys || !secondKeys) throw new Error('There are development keys.')

/** Accounts 0 and 1 of the Bitcoin development wallets. */
export const first = createBitcoinAddresses(firstKeys, 0, 'regtest')
export const second = createBitcoinAddresses(secondKeys, 1, 'regtest')
