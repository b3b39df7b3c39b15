import { type ActingCommands, ModalError, type Network } from '@portico/contracts'
import {
  CONFIRMED,
  Count,
  compileMessage,
  type Instruction,
  ofValue,
  solanaAsker,
  solanaReads,
  unsigned,
  Whole,
} from '@portico/contracts/solana'
import { nullish, object, pipe, regex, string, unknown } from 'valibot'
import type { Grant } from '../grant.ts'
import type { Revocation } from '../revocation.ts'

const Blockhash = ofValue(
  object({ blockhash: pipe(string(), regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)), lastValidBlockHeight: Count }),
)
const Balance = ofValue(Whole)
const Simulation = ofValue(object({ err: nullish(unknown()) }))

/** The fee for one signature, for nodes that do not say it. */
const SIGNATURE_LAMPORTS = 5_000n

/** `Revoke` of both token programs. */
const REVOKE = 5

export const revokeInstruction = (program: string, tokenAccount: string, owner: string): Instruction => ({
  program,
  accounts: [
    { address: tokenAccount, isWritable: true },
    { address: owner, isSigner: true },
  ],
  data: Uint8Array.of(REVOKE),
})

/** @throws ModalError `node.refused` if it would fail, `service.unreachable`, `service.invalidAnswer` */
export async function revokeSolana(
  asking: Pick<ActingCommands, 'askNode'>,
  { caipNetworkId }: Network,
  from: string,
  { program, tokenAccount }: Grant,
  signal: AbortSignal,
): Promise<Revocation> {
  if (!program || !tokenAccount) throw new TypeError('This is not the delegate of a token account.')
  const ask = solanaAsker(asking, caipNetworkId, signal)
  const [{ value: latest }, { value: coins }] = await Promise.all([
    ask(Blockhash, 'getLatestBlockhash', CONFIRMED),
    ask(Balance, 'getBalance', from, CONFIRMED),
  ])
  const message = compileMessage(from, latest.blockhash, [revokeInstruction(program, tokenAccount, from)])
  const transaction = unsigned(message)
  const fee = (await solanaReads(ask).feeFor(message)) ?? SIGNATURE_LAMPORTS
  const isShort = coins < fee
  if (!isShort) {
    const config = { ...CONFIRMED, encoding: 'base64', sigVerify: false }
    const { value } = await ask(Simulation, 'simulateTransaction', transaction, config)
    if (value.err !== null && value.err !== undefined) {
      throw new ModalError('node.refused', { details: { reason: JSON.stringify(value.err) } })
    }
  }
  const { lastValidBlockHeight } = latest
  return { request: { namespace: 'solana', caipNetworkId, from, transaction, lastValidBlockHeight }, fee, isShort }
}
