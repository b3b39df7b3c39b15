import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'

/**
 * Whether an index allows a URL for a purpose: the URL's origin must be that of one of the index's hosts, or one that
 * the index names for the purpose.
 * @param what the purpose, a key of `origins`; `host` for the hosts alone
 */
export const mayBe = (
  { audience, origins }: Pick<ReleaseIndex, 'audience' | 'origins'>,
  what: 'host' | 'code' | 'api',
  url: string | URL,
): boolean => audience.concat(origins?.[what] ?? []).includes(new URL(url).origin)
