import { fallback, number, object, optional, pipe, safeInteger, string, transform } from 'valibot'

/** For a frame that does not say why. */
export const UNEXPLAINED = 'An error occurred'

/** A longer explanation is cut; the failure still counts. */
const EXPLANATION_MAX = 1_000

/**
 * The payload of every `…_ERROR`. Other clients require the message, ignore an answer without one and keep waiting;
 * they drop the code. Ours accepts any failure.
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
    /** One of `FRAME_FAILURES`, or an EIP-1193 or EIP-1474 code. */
    code: fallback(optional(pipe(number(), safeInteger())), undefined),
    /** For `deviceWaiting`: Unix seconds. */
    retryAt: fallback(optional(pipe(number(), safeInteger())), undefined),
  }),
  { message: UNEXPLAINED },
)
