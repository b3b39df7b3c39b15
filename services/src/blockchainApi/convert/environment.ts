import { optional, pipe, regex, string } from 'valibot'

export interface OneInchOptions {
  readonly key: string
  /** Instead of the public one. */
  readonly url?: URL
}

/** The variable of the swaps, for `environment.ts` of the process. */
export const convertEnvironment = {
  ONEINCH_KEY: optional(pipe(string(), regex(/^[\w.-]{16,}$/, 'must be a key of the 1inch portal'))),
}

/** Without a key there are swaps in pools only. */
export const oneInchOptions = ({ ONEINCH_KEY: key }: { readonly ONEINCH_KEY?: string | undefined }) =>
  key ? { key } : undefined
