import {
  array,
  boolean,
  type GenericSchema,
  type InferOutput,
  integer,
  literal,
  minValue,
  number,
  object,
  objectWithRest,
  optional,
  pipe,
  record,
  regex,
  string,
  unknown,
} from 'valibot'

export const Integrity = pipe(string(), regex(/^sha384-[A-Za-z0-9+/]{64}$/))
export const Version = pipe(string(), regex(/^\d+\.\d+\.\d+$/))
/** A caret range of contract versions, or one exact version. */
export const Range = pipe(string(), regex(/^\^?\d+\.\d+\.\d+$/))

/** What is known of a remote without its code: its English messages, and its views and slots without functions. */
export const StaticHalf = object({
  messages: record(string(), string()),
  views: record(string(), object({ title: string(), needsAccount: optional(boolean()) })),
  slots: record(string(), array(record(string(), unknown()))),
  /** Outlines of the remote's own icons, keyed by name. */
  icons: optional(record(string(), string())),
  isOnByDefault: optional(boolean()),
  isRestricted: optional(boolean()),
})

/** A version of a remote that may be started. */
export const RemoteRelease = object({
  /** The URL of the version's folder. It ends with a slash, and is absolute or relative to the host origin. */
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
     * The versions of each channel, keyed by the channel's name, the preferred version first. The first version whose
     * contract range the host satisfies is started. `stable` is a project's default channel.
     */
    channels: record(string(), array(Version)),
    versions: record(Version, RemoteRelease),
  }),
)

/** The holders of a role, and how many of them have to sign. */
export const ReleaseRole = object({
  /** `algorithm:keyid:base64` of the public keys. A holder has one key id and up to one key for each algorithm. */
  keys: array(string()),
  threshold: pipe(number(), integer(), minValue(1)),
})

/**
 * Who may sign what. The holders of the role `root` sign it, and so do those of the previous root.
 * Besides `root` and `shell`, which signs the index, `roles` may have `timestamp`, which the services sign with, and
 * `remote:<id>` for remotes whose teams sign their own releases.
 */
export const ReleaseRoot = object({
  type: literal('root'),
  version: pipe(number(), integer(), minValue(1)),
  /** An ISO 8601 date, after which nothing that was verified by this root is accepted. */
  expires: string(),
  roles: objectWithRest({ root: ReleaseRole, shell: ReleaseRole }, ReleaseRole),
})

/**
 * The release index states what may be started, and from where. On the wire, two lines for each root, oldest first, and then
 * two for the index: its signatures, `alg:keyid:signature,…`, and the signed JSON. A reader ignores unknown fields, but
 * rejects an unknown `format`.
 */
export const ReleaseIndex = object({
  format: literal(1),
  serial: pipe(number(), integer(), minValue(1)),
  /** An ISO 8601 date. With dates that the browser cannot parse, the index counts as not yet valid or as expired. */
  issuedAt: string(),
  notAfter: string(),
  /** The origins of the hosts for which the index is meant. Any other host rejects it, even if it has the same key. */
  audience: array(string()),
  /**
   * Further origins that the modal may use, keyed by what they serve: `code` (shells and remotes), `api` (the
   * services), `secureSite`. The secure site is never on an origin in `audience`.
   */
  origins: optional(record(string(), array(string()))),
  shells: array(ShellRelease),
  remotes: Remotes,
  /** The file with the rest of the index (`LaterReleases` in `laterReleases.ts`), as a path on the host origin. */
  later: optional(object({ file: string(), integrity: Integrity })),
  /** Not on the wire, and verified before: the root by which the index was verified. Undefined if no root was served. */
  root: optional(unknown() as GenericSchema<ReleaseRoot>),
  /** False if the host's windows run no remote from a developer's computer, even if its owner allows it. */
  developerOverride: optional(boolean()),
})

export type StaticHalf = InferOutput<typeof StaticHalf>
export type RemoteRelease = InferOutput<typeof RemoteRelease>
export type ShellRelease = InferOutput<typeof ShellRelease>
export type ReleaseRole = InferOutput<typeof ReleaseRole>
export type ReleaseRoot = InferOutput<typeof ReleaseRoot>
export type ReleaseIndex = InferOutput<typeof ReleaseIndex>
