import { type ErrorCode, ModalError } from '@portico/contracts'
import type { AuthTypes, SessionTypes } from '@walletconnect/types'
import { answerError } from './answerError.ts'
import type { PairedSession, PreparedPairing, PrepareOptions } from './pairedWallets.ts'
import type { PairingLimits } from './setup.ts'

/** A wallet's agreement. */
export interface Agreement {
  readonly session: SessionTypes.Struct
  readonly cacaos?: readonly AuthTypes.Cacao[]
}

/** A proposal that the relay has accepted. */
export interface Proposal {
  readonly uri: string
  /** In epoch milliseconds. Given only if the proposal was made before the page learned of it. */
  readonly expiresAt?: number
  agreed(): Promise<Agreement>
}

export interface AttemptsOptions {
  /** @throws ModalError if the relay does not accept the proposal */
  propose(options: PrepareOptions): Promise<Proposal>
  /** @throws ModalError */
  accept(agreement: Agreement): Promise<PairedSession>
  /** Ends a session that is no longer wanted. */
  refuse(agreement: Agreement): void
  readonly limits: Pick<PairingLimits, 'lifetimeMs' | 'marginMs'>
}

interface Attempt {
  readonly prepared: Promise<PreparedPairing>
  readonly wanted: string
  /** Undefined until the relay has accepted the proposal. */
  expiresAt: number | undefined
  isOver: boolean
  /** The attempt that replaced this one shortly before it expired. */
  heir: Attempt | undefined
  giveUp(code: ErrorCode): void
  /** Makes the answer to the previous attempt the answer to this one too. */
  takeOver(agreed: PreparedPairing): void
}

const ignore = () => {}

/**
 * The attempt that an agreement counts for. A visitor who opened the request in their wallet before the QR code was
 * renewed can agree until that request really expires, as long as the renewed attempt is open.
 */
function takerOf(attempt: Attempt): Attempt | undefined {
  if (!attempt.isOver) return attempt
  const { heir, expiresAt = 0 } = attempt
  return heir && Date.now() < expiresAt ? takerOf(heir) : undefined
}

/** Manages one pairing at a time: prepared once, given to all callers until it nears expiry, never answered twice. */
export function createAttempts({ propose, accept, refuse, limits }: AttemptsOptions) {
  let current: Attempt | undefined

  function begin(options: PrepareOptions, wanted: string): Attempt {
    let stop: (reason: ModalError) => void = ignore
    const stopped = new Promise<never>((_, reject) => {
      stop = reject
    })
    stopped.catch(ignore)
    let takeOver: Attempt['takeOver'] = ignore
    const takenOver = new Promise<PreparedPairing>((resolve) => {
      takeOver = resolve
    })
    let timer: ReturnType<typeof setTimeout> | undefined

    async function settle(proposal: Proposal, expiresAt: number): Promise<PairedSession> {
      const agreement = await proposal.agreed().catch((error) => {
        throw answerError(error)
      })
      const taker = takerOf(attempt)
      if (!taker) {
        refuse(agreement)
        throw new ModalError('connection.modalClosed')
      }
      taker.isOver = true
      if (taker === attempt) return accept(agreement)
      // A message that was signed for the earlier attempt is no longer wanted.
      const answer = accept({ session: agreement.session })
      taker.takeOver({ uri: proposal.uri, expiresAt, answer })
      return answer
    }

    async function prepare(): Promise<PreparedPairing> {
      try {
        const proposal = await Promise.race([stopped, propose(options)])
        const { expiresAt = Date.now() + limits.lifetimeMs } = proposal
        attempt.expiresAt = expiresAt
        timer = setTimeout(() => attempt.giveUp('pairing.expired'), expiresAt - Date.now())
        const settled = settle(proposal, expiresAt)
        const inherited = takenOver.then((earlier) => earlier.answer)
        const answer = Promise.race([stopped, settled, inherited]).finally(() => {
          attempt.isOver = true
          clearTimeout(timer)
        })
        answer.catch(ignore) // rejections reach the callers, if there are any
        return { uri: proposal.uri, expiresAt, answer }
      } catch (error) {
        attempt.isOver = true
        throw error
      }
    }

    const attempt: Attempt = {
      wanted,
      expiresAt: undefined,
      isOver: false,
      heir: undefined,
      takeOver: (agreed) => takeOver(agreed),
      giveUp(code) {
        if (attempt.isOver) return
        attempt.isOver = true
        stop(new ModalError(code))
      },
      prepared: Promise.race([takenOver, Promise.resolve().then(() => prepare())]),
    }
    attempt.prepared.catch(ignore)
    return attempt
  }

  const isFresh = ({ isOver, expiresAt = Number.POSITIVE_INFINITY }: Attempt) =>
    !isOver && expiresAt - Date.now() > limits.marginMs

  return {
    prepare(options: PrepareOptions = {}): Promise<PreparedPairing> {
      const wanted = JSON.stringify(options.authenticate ?? null)
      const before = current
      if (before && isFresh(before) && before.wanted === wanted) return before.prepared
      const isRenewed = before && !before.isOver && !isFresh(before)
      before?.giveUp('pairing.expired')
      current = begin(options, wanted)
      if (isRenewed) before.heir = current
      return current.prepared
    },
    cancel(): void {
      current?.giveUp('connection.modalClosed')
      current = undefined
    },
  }
}
