import { decodeBase58 } from '../../src/chains/bytes.ts'
import { hexOf } from '../bytes.ts'
import type { PreviewContext } from '../context.ts'
import { describe } from '../describe.ts'
import type { Description, Finding, Line } from '../description.ts'
import { messageFinding } from '../message.ts'
import { addressValue, contractLines, line, warning } from '../values.ts'
import type { InstructionReader } from './instruction.ts'
import { JUPITER_PROGRAM, jupiterInstruction } from './jupiterProgram.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  associatedTokenInstruction,
  COMPUTE_BUDGET_PROGRAM,
  computeInstruction,
  MEMO_PROGRAMS,
  memoInstruction,
} from './otherPrograms.ts'
import { type Instruction, readSolanaMessage, readSolanaTransaction, type SolanaMessage } from './readTransaction.ts'
import { SYSTEM_PROGRAM, systemInstruction } from './systemProgram.ts'
import { TOKEN_PROGRAMS, tokenInstruction } from './tokenProgram.ts'

const programs: ReadonlyMap<string, InstructionReader> = new Map<string, InstructionReader>([
  [SYSTEM_PROGRAM, systemInstruction],
  ...TOKEN_PROGRAMS.map((id) => [id, tokenInstruction] as const),
  ...MEMO_PROGRAMS.map((id) => [id, memoInstruction] as const),
  [ASSOCIATED_TOKEN_PROGRAM, associatedTokenInstruction],
  [COMPUTE_BUDGET_PROGRAM, computeInstruction],
  [JUPITER_PROGRAM, jupiterInstruction],
])

/** The limits of the protocol between page and frame, in base58 characters. */
const [TRANSACTION_MAX, MESSAGE_MAX] = [1_700, 65_536]

/**
 * Whether a program gets the account's signature and a writable account. With the signature, the program can take from
 * the account itself, and from each of the account's token accounts that it is given.
 */
const mayTake = (
  { accounts }: Instruction,
  { account }: PreviewContext,
  { signers, writable }: SolanaMessage,
): boolean =>
  signers.includes(account) &&
  accounts.some((key) => 'address' in key && key.address === account) &&
  accounts.some((key) => writable.has(key))

const unknownInstruction = (entry: Instruction, context: PreviewContext, message: SolanaMessage): Finding => ({
  kind: 'unknownInstruction',
  lines: [
    warning('preview.unknownInstruction'),
    ...(mayTake(entry, context, message) ? [warning('preview.programMayTake')] : []),
    ...contractLines(context, entry.programId).map((one) =>
      one.labelKey === 'preview.contract' ? line('preview.program', addressValue(context, entry.programId)) : one,
    ),
  ],
})

const instruction = (entry: Instruction, context: PreviewContext, message: SolanaMessage): Description =>
  describe(
    programs.get(entry.programId)?.(entry, context) ?? unknownInstruction(entry, context, message),
    hexOf(entry.data),
  )

function signerLines({ signers }: SolanaMessage, { account, ...rest }: PreviewContext): Line[] {
  const [payer = ''] = signers
  const value = addressValue({ account, ...rest }, payer)
  return [
    ...(payer === account ? [] : [line('preview.feePayer', value)]),
    ...(signers.includes(account) ? [] : [warning('preview.notYours')]),
  ]
}

/** Describes one transaction: its instructions' lines, then a warning if it never expires, then the network fee. */
function describeTransaction(message: SolanaMessage, context: PreviewContext): Finding {
  const described = message.instructions.map((entry) => instruction(entry, context, message))
  const linesOf = (sort: Finding['kind']) => described.filter(({ kind }) => kind === sort).flatMap(({ lines }) => lines)
  const parts = described.filter(({ kind }) => kind !== 'networkFee' && kind !== 'durableNonce')
  const around = [...linesOf('durableNonce'), ...signerLines(message, context), ...linesOf('networkFee')]
  const [only] = parts
  return only && parts.length === 1
    ? { kind: only.kind, lines: [...only.lines, ...around] }
    : { kind: 'batch', lines: around, parts }
}

/** Undefined unless every source is a transaction in base58. */
export function describeSolanaTransactions(sources: readonly unknown[], context: PreviewContext): Finding | undefined {
  const read: Description[] = []
  for (const source of sources) {
    const bytes = decodeBase58(source, TRANSACTION_MAX)
    const message = bytes && readSolanaTransaction(bytes)
    if (!bytes || !message) return undefined
    read.push(describe(describeTransaction(message, context), hexOf(bytes)))
  }
  const [only] = read
  if (!only) return undefined
  return read.length === 1 ? only : { kind: 'batch', lines: [], parts: read }
}

/** Describes a message in base58. Undefined if its bytes are a transaction, for which the signature would be valid. */
export function describeSolanaMessage(
  { message, pubkey }: Readonly<Record<string, unknown>>,
  context: PreviewContext,
): Finding | undefined {
  const bytes = decodeBase58(message, MESSAGE_MAX)
  if (!bytes || readSolanaMessage(bytes)) return undefined
  const { kind, lines } = messageFinding(bytes, context)
  const isOther = typeof pubkey === 'string' && pubkey !== context.account
  return {
    kind,
    lines: isOther ? [...lines, line('preview.otherAccount', addressValue(context, pubkey), true)] : lines,
  }
}
