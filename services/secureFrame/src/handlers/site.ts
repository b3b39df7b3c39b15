import type { Handlers } from '../messages/channel.ts'
import type { Theme } from '../theme/createTheme.ts'

type Metadata = NonNullable<Parameters<Handlers['SYNC_DAPP_DATA']>[0]['metadata']>

/** @returns handlers, and `metadata`: what the page claims about itself. Only the origin comes from the browser */
export function siteHandlers(theme: Theme) {
  let metadata: Metadata | undefined
  return {
    metadata: () => metadata,
    handlers: {
      async SYNC_THEME(wanted) {
        theme.apply(wanted)
      },
      async SYNC_DAPP_DATA(said) {
        // The page's project id is a mere claim too: the frame uses the one in its own address.
        if (said.metadata) metadata = said.metadata
      },
    } satisfies Pick<Handlers, 'SYNC_THEME' | 'SYNC_DAPP_DATA'>,
  }
}
