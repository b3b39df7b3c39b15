import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  InsufficientFundsError,
} from 'viem'
import { ServiceError } from '../../http/errors.ts'

const REFUSALS = [
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  InsufficientFundsError,
] as const

/** Whether the chain itself refused the call. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof BaseError && Boolean(error.walk((cause) => REFUSALS.some((kind) => cause instanceof kind)))

/**
 * @param refused gives the result if the chain refuses
 * @throws ServiceError `upstream.unavailable` if no node answers
 */
export async function askChain<Answer>(ask: () => Promise<Answer>, refused: () => Answer): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (isRefusal(error)) return refused()
    throw error instanceof BaseError ? new ServiceError('upstream.unavailable') : error
  }
}

/** Reports an invalid response of a node or a contract. @throws ServiceError `upstream.unavailable` */
export const unavailable = (): never => {
  throw new ServiceError('upstream.unavailable')
}
