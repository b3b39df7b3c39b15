import { decodeBase64 } from '../../src/chains/bytes.ts'
import { tableAddresses } from '../../src/chains/solana/lookupTable.ts'
import type { TokenFacts } from '../context.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { isRecord } from '../isRecord.ts'

const KEY_BYTES = 32
/** The offset of the decimals in a mint of either token program. */
const MINT_DECIMALS_AT = 44
/** In a Token-2022 mint with extensions: the account type's offset and value, and the extensions' offset. */
const [SORT_AT, MINT_SORT, EXTENSIONS_AT] = [165, 1, 166]
const [PERMANENT_DELEGATE, TRANSFER_HOOK] = [12, 14]

async function accountAt(ask: AskNode, address: string) {
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await ask('getAccountInfo', [address, options]).catch(() => undefined)
  const account = isRecord(answer) ? answer.value : undefined
  if (!isRecord(account) || !Array.isArray(account.data)) return undefined
  const [text] = account.data
  const data = typeof text === 'string' ? decodeBase64(text) : undefined
  return data && { owner: account.owner, data }
}

const isKey = (bytes: Uint8Array) => bytes.length === KEY_BYTES && bytes.some((byte) => byte !== 0)

/**
 * The powers that a mint's extensions give to the issuer. Each extension consists of a type and a length, in two
 * little-endian bytes each, and a value.
 */
function issuerPowersIn(mint: Uint8Array): NonNullable<TokenFacts['issuerPowers']> {
  const powers: ('permanentDelegate' | 'transferHook')[] = []
  if (mint[SORT_AT] !== MINT_SORT) return powers
  const numberAt = (at: number) => (mint[at] ?? 0) | ((mint[at + 1] ?? 0) << 8)
  for (let at = EXTENSIONS_AT; at + 4 <= mint.length; at += 4 + numberAt(at + 2)) {
    const value = mint.subarray(at + 4, at + 4 + numberAt(at + 2))
    if (numberAt(at) === PERMANENT_DELEGATE && isKey(value)) powers.push('permanentDelegate')
    // The value is the hook's authority, then its program. Without a program, nothing runs.
    if (numberAt(at) === TRANSFER_HOOK && isKey(value.subarray(KEY_BYTES))) powers.push('transferHook')
  }
  return powers
}

/** What a mint says about its token; a mint has no name. Undefined when unavailable. Never rejects. */
export async function solanaToken(ask: AskNode, mint: string): Promise<TokenFacts | undefined> {
  const { data } = (await accountAt(ask, mint)) ?? {}
  const decimals = data?.[MINT_DECIMALS_AT]
  if (!data || decimals === undefined) return undefined
  const issuerPowers = issuerPowersIn(data)
  return { standard: 'fungible', decimals, ...(issuerPowers.length > 0 && { issuerPowers }) }
}

/** The addresses in a lookup table. Undefined when unavailable. Never rejects. */
export async function lookupTableAt(ask: AskNode, table: string): Promise<readonly string[] | undefined> {
  const account = await accountAt(ask, table)
  return account && tableAddresses(account)
}
