import { check, type InferOutput, literal, object, pipe, regex, string } from 'valibot'
import { isRemoteId } from '../remoteId.ts'
import { Integrity, RemoteRelease, Version } from './releaseIndex.ts'

/*
 * A developer's remote that runs in a deployed host's window, in one tab, after consent (decision 0058). The developer's
 * command serves two files besides the remote's own, and prints a link to a page, with the fragment
 * `#portico-dev=<id>,<origin>,<integrity>,<key>` (`DEVELOPER_PARAMETER`).
 */

/** A signed `DeveloperStatement`: its first line is the signature in base64, of the bytes after that line. */
export const STATEMENT_FILE = 'portico-dev.txt'

/** Server-sent events: one message after each build. */
export const BUILDS_FILE = 'portico-dev-builds'

/** Loopback only: no name that someone else's DNS server can answer, and no default port, on which sites are served. */
const isLoopback = (text: string): boolean => {
  if (!/^http:\/\/(localhost|127\.0\.0\.1):[1-9]\d{1,4}$/.test(text)) return false
  return URL.canParse(text) && new URL(text).origin === text
}

/** What a link asks for, and what a tab remembers after consent. */
export const DeveloperRequest = object({
  id: pipe(string(), check(isRemoteId, 'the id is not one of a remote')),
  origin: pipe(string(), check(isLoopback, 'the address is not one of this computer')),
  /** The hash of `static.json`, which pins every file of the version that the link was printed for. */
  integrity: Integrity,
  /** The public key of the command that printed the link: an uncompressed P-256 point, in base64url. */
  key: pipe(string(), regex(/^B[\w-]{86}$/, 'the key is not a P-256 key')),
})

/** What the command says about its newest build. Only its own key can sign it. */
export const DeveloperStatement = object({
  format: literal(1),
  id: string(),
  version: Version,
  /** As in a release index. `url` is relative to the origin. */
  release: RemoteRelease,
})

export type DeveloperRequest = InferOutput<typeof DeveloperRequest>
export type DeveloperStatement = InferOutput<typeof DeveloperStatement>
