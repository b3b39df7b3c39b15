import { base64 } from '@scure/base'
import { bytesOf } from './address.ts'

export interface AccountMeta {
  readonly address: string
  readonly isSigner?: boolean
  readonly isWritable?: boolean
}

export interface Instruction {
  readonly program: string
  readonly accounts: readonly AccountMeta[]
  readonly data: Uint8Array
}

/** The `compact-u16` of a list's length. Below 128 it is one byte, and our transactions' lists are shorter. */
function short({ length }: { readonly length: number }): number {
  if (length > 127) throw new RangeError('too many for one byte')
  return length
}

/** The bytes of a legacy message, which the payer signs. https://solana.com/docs/core/transactions */
export function compileMessage(payer: string, blockhash: string, instructions: readonly Instruction[]): Uint8Array {
  const roles = new Map([[payer, { isSigner: true, isWritable: true }]])
  const add = ({ address, isSigner = false, isWritable = false }: AccountMeta) => {
    const known = roles.get(address)
    roles.set(address, {
      isSigner: isSigner || (known?.isSigner ?? false),
      isWritable: isWritable || (known?.isWritable ?? false),
    })
  }
  for (const { program, accounts } of instructions)
    for (const account of [...accounts, { address: program }]) add(account)

  // Signers come first; in each group, writable accounts come first. The sort is stable, so the payer stays in front.
  const rank = ([, { isSigner, isWritable }]: readonly [string, { isSigner: boolean; isWritable: boolean }]) =>
    (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  const entries = [...roles].sort((a, b) => rank(a) - rank(b))
  const keys = entries.map(([address]) => address)
  const countOf = (wanted: number) => entries.filter((entry) => rank(entry) === wanted).length

  return Uint8Array.from([
    countOf(0) + countOf(1),
    countOf(1),
    countOf(3),
    short(keys),
    ...keys.flatMap((key) => [...bytesOf(key)]),
    ...bytesOf(blockhash),
    short(instructions),
    ...instructions.flatMap(({ program, accounts, data }) => [
      keys.indexOf(program),
      short(accounts),
      ...accounts.map(({ address }) => keys.indexOf(address)),
      short(data),
      ...data,
    ]),
  ])
}

const SIGNATURE_BYTES = 64

/** A transaction in base64 with a placeholder for its one signature. */
export const unsigned = (message: Uint8Array): string =>
  base64.encode(Uint8Array.from([1, ...new Uint8Array(SIGNATURE_BYTES), ...message]))
