import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { looseTuple } from 'valibot'
import { type AccountConfig, encodeAccount } from '../encodeAccount.ts'
import {
  AccountConfigParam,
  AddressesParam,
  AddressParam,
  ProgramConfigParam,
  type ProgramFilter,
  readParams,
} from '../params.ts'
import type { SvmAccount } from '../runtime.ts'
import { type MethodContext, type Methods, withContext } from './methods.ts'

const AccountCall = looseTuple([AddressParam, AccountConfigParam])
const AccountsCall = looseTuple([AddressesParam, AccountConfigParam])
const ProgramCall = looseTuple([AddressParam, ProgramConfigParam])

export function accountMethods({ chain }: MethodContext): Methods {
  const encode = (account: SvmAccount, config: AccountConfig) => encodeAccount(account, config, chain.readAccount)
  const encodeAt = (address: string, config: AccountConfig) => {
    const account = chain.readAccount(address)
    return account ? encode(account, config) : null
  }

  return {
    getBalance(params) {
      const [address] = readParams(looseTuple([AddressParam]), params)
      return withContext(chain, Number(chain.readAccount(address)?.lamports ?? 0n))
    },
    getAccountInfo(params) {
      const [address, config] = readParams(AccountCall, params)
      return withContext(chain, encodeAt(address, config))
    },
    getMultipleAccounts(params) {
      const [addresses, config] = readParams(AccountsCall, params)
      const { encoding = 'base64', ...rest } = config
      return withContext(
        chain,
        addresses.map((address) => encodeAt(address, { encoding, ...rest })),
      )
    },
    getProgramAccounts(params) {
      const [program, { filters, withContext: isWithContext, ...config }] = readParams(ProgramCall, params)
      const found = chain.svm
        .getProgramAccounts(program)
        .filter((account) => filters?.every((filter) => passes(account, filter)) ?? true)
        .map((account) => ({ pubkey: account.address, account: encode(account, config) }))
      return isWithContext ? withContext(chain, found) : found
    },
  }
}

function passes({ data }: SvmAccount, { dataSize, memcmp }: ProgramFilter): boolean {
  if (dataSize !== undefined && data.length !== dataSize) return false
  if (!memcmp) return true
  const { offset, bytes, encoding } = memcmp
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : decodeBase58(bytes)
  if (!wanted) return false
  return Buffer.from(data.subarray(offset, offset + wanted.length)).equals(wanted)
}
