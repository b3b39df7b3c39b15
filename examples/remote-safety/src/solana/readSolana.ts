import { type ActingCommands, type Holding, isModalError, type Network } from '@portico/contracts'
import { decodeBase64, encodeBase58 } from '@portico/contracts/chains/bytes'
import { solanaToken } from '@portico/contracts/preview'
import { CONFIRMED, ofValue, readTokenAccount, solanaAsker, TOKEN_PROGRAMS } from '@portico/contracts/solana'
import { array, literal, object, string, tuple } from 'valibot'
import type { Gap, Grant, Reading } from '../grant.ts'

const Owned = ofValue(
  array(object({ pubkey: string(), account: object({ data: tuple([string(), literal('base64')]) }) })),
)

/** Where a token account says whether it has a delegate, who that is, and how much is left for it. */
const HAS_DELEGATE_AT = 72
const DELEGATE_AT = 76
const DELEGATED_AT = 121

/** A delegate may take at least half of all that can exist. */
const UNLIMITED = 1n << 63n

/** The delegate of a token account; undefined if it has none. */
export function delegateIn(data: Uint8Array): { readonly delegate: string; readonly amount: bigint } | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < DELEGATED_AT + 8 || view.getUint32(HAS_DELEGATE_AT, true) !== 1) return undefined
  const amount = view.getBigUint64(DELEGATED_AT, true)
  return amount === 0n ? undefined : { delegate: encodeBase58(data.subarray(DELEGATE_AT, DELEGATE_AT + 32)), amount }
}

interface SolanaQuestion {
  readonly network: Network
  readonly owner: string
  readonly holdings: readonly Holding[]
}

/**
 * The delegates of a Solana account's token accounts.
 * @throws ModalError if nothing could be read; the signal's reason
 */
export async function readSolana(
  asking: Pick<ActingCommands, 'askNode'>,
  { network, owner, holdings }: SolanaQuestion,
  signal: AbortSignal,
): Promise<Reading> {
  const { caipNetworkId } = network
  const ask = solanaAsker(asking, caipNetworkId, signal)
  const read = await Promise.allSettled(
    TOKEN_PROGRAMS.map(async (programId) => {
      const { value } = await ask(
        Owned,
        'getTokenAccountsByOwner',
        owner,
        { programId },
        { ...CONFIRMED, encoding: 'base64' },
      )
      return value.map(({ pubkey, account }) => ({ tokenAccount: pubkey, program: programId, data: account.data[0] }))
    }),
  )
  signal.throwIfAborted()
  const failed = read.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const foreign = failed.find((error) => !isModalError(error))
  if (foreign !== undefined || failed.length === read.length) throw foreign ?? failed[0]
  const gaps: Gap[] = failed.map(() => ({ type: 'program' }))

  const accounts = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const grants = accounts.map(async ({ tokenAccount, program, data }): Promise<readonly Grant[]> => {
    const bytes = decodeBase64(data)
    const account = bytes && readTokenAccount(bytes)
    const given = bytes && delegateIn(bytes)
    if (!account || !given) return []
    const holding = holdings.find(({ address }) => address === account.mint)
    const decimals =
      holding?.decimals ??
      (
        await solanaToken(
          async (method, params) => asking.askNode({ caipNetworkId, method, params: params as unknown[] }, signal),
          account.mint,
        )
      )?.decimals
    const { delegate: spender, amount } = given
    const held: bigint = account.amount
    return [
      {
        id: `delegate ${tokenAccount}`,
        kind: 'delegate',
        spender,
        token: account.mint,
        tokenAccount,
        program,
        amount: String(amount),
        isUnlimited: amount >= UNLIMITED,
        atRisk: String(held < amount ? held : amount),
        ...(holding && { symbol: holding.symbol }),
        ...(holding?.price && { price: holding.price }),
        ...(decimals !== undefined && { decimals }),
      },
    ]
  })
  return { grants: (await Promise.all(grants)).flat(), gaps }
}
