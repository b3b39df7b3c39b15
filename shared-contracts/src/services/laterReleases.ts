import { array, type InferOutput, object, optional, record, string, unknown } from 'valibot'
import { Integrity, Range, Remotes, Version } from './releaseIndex.ts'

/* What a release index pins, in a file of its own: the shell carries no schema that it does not need for the list of wallets. */

/**
 * What of the index nobody needs before the list of wallets: the remotes that have no place in Connect, and the routers of
 * swaps. A file of its own, which the index pins.
 */
export const LaterReleases = object({
  remotes: Remotes,
  /** `SwapRouters`: read by whoever swaps, so that nobody else carries its schema. */
  swapRouters: optional(unknown()),
  /** `SignedSite`: read before the embedded wallet's frame is made, so that nobody else carries its schema. */
  secureSite: optional(unknown()),
})

/**
 * What the secure site is made of. The modal compares it with what is served before it gives the embedded wallet's frame
 * anything.
 */
export const SignedSite = object({
  /** Path of a page → hashes of its HTML, the newest first. Several while servers are updated one after another. */
  pages: record(string(), array(Integrity)),
  /** Origins that its settings may name: services, share stores, bundlers. */
  connect: array(string()),
})

/** `static.json` of one version: every file of it with its hash. */
export const RemoteFiles = object({
  id: string(),
  version: Version,
  contract: Range,
  /** The federation container's name: it carries the version (federation.md, decision 11). */
  container: string(),
  entry: object({ file: string(), integrity: Integrity }),
  /** The chunk of `remote.ts`, fetched side by side with the entry. */
  expose: array(object({ file: string(), integrity: Integrity })),
  /** View name → its chunks. */
  views: record(string(), array(object({ file: string(), integrity: Integrity }))),
  /** Locale → its messages. */
  messages: record(string(), object({ file: string(), integrity: Integrity })),
})

export type LaterReleases = InferOutput<typeof LaterReleases>
export type SignedSite = InferOutput<typeof SignedSite>
export type RemoteFiles = InferOutput<typeof RemoteFiles>
