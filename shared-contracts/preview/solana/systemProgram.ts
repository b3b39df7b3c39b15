import { encodeBase58 } from '../../src/chains/bytes.ts'
import { utf8Of } from '../bytes.ts'
import type { PreviewContext } from '../context.ts'
import type { Finding } from '../description.ts'
import { addressValue, line, nativeAmount, receiverWarnings, warning } from '../values.ts'
import { accountLine, addressOf, type InstructionReader, ownerLine, unsigned } from './instruction.ts'
import type { AccountKey, Instruction } from './readTransaction.ts'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'

const transfer = (from: AccountKey, to: AccountKey, lamports: bigint, context: PreviewContext): Finding => ({
  kind: 'nativeTransfer',
  lines: [
    line('preview.amount', nativeAmount(context, lamports)),
    accountLine('preview.receiver', to, context),
    ...receiverWarnings(context, addressOf(to, context) ?? ''),
    ownerLine(from, context),
  ],
})

const ownedBy = (data: Uint8Array, at: number, context: PreviewContext) =>
  line('preview.program', addressValue(context, encodeBase58(data.subarray(at, at + 32))))

/** The end of the seed (a `u64` length and a text) that begins at `at`; undefined when it is malformed. */
function endOfSeed(data: Uint8Array, at: number): number | undefined {
  const length = unsigned(data, at, 8)
  const end = BigInt(at + 8) + length
  if (data.length < at + 8 || end > BigInt(data.length)) return undefined
  return utf8Of(data.subarray(at + 8, Number(end))) === undefined ? undefined : Number(end)
}

function withSeed({ data, accounts }: Instruction, context: PreviewContext): Finding | undefined {
  const [from, , to] = accounts
  const end = endOfSeed(data, 12)
  return from && to && end === data.length - 32 ? transfer(from, to, unsigned(data, 4, 8), context) : undefined
}

function createWithSeed({ data, accounts }: Instruction, context: PreviewContext): Finding | undefined {
  const [from, created] = accounts
  const end = endOfSeed(data, 36)
  if (!from || !created || end === undefined || end + 48 !== data.length) return undefined
  return creation(from, created, unsigned(data, end, 8), ownedBy(data, end + 16, context), context)
}

const creation = (
  from: AccountKey,
  created: AccountKey,
  lamports: bigint,
  owner: ReturnType<typeof line>,
  context: PreviewContext,
): Finding => ({
  kind: 'accountCreation',
  lines: [
    line('preview.deposit', nativeAmount(context, lamports)),
    accountLine('preview.newAccount', created, context),
    owner,
    ownerLine(from, context),
  ],
})

/** A transaction with a nonce does not expire. With a recent blockhash, it would expire within a minute or two. */
const advanceNonce = (account: AccountKey, context: PreviewContext): Finding => ({
  kind: 'durableNonce',
  lines: [warning('preview.durableNonce'), accountLine('preview.nonceAccount', account, context)],
})

export const systemInstruction: InstructionReader = (instruction, context) => {
  const { data, accounts } = instruction
  const [first, second] = accounts
  if (data.length < 4 || !first) return undefined
  const tag = unsigned(data, 0, 4)
  if (tag === 2n && data.length === 12 && second) return transfer(first, second, unsigned(data, 4, 8), context)
  if (tag === 11n && data.length > 12) return withSeed(instruction, context)
  if (tag === 0n && data.length === 52 && second) {
    return creation(first, second, unsigned(data, 4, 8), ownedBy(data, 20, context), context)
  }
  if (tag === 3n) return createWithSeed(instruction, context)
  if (tag === 4n && data.length === 4) return advanceNonce(first, context)
  if (tag === 1n && data.length === 36) {
    return {
      kind: 'authorityChange',
      lines: [
        warning('preview.accountHandedOver'),
        accountLine('preview.account', first, context),
        ownedBy(data, 4, context),
      ],
    }
  }
  return undefined
}
