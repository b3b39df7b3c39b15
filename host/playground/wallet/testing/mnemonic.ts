import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'

/** What the development keys of all families are derived from. */
export const seed = mnemonicToSeedSync('test test test test test test test test test test test junk')

export const root = HDKey.fromMasterSeed(seed)
