import { Hono } from 'hono'
import type { Log } from '../log.ts'
import { createImageUpstream, noUpstream } from './createImageUpstream.ts'
import { createWalletLogos } from './createWalletLogos.ts'
import { imagesApi } from './imagesApi.ts'
import { listsApi } from './listsApi.ts'
import { walletsApi } from './walletsApi.ts'

export interface RegistryOptions {
  /** The folder to which `scripts/walletLogos.mjs` writes; may be empty or missing. */
  readonly logoDir: string
  /** The URL of another registry, for missing images. */
  readonly imageUpstream?: URL
}

/** The wallet registry (services.md §4.1, §4.3): wallets, images, networks, tokens and currencies. */
export const registryApi = (
  { logoDir, imageUpstream }: RegistryOptions,
  log: Log,
  ownNetworks: readonly string[] = [],
) =>
  new Hono()
    .route('/', walletsApi())
    .route('/', listsApi())
    .route(
      '/',
      imagesApi(
        {
          logos: createWalletLogos(logoDir),
          upstream: imageUpstream ? createImageUpstream(imageUpstream, log) : noUpstream,
        },
        ownNetworks,
      ),
    )
