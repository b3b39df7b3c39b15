import { decodeBase58 } from './base58.ts'

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

/** Below 128 `compact-u16` is one byte, and no transaction of ours has more of anything. */
const short = (list: { readonly length: number }): number => {
  if (list.length > 127) throw new RangeError('too many for one byte')
  return list.length
}

const bytesOf = (address: string): Uint8Array => {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) throw new TypeError(`${address} is no address`)
  return bytes
}

/** The bytes of a legacy message, which are what its signers sign. */
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

  // Those that sign first, and of each those that may change first. The sort is stable: the payer stays ahead.
  const rank = ([, { isSigner, isWritable }]: readonly [string, { isSigner: boolean; isWritable: boolean }]) =>
    (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  const entries = [...roles].sort((a, b) => rank(a) - rank(b))
  const keys = entries.map(([address]) => address)
  const countOf = (wanted: number) => entries.filter((entry) => rank(entry) === wanted).length

  return Buffer.concat([
    Uint8Array.of(countOf(0) + countOf(1), countOf(1), countOf(3)),
    Uint8Array.of(short(keys)),
    ...keys.map(bytesOf),
    bytesOf(blockhash),
    Uint8Array.of(short(instructions)),
    ...instructions.flatMap(({ program, accounts, data }) => [
      Uint8Array.of(keys.indexOf(program), short(accounts), ...accounts.map(({ address }) => keys.indexOf(address))),
      Uint8Array.of(short(data)),
      data,
    ]),
  ])
}
