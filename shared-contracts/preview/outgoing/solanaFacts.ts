import { decodeBase64, encodeBase58 } from '../../src/chains/bytes.ts'
import type { TokenFacts } from '../context.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { isRecord } from '../isRecord.ts'

/** In an account of the address lookup table program: what comes before the first address, and an address. */
const [TABLE_HEADER, KEY_BYTES] = [56, 32]
/** In a mint, of either program: where the number of decimals is. */
const MINT_DECIMALS_AT = 44
/** In a mint of Token-2022 with extensions: what says that it is a mint, and where its extensions begin. */
const [SORT_AT, MINT_SORT, EXTENSIONS_AT] = [165, 1, 166]
const [PERMANENT_DELEGATE, TRANSFER_HOOK] = [12, 14]

async function accountAt(ask: AskNode, address: string): Promise<Uint8Array | undefined> {
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await ask('getAccountInfo', [address, options]).catch(() => undefined)
  const account = isRecord(answer) ? answer.value : undefined
  const data = isRecord(account) && Array.isArray(account.data) ? account.data[0] : undefined
  return typeof data === 'string' ? decodeBase64(data) : undefined
}

const isKey = (bytes: Uint8Array) => bytes.length === KEY_BYTES && bytes.some((byte) => byte !== 0)

/** What the extensions of a mint let its issuer do: sort and length in two bytes each, the lower one first, and the value. */
function issuerPowersIn(mint: Uint8Array): NonNullable<TokenFacts['issuerPowers']> {
  const powers: ('permanentDelegate' | 'transferHook')[] = []
  if (mint[SORT_AT] !== MINT_SORT) return powers
  const numberAt = (at: number) => (mint[at] ?? 0) | ((mint[at + 1] ?? 0) << 8)
  for (let at = EXTENSIONS_AT; at + 4 <= mint.length; at += 4 + numberAt(at + 2)) {
    const value = mint.subarray(at + 4, at + 4 + numberAt(at + 2))
    if (numberAt(at) === PERMANENT_DELEGATE && isKey(value)) powers.push('permanentDelegate')
    // Who may change the program, and the program: without one, nothing runs.
    if (numberAt(at) === TRANSFER_HOOK && isKey(value.subarray(KEY_BYTES))) powers.push('transferHook')
  }
  return powers
}

/** What a mint says of itself, which has no name. Undefined where it cannot be had. Never rejects. */
export async function solanaToken(ask: AskNode, mint: string): Promise<TokenFacts | undefined> {
  const data = await accountAt(ask, mint)
  const decimals = data?.[MINT_DECIMALS_AT]
  if (!data || decimals === undefined) return undefined
  const issuerPowers = issuerPowersIn(data)
  return { standard: 'fungible', decimals, ...(issuerPowers.length > 0 && { issuerPowers }) }
}

/** The addresses of a lookup table. Undefined where it cannot be had. Never rejects. */
export async function lookupTableAt(ask: AskNode, table: string): Promise<readonly string[] | undefined> {
  const bytes = await accountAt(ask, table)
  if (!bytes) return undefined
  const count = Math.max(Math.floor((bytes.length - TABLE_HEADER) / KEY_BYTES), 0)
  return Array.from({ length: count }, (_, index) =>
    encodeBase58(bytes.subarray(TABLE_HEADER + index * KEY_BYTES, TABLE_HEADER + (index + 1) * KEY_BYTES)),
  )
}
