import { check, optional, pipe, string } from 'valibot'
import type { RegistryOptions } from './registryApi.ts'

/** Below the working directory, the target of `scripts/walletLogos.mjs`. */
export const DEFAULT_LOGO_DIR = '.cache/wallet-logos'

const isHttpUrl = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)

/** The environment variables of the wallet registry. */
export const registryEnvironment = {
  WALLET_LOGO_DIR: optional(string(), DEFAULT_LOGO_DIR),
  IMAGE_UPSTREAM: optional(pipe(string(), check(isHttpUrl, 'must be a URL that begins with https:// or http://'))),
}

/** Converts environment values to options. */
export const registryOptions = (values: {
  readonly WALLET_LOGO_DIR: string
  readonly IMAGE_UPSTREAM?: string
}): RegistryOptions => ({ logoDir: values.WALLET_LOGO_DIR, imageUpstream: values.IMAGE_UPSTREAM })
