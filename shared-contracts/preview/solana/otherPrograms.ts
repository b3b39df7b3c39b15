import { utf8Of } from '../bytes.ts'
import { line, textLine, tokenLines } from '../values.ts'
import { accountLine, addressOf, type InstructionReader, unsigned } from './instruction.ts'
import { SYSTEM_PROGRAM } from './systemProgram.ts'
import { TOKEN_PROGRAMS } from './tokenProgram.ts'

export const MEMO_PROGRAMS: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'

export const memoInstruction: InstructionReader = ({ data }) => {
  const text = utf8Of(data)
  return text === undefined ? undefined : { kind: 'memo', lines: [textLine('preview.memo', text)] }
}

/** The accounts are the payer, the new account, its owner, the mint and two programs. */
export const associatedTokenInstruction: InstructionReader = ({ data, accounts }, context) => {
  const [, account, owner, mint, system, program] = accounts
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2)
  if (!isCreation || !account || !owner || !mint || addressOf(system, context) !== SYSTEM_PROGRAM) return undefined
  if (!TOKEN_PROGRAMS.includes(addressOf(program, context) ?? '')) return undefined
  const token = addressOf(mint, context)
  return {
    kind: 'accountCreation',
    lines: [
      accountLine('preview.newAccount', account, context),
      accountLine('preview.accountOwner', owner, context),
      ...(token === undefined ? [accountLine('preview.token', mint, context)] : tokenLines(context, token)),
    ],
  }
}

/** The transaction's compute budget, or the price of its compute units. */
export const computeInstruction: InstructionReader = ({ data }) => {
  const size = data.length
  const units = line('preview.computeUnits', { type: 'integer', integer: unsigned(data, 1, 4) })
  if (data[0] === 2 && size === 5) return { kind: 'networkFee', lines: [units] }
  if (data[0] === 3 && size === 9) {
    // The price is in millionths of a lamport.
    return {
      kind: 'networkFee',
      lines: [line('preview.unitPrice', { type: 'integer', integer: unsigned(data, 1, 8) })],
    }
  }
  // Limits of heap memory and account data do not cost anything themselves.
  return (data[0] === 1 || data[0] === 4) && size === 5 ? { kind: 'networkFee', lines: [] } : undefined
}
