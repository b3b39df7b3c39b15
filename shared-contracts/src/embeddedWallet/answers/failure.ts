import { fallback, number, object, optional, pipe, safeInteger, string, transform } from 'valibot'

/** The message for a failure that the frame does not explain. */
export const UNEXPLAINED = 'An error occurred'

/** The longest explanation. A longer one is cut off, but the failure still counts. */
const EXPLANATION_MAX = 1_000

/**
 * The payload of every `…_ERROR`. Other clients drop the code, and need the message: they ignore an answer without a
 * message and keep waiting. Our client accepts any failure.
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
    /** For `deviceWaiting`: the time in Unix seconds. */
    retryAt: fallback(optional(pipe(number(), safeInteger())), undefined),
  }),
  { message: UNEXPLAINED },
)
