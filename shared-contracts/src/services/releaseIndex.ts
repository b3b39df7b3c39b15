import {
  array,
  boolean,
  type InferOutput,
  integer,
  literal,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  string,
  unknown,
} from 'valibot'

export const Integrity = pipe(string(), regex(/^sha384-[A-Za-z0-9+/]{64}$/))
export const Version = pipe(string(), regex(/^\d+\.\d+\.\d+$/))
/** Caret range of the contract, or one exact version. */
export const Range = pipe(string(), regex(/^\^?\d+\.\d+\.\d+$/))

/**
 * The part of a remote that is available without its code: its English messages, and its views and slots without
 * functions.
 */
export const StaticHalf = object({
  messages: record(string(), string()),
  views: record(string(), object({ title: string(), needsAccount: optional(boolean()) })),
  slots: record(string(), array(record(string(), unknown()))),
})

/** One version of a remote that may be started. */
export const RemoteRelease = object({
  /** The folder of its files, with a trailing slash; relative to the host origin or absolute. */
  url: string(),
  /** The hash of `static.json`, which pins every file of this version. */
  integrity: Integrity,
  contract: Range,
  static: StaticHalf,
})

export const ShellRelease = object({
  version: Version,
  url: string(),
  integrity: Integrity,
  protocol: pipe(number(), integer()),
  revoked: optional(boolean()),
})

export const Remotes = record(
  string(),
  object({
    /**
     * Channel name → versions, the preferred one first; the first that satisfies the host's contract wins. `stable` is
     * the default channel of a project.
     */
    channels: record(string(), array(Version)),
    versions: record(Version, RemoteRelease),
  }),
)

/**
 * The release index: what may be started, and from where. On the wire its first line is `alg:keyid:signature,…` over
 * the bytes that follow. A reader ignores unknown fields, and rejects an unknown `format`.
 */
export const ReleaseIndex = object({
  format: literal(1),
  serial: pipe(number(), integer(), minValue(1)),
  /** ISO 8601. A date that the browser cannot parse makes the index not yet valid, or expired. */
  issuedAt: string(),
  notAfter: string(),
  /** Origins of the hosts it is for. Every other host rejects it, even with the same key. */
  audience: array(string()),
  /**
   * Origins besides those of `audience` that the modal may use, by content: `code` (shells and remotes), `api` (the
   * services), `secureSite`. The secure site is never on an origin of `audience`.
   */
  origins: optional(record(string(), array(string()))),
  shells: array(ShellRelease),
  remotes: Remotes,
  /** Where the rest is: `LaterReleases` of `laterReleases.ts`. A path on the host origin. */
  later: optional(object({ file: string(), integrity: Integrity })),
})

export type StaticHalf = InferOutput<typeof StaticHalf>
export type RemoteRelease = InferOutput<typeof RemoteRelease>
export type ShellRelease = InferOutput<typeof ShellRelease>
export type ReleaseIndex = InferOutput<typeof ReleaseIndex>
