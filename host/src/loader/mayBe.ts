import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'

/**
 * Whether an index lets its reader go to a URL: one on an origin of its hosts, or on one that it names for this.
 * @param what a key of `origins`; `host` for the hosts alone
 */
export const mayBe = (
  { audience, origins }: Pick<ReleaseIndex, 'audience' | 'origins'>,
  what: 'host' | 'code' | 'api',
  url: string | URL,
): boolean => audience.concat(origins?.[what] ?? []).includes(new URL(url).origin)
