import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'

/** The seed of the development keys of all families. */
export const seed = mnemonicToSeedSync('test test test test test test test test test test test junk')

export const root = HDKey.fromMasterSeed(seed)
