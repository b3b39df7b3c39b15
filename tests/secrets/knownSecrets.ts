import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { BITCOIN_ACCOUNTS, SOLANA_ACCOUNTS } from '../../local/chains/developmentAccounts.ts'
import { solanaKey } from '../../services/testing/developmentKeys.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const accountAt = (path: `m/44'/60'/${string}` | `m/${string}`): HDAccount =>
  mnemonicToAccount(MNEMONIC, { path: path as `m/44'/60'/${string}` })
const keyOf = (account: HDAccount) => hex(account.getHdKey().privateKey ?? new Uint8Array())

const evm = Array.from({ length: 10 }, (_, n) => accountAt(`m/44'/60'/0'/0/${n}`))
const bitcoin = BITCOIN_ACCOUNTS.flatMap((_, n) => [accountAt(`m/84'/1'/${n}'/0/0`), accountAt(`m/86'/1'/${n}'/0/0`)])
const solana = SOLANA_ACCOUNTS.map((_, n) => solanaKey(n).bytes)

/** The keys of every development wallet in all common formats. The wallets never reveal them. */
export const DEVELOPMENT_KEYS: readonly string[] = [
  ...[...evm, ...bitcoin].map(keyOf),
  ...solana.flatMap((bytes) => [hex(bytes.subarray(0, 32)), encodeBase58(bytes)]),
]

/** The accounts of the tests' visitors. */
export const DEVELOPMENT_ADDRESSES: readonly string[] = [
  // Without `0x`, because contract calls contain the addresses in the middle.
  ...evm.map(({ address }) => address.slice(2)),
  ...SOLANA_ACCOUNTS,
  ...BITCOIN_ACCOUNTS.flatMap(({ payment, ordinal }) => [payment, ordinal]),
]
