import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'
import type { CompiledInstruction } from './readTransaction.ts'
import { tokenAmount } from './tokenAccounts.ts'

/** Instruction numbers of the programs. */
const SYSTEM_TRANSFER = 2
const TOKEN_TRANSFER = 3
const TOKEN_TRANSFER_CHECKED = 12

/** Decodes the instructions that a wallet shows, transfers and memos, in the `jsonParsed` format. Others stay raw. */
export function parseInstruction({ programIdIndex, accounts, data }: CompiledInstruction, keys: readonly string[]) {
  const programId = keys[programIdIndex] ?? ''
  const named = accounts.map((index) => keys[index] ?? '')
  const known = parseKnown(programId, named, Buffer.from(data))
  return known
    ? { ...known, programId, stackHeight: null }
    : { programId, accounts: named, data: encodeBase58(data), stackHeight: null }
}

function parseKnown(programId: string, accounts: readonly string[], data: Buffer) {
  if (programId === MEMO_PROGRAM) return { program: 'spl-memo', parsed: data.toString() }

  if (programId === SYSTEM_PROGRAM && data.length === 12 && data.readUInt32LE(0) === SYSTEM_TRANSFER) {
    const [source, destination] = accounts
    const lamports = Number(data.readBigUInt64LE(4))
    return { program: 'system', parsed: { type: 'transfer', info: { source, destination, lamports } } }
  }

  if (programId !== TOKEN_PROGRAM && programId !== TOKEN_2022_PROGRAM) return undefined
  const program = programId === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022'
  if (data.length === 9 && data[0] === TOKEN_TRANSFER) {
    const [source, destination, authority] = accounts
    const amount = data.readBigUInt64LE(1).toString()
    return { program, parsed: { type: 'transfer', info: { source, destination, authority, amount } } }
  }
  if (data.length === 10 && data[0] === TOKEN_TRANSFER_CHECKED) {
    const [source, mint, destination, authority] = accounts
    const amount = tokenAmount(data.readBigUInt64LE(1), data.readUInt8(9))
    const info = { source, mint, destination, authority, tokenAmount: amount }
    return { program, parsed: { type: 'transferChecked', info } }
  }
  return undefined
}
