import { encodeBase58 } from '@portico/contracts/chains/bytes'
import type { ReadAccount } from './describeExecution.ts'
import { TOKEN_PROGRAM } from './programs.ts'
import { RpcError } from './rpcError.ts'
import type { SvmAccount } from './runtime.ts'
import { readMint, readTokenAccount, tokenAmount } from './tokenAccounts.ts'

type AccountEncoding = 'base58' | 'base64' | 'jsonParsed'

export interface AccountConfig {
  readonly encoding?: AccountEncoding | undefined
  readonly dataSlice?: { readonly offset: number; readonly length: number } | null | undefined
}

/** Nodes refuse to encode more than this as base58. */
const MAX_BASE58_BYTES = 128

/**
 * Marks rent exemption; the largest `u64`, beyond the range of a JavaScript number. `writeJson` writes it as a number.
 */
const RENT_EPOCH = '18446744073709551615'

export const writeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(`"rentEpoch":"${RENT_EPOCH}"`, `"rentEpoch":${RENT_EPOCH}`)

/** Writes an account in the format of `getAccountInfo`. @throws RpcError if base58 is requested for too much data */
export function encodeAccount(account: SvmAccount, config: AccountConfig, readAccount: ReadAccount) {
  return {
    data: encodeData(account, config, readAccount),
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.programAddress,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  }
}

function encodeData(account: SvmAccount, { encoding, dataSlice }: AccountConfig, readAccount: ReadAccount) {
  const parsed = encoding === 'jsonParsed' && parseTokenData(account, readAccount)
  if (parsed) return parsed
  const data = dataSlice ? account.data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : account.data
  // Without an encoding, nodes use the old format: base58 text that is not in a list.
  if (encoding === undefined || encoding === 'base58') {
    if (data.length > MAX_BASE58_BYTES) {
      const advice = 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.'
      throw new RpcError('invalidRequest', advice)
    }
    return encoding ? [encodeBase58(data), 'base58'] : encodeBase58(data)
  }
  return [Buffer.from(data).toString('base64'), 'base64']
}

/** Parses only mints and token accounts; real nodes also return bytes for account types that they do not know. */
function parseTokenData(account: SvmAccount, readAccount: ReadAccount) {
  const program = account.programAddress === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022'
  const space = account.data.length
  const mint = readMint(account)
  if (mint) return { program, space, parsed: { type: 'mint', info: { ...mint, supply: mint.supply.toString() } } }

  const token = readTokenAccount(account)
  if (!token) return undefined
  const { amount, delegate, delegatedAmount, ...info } = token
  const decimals = decimalsOf(token.mint, readAccount)
  return {
    program,
    space,
    parsed: {
      type: 'account',
      info: {
        ...info,
        tokenAmount: tokenAmount(amount, decimals),
        ...(delegate && { delegate, delegatedAmount: tokenAmount(delegatedAmount, decimals) }),
      },
    },
  }
}

export function decimalsOf(mint: string, readAccount: ReadAccount): number {
  const account = readAccount(mint)
  return (account && readMint(account)?.decimals) ?? 0
}
