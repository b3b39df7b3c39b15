import { encodeBase58 } from '../../src/chains/bytes.ts'
import { type PreviewContext, tokenFacts } from '../context.ts'
import type { Finding, Line, Value } from '../description.ts'
import { addressValue, integerValue, isUnlimited, line, tokenLines, warning } from '../values.ts'
import { accountLine, addressOf, type InstructionReader, ownerLine, unsigned } from './instruction.ts'
import type { AccountKey, Instruction } from './readTransaction.ts'

export const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const TOKEN_2022 = TOKEN_PROGRAMS[1]

const AMOUNT_BITS = 64

/** A checked instruction states its token's decimals, and the network rejects wrong ones. */
function checkedAmount(mint: AccountKey, amount: bigint, decimals: number, context: PreviewContext): Value {
  const address = addressOf(mint, context)
  const symbol = address === undefined ? undefined : tokenFacts(context, address)?.symbol
  return { type: 'amount', amount, decimals, ...(symbol !== undefined && { symbol }) }
}

function mintLines(mint: AccountKey, context: PreviewContext): Line[] {
  const address = addressOf(mint, context)
  return address === undefined ? [accountLine('preview.token', mint, context)] : tokenLines(context, address)
}

const unnamed = (amount: bigint): Line[] => [
  line('preview.amount', integerValue(amount)),
  warning('preview.tokenNotSaid'),
]

/** The required accounts, if there are enough. Further accounts are signers of a multisig. */
const needs = ({ accounts }: Instruction, count: number) => (accounts.length >= count ? accounts : [])

function move(
  what: readonly Line[],
  from: AccountKey,
  to: AccountKey,
  owner: AccountKey,
  context: PreviewContext,
): Finding {
  return {
    kind: 'tokenTransfer',
    lines: [
      ...what,
      accountLine('preview.fromTokenAccount', from, context),
      accountLine('preview.toTokenAccount', to, context),
      ownerLine(owner, context),
    ],
  }
}

function transfer(instruction: Instruction, context: PreviewContext): Finding | undefined {
  const [from, to, owner] = needs(instruction, 3)
  return from && to && owner ? move(unnamed(unsigned(instruction.data, 1, 8)), from, to, owner, context) : undefined
}

function transferChecked(instruction: Instruction, context: PreviewContext, start = 1): Finding | undefined {
  const { data } = instruction
  const [from, mint, to, owner] = needs(instruction, 4)
  if (!from || !mint || !to || !owner) return undefined
  const what = line('preview.amount', checkedAmount(mint, unsigned(data, start, 8), data[start + 8] ?? 0, context))
  return move([what, ...mintLines(mint, context)], from, to, owner, context)
}

function transferWithFee(instruction: Instruction, context: PreviewContext): Finding | undefined {
  const found = transferChecked(instruction, context, 2)
  const { data, accounts } = instruction
  const mint = accounts[1]
  if (!found || !mint) return undefined
  const fee = line('preview.tokenFee', checkedAmount(mint, unsigned(data, 11, 8), data[10] ?? 0, context))
  return { ...found, lines: [...found.lines, fee] }
}

const allowance = (value: Value, amount: bigint): Line =>
  isUnlimited(amount, AMOUNT_BITS)
    ? line('preview.unlimitedAllowance', value.type === 'amount' ? { ...value, isUnlimited: true } : value, true)
    : line('preview.allowance', value)

function approval(
  allowed: Line,
  token: readonly Line[],
  from: AccountKey,
  delegate: AccountKey,
  owner: AccountKey,
  context: PreviewContext,
): Finding {
  return {
    kind: 'approval',
    lines: [
      allowed,
      warning('preview.delegateAllowed'),
      ...token,
      accountLine('preview.fromTokenAccount', from, context),
      accountLine('preview.spender', delegate, context),
      ownerLine(owner, context),
    ],
  }
}

function approve(instruction: Instruction, context: PreviewContext): Finding | undefined {
  const [account, delegate, owner] = needs(instruction, 3)
  if (!account || !delegate || !owner) return undefined
  const amount = unsigned(instruction.data, 1, 8)
  const allowed = allowance({ type: 'amount', amount }, amount)
  return approval(allowed, [warning('preview.tokenNotSaid')], account, delegate, owner, context)
}

function approveChecked(instruction: Instruction, context: PreviewContext): Finding | undefined {
  const [account, mint, delegate, owner] = needs(instruction, 4)
  if (!account || !mint || !delegate || !owner) return undefined
  const amount = unsigned(instruction.data, 1, 8)
  const allowed = allowance(checkedAmount(mint, amount, instruction.data[9] ?? 0, context), amount)
  return approval(allowed, mintLines(mint, context), account, delegate, owner, context)
}

function revoke(instruction: Instruction, context: PreviewContext): Finding | undefined {
  const [account, owner] = needs(instruction, 2)
  return account && owner
    ? { kind: 'revoke', lines: [accountLine('preview.fromTokenAccount', account, context), ownerLine(owner, context)] }
    : undefined
}

/** Both programs number the first authority types alike. The further types exist only in Token-2022. */
function setAuthority({ data, accounts }: Instruction, context: PreviewContext): Finding | undefined {
  const [account] = accounts
  const hasNew = data[2] === 1
  if (!account || data.length !== (hasNew ? 35 : 3) || (data[2] ?? 0) > 1) return undefined
  return {
    kind: 'authorityChange',
    lines: [
      warning('preview.accountHandedOver'),
      accountLine('preview.account', account, context),
      line('preview.authorityType', integerValue(BigInt(data[1] ?? 0))),
      ...(hasNew
        ? [line('preview.newAuthority', addressValue(context, encodeBase58(data.subarray(3))))]
        : [warning('preview.noAuthority')]),
    ],
  }
}

function close(instruction: Instruction, context: PreviewContext): Finding | undefined {
  const [account, to, owner] = needs(instruction, 3)
  if (!account || !to || !owner) return undefined
  const isOther = addressOf(to, context) !== context.account
  return {
    kind: 'accountClosing',
    lines: [
      ...(isOther ? [warning('preview.closedForOther')] : []),
      accountLine('preview.fromTokenAccount', account, context),
      { ...accountLine('preview.receiver', to, context), ...(isOther && { isWarning: true }) },
      ownerLine(owner, context),
    ],
  }
}

/** From this instruction on, coins sent to a wrapped-coin account count as its tokens. */
function wrap({ accounts: [account] }: Instruction, context: PreviewContext): Finding | undefined {
  return account && { kind: 'wrap', lines: [accountLine('preview.toTokenAccount', account, context)] }
}

interface Row {
  /** The size in bytes; undefined when the reader checks it. */
  readonly size?: number
  readonly read: InstructionReader
}

const rows: Readonly<Record<number, Row>> = {
  3: { size: 9, read: transfer },
  4: { size: 9, read: approve },
  5: { size: 1, read: revoke },
  6: { read: setAuthority },
  9: { size: 1, read: close },
  12: { size: 10, read: (instruction, context) => transferChecked(instruction, context) },
  13: { size: 10, read: approveChecked },
  17: { size: 1, read: wrap },
}

/** Token-2022's transfer-fee extension: its number, and the number and size in bytes of its second instruction. */
const [FEE_EXTENSION, TRANSFER_WITH_FEE, WITH_FEE_BYTES] = [26, 1, 19]

/** Token-2022 extensions that give a token's issuer power over every account, and their instructions. */
const [PERMANENT_DELEGATE, PERMANENT_DELEGATE_BYTES] = [35, 33]
const [TRANSFER_HOOK, HOOK_INSTRUCTIONS] = [36, 2]

function issuerPower({ data, accounts }: Instruction, context: PreviewContext): Finding | undefined {
  const [mint] = accounts
  const isDelegate = data[0] === PERMANENT_DELEGATE && data.length === PERMANENT_DELEGATE_BYTES
  const isHook = data[0] === TRANSFER_HOOK && (data[1] ?? HOOK_INSTRUCTIONS) < HOOK_INSTRUCTIONS
  if (!mint || (!isDelegate && !isHook)) return undefined
  return {
    kind: 'authorityChange',
    lines: [
      warning(isDelegate ? 'preview.permanentDelegate' : 'preview.transferHook'),
      ...mintLines(mint, context),
      ...(isDelegate
        ? [line('preview.newAuthority', addressValue(context, encodeBase58(data.subarray(1))))]
        : data.length >= 34
          ? [line('preview.program', addressValue(context, encodeBase58(data.subarray(-32))))]
          : []),
    ],
  }
}

export const tokenInstruction: InstructionReader = (instruction, context) => {
  const { data, programId } = instruction
  const row = rows[data[0] ?? -1]
  if (row) return row.size === undefined || row.size === data.length ? row.read(instruction, context) : undefined
  const hasFee = data[0] === FEE_EXTENSION && data[1] === TRANSFER_WITH_FEE && data.length === WITH_FEE_BYTES
  if (programId !== TOKEN_2022) return undefined
  return hasFee ? transferWithFee(instruction, context) : issuerPower(instruction, context)
}
