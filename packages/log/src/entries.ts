import {
  type InferOutput,
  integer,
  literal,
  looseObject,
  minValue,
  number,
  object,
  optional,
  pipe,
  regex,
  safeParse,
  string,
  variant,
} from 'valibot'
import { fromUtf8, utf8 } from './bytes.ts'
import { LogError } from './errors.ts'

/** What the log contains: one small JSON text for each signed document and each release. */

const Hash = pipe(string(), regex(/^sha384-[A-Za-z0-9+/]{64}$/))
const Version = pipe(string(), regex(/^\d+\.\d+\.\d+$/))
/** The commit from which the files can be built again. */
const Commit = optional(pipe(string(), regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)))
const Count = pipe(number(), integer(), minValue(1))

/** A root document: who may sign what. `sha384` is the hash of the signed JSON. */
const RootEntry = object({ type: literal('root'), version: Count, sha384: Hash })
/** A signed release index. `sha384` is the hash of `release-index.txt` as it is served, with its signatures. */
const IndexEntry = object({ type: literal('index'), serial: Count, sha384: Hash })
/** A version of a remote. `integrity` is the hash of its `static.json`, which pins its files. */
const ReleaseEntry = object({
  type: literal('release'),
  id: string(),
  version: Version,
  integrity: Hash,
  commit: Commit,
})
/** A version of the shell. `integrity` is the hash of its `shell.js`, which pins its chunks. */
const ShellEntry = object({ type: literal('shell'), version: Version, integrity: Hash, commit: Commit })

/** A file that sites load, and that nothing else pins. */
const LoaderEntry = object({ type: literal('loader'), file: string(), integrity: Hash, commit: Commit })

const KnownEntry = variant('type', [RootEntry, IndexEntry, ReleaseEntry, ShellEntry, LoaderEntry])
/** Later kinds of entries, such as operators' actions. They are read, but nothing is known of them. */
const OtherEntry = looseObject({ type: string() })

type KnownEntry = InferOutput<typeof KnownEntry>
export type LogEntry = KnownEntry | InferOutput<typeof OtherEntry>

const KNOWN: readonly string[] = ['root', 'index', 'release', 'shell', 'loader'] satisfies KnownEntry['type'][]

export const isKnown = (entry: LogEntry): entry is KnownEntry => KNOWN.includes(entry.type)

/** The canonical form of a JSON value: keys in the order of their code units, and no spaces. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

/**
 * The bytes of an entry. Two entries with the same content have the same bytes, in any browser and on any server.
 * @throws LogError `log.malformed` if a known kind of entry has a wrong field
 */
export const encodeEntry = (entry: LogEntry): Uint8Array => utf8(canonical(checked(entry)))

function checked(value: unknown): LogEntry {
  const other = safeParse(OtherEntry, value)
  if (!other.success) throw new LogError('log.malformed', 'An entry must be an object with a type.')
  if (!isKnown(other.output)) return other.output
  const known = safeParse(KnownEntry, value)
  if (known.success) return known.output
  throw new LogError('log.malformed', `An entry of the type ${other.output.type}: ${known.issues[0].message}.`)
}

/**
 * Reads an entry. An unknown type is no error.
 * @throws LogError `log.malformed` if it is not JSON, not canonical, or a known kind of entry has a wrong field
 */
export function decodeEntry(bytes: Uint8Array): LogEntry {
  const text = fromUtf8(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new LogError('log.malformed', `The entry “${text.slice(0, 80)}” is not JSON.`, { cause })
  }
  const entry = checked(value)
  // With a second way to write the same entry, an entry could be in the log and not be found there.
  if (canonical(value) !== text)
    throw new LogError('log.malformed', `The entry “${text.slice(0, 80)}” is not canonical.`)
  return entry
}
