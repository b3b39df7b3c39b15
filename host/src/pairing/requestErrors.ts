import { translate } from '../chains/walletErrors.ts'

const REQUEST = { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' } as const

/** Runs a request and keeps the reason of any error (pitfall 43). @throws ModalError */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(error, REQUEST)
  }
}

/** The client throws a refusal in its wire format; sites expect an `Error` with a code (EIP-1193). */
export function asError(answer: unknown): unknown {
  if (answer instanceof Error || typeof answer !== 'object' || answer === null) return answer
  const { message, ...rest } = answer as { message?: unknown }
  return Object.assign(new Error(typeof message === 'string' ? message : 'The wallet has refused'), rest)
}
