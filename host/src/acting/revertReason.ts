import { isModalError } from '@portico/contracts'
import { isRecord } from '@portico/contracts/embeddedWallet/bounds'

/** Longer reasons are cut. */
const REASON_MAX = 200

/** Solidity's `Error(string)`, with a single text. */
const ERROR_STRING = /^0x08c379a0[\da-f]{64}([\da-f]{64})((?:[\da-f]{2})*)$/i

function textIn(data: unknown): string | undefined {
  const [, length, text] = (typeof data === 'string' && ERROR_STRING.exec(data)) || []
  if (length === undefined || text === undefined) return undefined
  const count = BigInt(`0x${length}`)
  if (count === 0n || count * 2n > BigInt(text.length)) return undefined
  const digits = text.slice(0, Number(count) * 2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(digits, (byte) => Number.parseInt(byte, 16)))
}

/** The text on one line, without characters that change how the rest of it is read. */
const plain = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX)

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/** Why a transaction failed: what its contract answers to the same call at the same block. Undefined if unknown. */
export async function revertReason(hash: string, blockNumber: unknown, ask: Ask): Promise<string | undefined> {
  try {
    const known = await ask('eth_getTransactionByHash', hash)
    if (!isRecord(known)) return undefined
    const { from, to, value, gas, input } = known
    await ask('eth_call', { from, to, value, gas, data: input }, blockNumber)
    return undefined
  } catch (error) {
    if (!isModalError(error) || error.code !== 'node.refused') return undefined
    const { reason, data } = error.details
    return plain(textIn(data) ?? String(reason ?? '')) || undefined
  }
}
