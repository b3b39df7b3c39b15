import { string } from 'valibot'
import { HttpUrl } from '../processEnvironment.ts'
import { variable, withDefault } from '../variables.ts'

/** The folder in the working directory to which `scripts/walletLogos.mjs` writes. */
export const DEFAULT_LOGO_DIR = '.cache/wallet-logos'

/** The environment variables of the wallet registry. */
export const registryEnvironment = {
  WALLET_LOGO_DIR: withDefault(
    DEFAULT_LOGO_DIR,
    string(),
    'the folder of the logos, `<name>.webp`. They are read when requested, so they can be added later',
  ),
  IMAGE_UPSTREAM: variable(
    HttpUrl,
    'the URL of another registry with the same addresses, which is asked for images that are missing here; its query is sent along',
  ),
}
