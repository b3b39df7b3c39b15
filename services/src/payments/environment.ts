import { check, pipe, regex, string, transform } from 'valibot'
import { type Values, variable } from '../variables.ts'
import type { CreateTestExchange } from './exchanges/exchangeSource.ts'

export interface PaymentsUpstream {
  /** The base URL for the API of services.md §9. Its query, which may contain a key, is added to every request. */
  readonly url: URL
  /** Sent as `Authorization: Bearer <key>`. */
  readonly key?: string | undefined
}

export interface PaymentsSettings {
  readonly upstream?: PaymentsUpstream | undefined
  /** An exchange with the test exchange's id. On its networks, it is the only exchange. */
  readonly testExchange?: CreateTestExchange | undefined
}

const isOpenUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return Boolean(url && /^https?:$/.test(url.protocol) && !url.username && !url.password)
}

/** The environment variables for payments, which are part of the process's environment. */
export const paymentsEnvironment = {
  PAYMENTS_URL: variable(
    pipe(
      string(),
      check(isOpenUrl, 'must be an http or https URL without a password'),
      transform((text) => new URL(text)),
    ),
    'a service for exchanges and transfers; see [below](#payments). Its query may contain a key',
    'no exchanges, and swaps through `POOLS` only',
  ),
  PAYMENTS_KEY: variable(
    pipe(string(), regex(/^[\w.~+/=:-]{16,}$/, 'must be a key of 16 characters or more')),
    'sent to `PAYMENTS_URL` as `Authorization: Bearer <key>`. Secret',
  ),
}

/** Without these variables there are no exchanges; payments by a swap need only pools (`POOLS`). */
export const paymentsSettings = (values: Values<typeof paymentsEnvironment>): PaymentsSettings => ({
  upstream: values.PAYMENTS_URL && { url: values.PAYMENTS_URL, key: values.PAYMENTS_KEY },
})
