import { looseObject, looseTuple, optional } from 'valibot'
import { decimalsOf, encodeAccount } from '../encodeAccount.ts'
import { AccountConfigParam, AddressParam, readParams } from '../params.ts'
import { isTokenProgram, TOKEN_PROGRAMS } from '../programs.ts'
import { RpcError } from '../rpcError.ts'
import { readMint, readTokenAccount, type TokenAccount, tokenAmount } from '../tokenAccounts.ts'
import { type MethodContext, type Methods, withContext } from './methods.ts'

const Wanted = looseObject({ mint: optional(AddressParam), programId: optional(AddressParam) })
const AccountsCall = looseTuple([AddressParam, Wanted, AccountConfigParam])
const AddressCall = looseTuple([AddressParam])

export function tokenMethods({ chain }: MethodContext): Methods {
  function accountsOf(params: unknown, isTheirs: (token: TokenAccount, address: string) => boolean) {
    const [address, wanted, config] = readParams(AccountsCall, params)
    const { mint, programId } = wanted
    if ((mint === undefined) === (programId === undefined)) {
      throw new RpcError('invalidParams', 'Invalid params: either a mint or a program id is needed')
    }
    if (programId && !isTokenProgram(programId)) {
      throw new RpcError('invalidParams', 'Invalid param: unrecognized Token program id')
    }
    if (mint && !readMintAt(mint)) throw new RpcError('invalidParams', 'Invalid param: could not find mint')
    const found = TOKEN_PROGRAMS.filter((program) => !programId || program === programId)
      .flatMap((program) => chain.svm.getProgramAccounts(program))
      .filter((account) => {
        const token = readTokenAccount(account)
        return token && isTheirs(token, address) && (!mint || token.mint === mint)
      })
    return withContext(
      chain,
      found.map((account) => ({
        pubkey: account.address,
        account: encodeAccount(account, config, chain.readAccount),
      })),
    )
  }

  const readMintAt = (address: string) => {
    const account = chain.readAccount(address)
    return account && readMint(account)
  }

  return {
    getTokenAccountsByOwner: (params) => accountsOf(params, ({ owner }, address) => owner === address),
    getTokenAccountsByDelegate: (params) => accountsOf(params, ({ delegate }, address) => delegate === address),
    getTokenAccountBalance(params) {
      const [address] = readParams(AddressCall, params)
      const account = chain.readAccount(address)
      if (!account) throw new RpcError('invalidParams', 'Invalid param: could not find account')
      const token = readTokenAccount(account)
      if (!token) throw new RpcError('invalidParams', 'Invalid param: not a Token account')
      return withContext(chain, tokenAmount(token.amount, decimalsOf(token.mint, chain.readAccount)))
    },
    getTokenSupply(params) {
      const [address] = readParams(AddressCall, params)
      const mint = readMintAt(address)
      if (!mint) throw new RpcError('invalidParams', 'Invalid param: not a Token mint')
      return withContext(chain, tokenAmount(mint.supply, mint.decimals))
    },
  }
}
