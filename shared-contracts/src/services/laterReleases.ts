import { array, type InferOutput, object, optional, record, string, unknown } from 'valibot'
import { Integrity, Range, Remotes, Version } from './releaseIndex.ts'

/* What a release index pins, in its own file: the shell carries only the schemas that it needs for the wallet list. */

/**
 * The part of the index that the wallet list does not need: remotes outside of Connect, and swap routers. In its own
 * file, pinned by the index.
 */
export const LaterReleases = object({
  remotes: Remotes,
  /** `SwapRouters`: parsed only for swaps, so that no one else carries its schema. */
  swapRouters: optional(unknown()),
  /** `SignedSite`: parsed before the embedded wallet's frame is created, so that no one else carries its schema. */
  secureSite: optional(unknown()),
})

/**
 * The secure site's expected content. The modal compares it with what is served before it sends the embedded wallet's
 * frame anything.
 */
export const SignedSite = object({
  /** Path of a page → hashes of its HTML, newest first. Several while servers are being updated. */
  pages: record(string(), array(Integrity)),
  /** Origins that its configuration may name: services, share stores, bundlers. */
  connect: array(string()),
})

/** `static.json` of one version: all its files with their hashes. */
export const RemoteFiles = object({
  id: string(),
  version: Version,
  contract: Range,
  /** The federation container's name, which includes the version (federation.md, decision 11). */
  container: string(),
  entry: object({ file: string(), integrity: Integrity }),
  /** The chunk of `remote.ts`, fetched in parallel with the entry. */
  expose: array(object({ file: string(), integrity: Integrity })),
  /** View name → its chunks. */
  views: record(string(), array(object({ file: string(), integrity: Integrity }))),
  /** Locale → its messages. */
  messages: record(string(), object({ file: string(), integrity: Integrity })),
})

export type LaterReleases = InferOutput<typeof LaterReleases>
export type SignedSite = InferOutput<typeof SignedSite>
export type RemoteFiles = InferOutput<typeof RemoteFiles>
