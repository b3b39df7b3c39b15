import { check, maxLength, pipe, regex, string } from 'valibot'
import { isRemoteId } from '../remoteId.ts'

/** Names of what is released, as the services accept them. */

export const RemoteIdText = pipe(string(), check(isRemoteId, 'must be 3 to 32 letters and digits in lower camel case'))

export const ReleaseChannel = pipe(
  string(),
  regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be up to 32 lower-case letters, digits and hyphens, a letter first'),
)

export const ReleaseVersion = pipe(
  string(),
  maxLength(32, 'is too long'),
  regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, 'must be like 1.2.3'),
)
