import { type ErrorCode, ModalError } from '@portico/contracts'
import type { AuthTypes, SessionTypes } from '@walletconnect/types'
import type { PairedSession, PreparedPairing, PrepareOptions } from '../pairedWallets.ts'
import { answerError } from './answerError.ts'
import type { PairingLimits } from './setup.ts'

/** What a wallet says yes with. */
export interface Agreement {
  readonly session: SessionTypes.Struct
  readonly cacaos?: readonly AuthTypes.Cacao[]
}

/** A proposal that lies at the relay. */
export interface Proposal {
  readonly uri: string
  agreed(): Promise<Agreement>
}

export interface AttemptsOptions {
  /** @throws ModalError when the relay does not take it */
  propose(options: PrepareOptions): Promise<Proposal>
  /** @throws ModalError */
  accept(agreement: Agreement): Promise<PairedSession>
  /** Nobody waits for this one any more. */
  refuse(agreement: Agreement): void
  readonly limits: Pick<PairingLimits, 'lifetimeMs' | 'marginMs'>
}

interface Attempt {
  readonly prepared: Promise<PreparedPairing>
  readonly wanted: string
  /** Undefined until the proposal lies at the relay. */
  expiresAt: number | undefined
  isOver: boolean
  giveUp(code: ErrorCode): void
}

const ignore = () => {}

/** One pairing at a time: prepared once, handed out until it is about to expire, and never answered twice. */
export function createAttempts({ propose, accept, refuse, limits }: AttemptsOptions) {
  let current: Attempt | undefined

  function begin(options: PrepareOptions, wanted: string): Attempt {
    let stop: (reason: ModalError) => void = ignore
    const stopped = new Promise<never>((_, reject) => {
      stop = reject
    })
    stopped.catch(ignore)
    let timer: ReturnType<typeof setTimeout> | undefined

    async function settle(proposal: Proposal): Promise<PairedSession> {
      const agreement = await proposal.agreed().catch((error) => {
        throw answerError(error)
      })
      if (attempt.isOver) {
        refuse(agreement)
        throw new ModalError('connection.modalClosed')
      }
      attempt.isOver = true
      return accept(agreement)
    }

    async function prepare(): Promise<PreparedPairing> {
      try {
        const proposal = await Promise.race([stopped, propose(options)])
        const expiresAt = Date.now() + limits.lifetimeMs
        attempt.expiresAt = expiresAt
        timer = setTimeout(() => attempt.giveUp('pairing.expired'), limits.lifetimeMs)
        const settled = settle(proposal)
        const answer = Promise.race([stopped, settled]).finally(() => {
          attempt.isOver = true
          clearTimeout(timer)
        })
        answer.catch(ignore) // whoever waits for it hears; perhaps nobody does
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
      giveUp(code) {
        if (attempt.isOver) return
        attempt.isOver = true
        stop(new ModalError(code))
      },
      prepared: Promise.resolve().then(() => prepare()),
    }
    attempt.prepared.catch(ignore)
    return attempt
  }

  const isFresh = ({ isOver, expiresAt = Number.POSITIVE_INFINITY }: Attempt) =>
    !isOver && expiresAt - Date.now() > limits.marginMs

  return {
    prepare(options: PrepareOptions = {}): Promise<PreparedPairing> {
      const wanted = JSON.stringify(options.authenticate ?? null)
      if (current && isFresh(current) && current.wanted === wanted) return current.prepared
      current?.giveUp('pairing.expired')
      current = begin(options, wanted)
      return current.prepared
    },
    cancel(): void {
      current?.giveUp('connection.modalClosed')
      current = undefined
    },
  }
}
