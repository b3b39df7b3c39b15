import { fallback, number, object, optional, pipe, safeInteger, string, transform } from 'valibot'

/** Where the frame does not say why. */
export const UNEXPLAINED = 'An error occurred'

/** A longer explanation is cut: the failure counts even so. */
const EXPLANATION_MAX = 1_000

/**
 * The payload of every `…_ERROR`. Other clients require the message, ignore an answer without one and go on waiting; they
 * drop the code. Ours reads any failure as one.
 */
export const Failure = optional(
  object({
    message: fallback(
      pipe(
        string(),
        transform((message) => message.slice(0, EXPLANATION_MAX) || UNEXPLAINED),
      ),
      UNEXPLAINED,
    ),
    /** One of `FRAME_FAILURES`, or of EIP-1193 and EIP-1474. */
    code: fallback(optional(pipe(number(), safeInteger())), undefined),
    /** Of `deviceWaiting`: Unix seconds. */
    retryAt: fallback(optional(pipe(number(), safeInteger())), undefined),
  }),
  { message: UNEXPLAINED },
)
