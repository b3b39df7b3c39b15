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

/** The part of a remote that is known without its code: its English messages, and its views and slots without functions. */
export const StaticHalf = object({
  messages: record(string(), string()),
  views: record(string(), object({ title: string(), needsAccount: optional(boolean()) })),
  slots: record(string(), array(record(string(), unknown()))),
})

/** One version of a remote that may be started. */
export const RemoteRelease = object({
  /** Where its files lie, with a trailing slash; relative to the host origin or absolute. */
  url: string(),
  /** Of `static.json`, which pins every file of this version. */
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
     * Channel name → versions, the preferred one first; the first that satisfies the host's contract is taken.
     * `stable` is what a project gets that asks for nothing else.
     */
    channels: record(string(), array(Version)),
    versions: record(Version, RemoteRelease),
  }),
)

/**
 * The release index: what may be started, and from where. On the wire its first line is `alg:keyid:signature,…` over
 * the bytes that follow it. A reader ignores fields that it does not know, and refuses a `format` that it does not know.
 */
export const ReleaseIndex = object({
  format: literal(1),
  serial: pipe(number(), integer(), minValue(1)),
  /** ISO 8601. A date that the browser cannot parse makes the index not yet valid, or expired. */
  issuedAt: string(),
  notAfter: string(),
  /** Origins of the hosts that it is for. Every other host is refused it, also where the key is the same. */
  audience: array(string()),
  /**
   * Origins besides those of `audience` that the modal may be led to, by what is there: `code` (shells and remotes), `api`
   * (the services), `secureSite`. The secure site is never on an origin of `audience`.
   */
  origins: optional(record(string(), array(string()))),
  shells: array(ShellRelease),
  remotes: Remotes,
  /** Where the rest of it is: `LaterReleases` of `laterReleases.ts`. A path on the host origin. */
  later: optional(object({ file: string(), integrity: Integrity })),
})

export type StaticHalf = InferOutput<typeof StaticHalf>
export type RemoteRelease = InferOutput<typeof RemoteRelease>
export type ShellRelease = InferOutput<typeof ShellRelease>
export type ReleaseIndex = InferOutput<typeof ReleaseIndex>
