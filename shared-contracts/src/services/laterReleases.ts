import { array, type InferOutput, object, optional, record, string, unknown } from 'valibot'
import { Integrity, Range, Remotes, Version } from './releaseIndex.ts'

/*
 * The parts of a release that the wallet list does not need. They are in a file of their own, because the shell
 * includes only the schemas for the wallet list.
 */

/**
 * The part of the release index that the wallet list does not need: remotes outside of Connect, swap routers and the
 * secure site. On the wire it is in a file of its own, which the index pins.
 */
export const LaterReleases = object({
  remotes: Remotes,
  /** Has the schema `SwapRouters`. It is parsed only for swaps, so that no other code includes its schema. */
  swapRouters: optional(unknown()),
  /** A `SignedSite`, parsed only before the embedded wallet's frame is created, so no other code has its schema. */
  secureSite: optional(unknown()),
  /** A `SignedLog`, if this index and its releases are in a log. */
  log: optional(unknown()),
})

/** The log in which everything is that was signed. It is next to the index, in `log/`. */
export const SignedLog = object({
  /** Who the log is, as in its checkpoints. */
  origin: string(),
  /** The public key that signs its checkpoints, as the text of a verifier key (C2SP signed-note). */
  key: string(),
})

/** What the secure site must serve. The modal checks that before it sends the embedded wallet's frame anything. */
export const SignedSite = object({
  /** The hashes of each page's HTML, newest first, keyed by its path. A page has several while servers are updated. */
  pages: record(string(), array(Integrity)),
  /** The origins that the site's configuration may contain: services, share stores, bundlers. */
  connect: array(string()),
})

/** The `static.json` of one version: all its files, with their hashes. */
export const RemoteFiles = object({
  id: string(),
  version: Version,
  contract: Range,
  /** The federation container's name, which includes the version (federation.md, decision 11). */
  container: string(),
  entry: object({ file: string(), integrity: Integrity }),
  /** The chunk with `remote.ts`, which is fetched in parallel with the entry. */
  expose: array(object({ file: string(), integrity: Integrity })),
  /** The chunks of each view, keyed by the view's name. */
  views: record(string(), array(object({ file: string(), integrity: Integrity }))),
  /** The messages, keyed by locale. */
  messages: record(string(), object({ file: string(), integrity: Integrity })),
})

export type LaterReleases = InferOutput<typeof LaterReleases>
export type SignedLog = InferOutput<typeof SignedLog>
export type SignedSite = InferOutput<typeof SignedSite>
export type RemoteFiles = InferOutput<typeof RemoteFiles>
