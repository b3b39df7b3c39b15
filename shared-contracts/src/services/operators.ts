import {
  array,
  boolean,
  type InferOutput,
  literal,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  strictObject,
  string,
  trim,
  unknown,
  uuid,
  variant,
} from 'valibot'
import {
  AdminProject,
  AnalyticsBody,
  FeatureBody,
  Moment,
  OriginsBody,
  ProjectId,
  Signing,
  SwitchBody,
  TimeZonesBody,
  ToggleBody,
} from './admin.ts'
import { RemoteIdText } from './releaseNames.ts'

/** Our own addition: operators, their sessions and what they sign (decision 0057). */
export const OPERATORS_PATH = '/admin/v1/operators'
export const OPERATOR_SESSION_PATH = '/admin/v1/session'

/** `viewer` reads; `operator` also switches on and off; `releaser` also decides on versions, origins and operators. */
export const ROLES = ['viewer', 'operator', 'releaser'] as const
export type Role = (typeof ROLES)[number]
const Role = picklist(ROLES)

/** A role in one project, or in all of them. */
const Grant = strictObject({ projectId: nullable(ProjectId), role: Role })
const Grants = pipe(array(Grant), minLength(1, 'must name a role'), maxLength(100, 'has more than 100 entries'))
export type Grant = InferOutput<typeof Grant>

/** One line, without characters that could make the text of an action look like another one. */
const line = (max: number) =>
  pipe(
    string(),
    trim(),
    minLength(1, 'is empty'),
    maxLength(max, `has more than ${max} characters`),
    regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+$/u, 'must be one line of text'),
  )
const Name = line(64)
const Reason = line(500)
const Id = pipe(string(), uuid('must be an id'))
/** CAIP-10, such as `eip155:1:0x…`. */
const Account = pipe(
  string(),
  maxLength(128, 'is too long'),
  regex(/^[a-z0-9]{3,16}:[\w-]{1,32}:[\w.%-]+$/, 'must be an account like eip155:1:0x…'),
)

/** What an operator can decide about one project. Keys are always written in this order. */
export const ProjectDecision = variant('kind', [
  strictObject({ kind: literal('toggle'), remoteId: RemoteIdText, ...ToggleBody.entries }),
  strictObject({ kind: literal('kill'), remoteId: RemoteIdText }),
  strictObject({ kind: literal('release'), remoteId: RemoteIdText, ...SwitchBody.entries }),
  strictObject({
    kind: literal('feature'),
    featureId: picklist(['multi_wallet', 'reown_branding']),
    ...FeatureBody.entries,
  }),
  strictObject({ kind: literal('analytics'), ...AnalyticsBody.entries }),
  strictObject({ kind: literal('origins'), ...OriginsBody.entries }),
  strictObject({ kind: literal('timeZones'), ...TimeZonesBody.entries }),
  strictObject({ kind: literal('signing'), signing: Signing }),
])
export type ProjectDecision = InferOutput<typeof ProjectDecision>

/** What an operator can decide about the operators themselves, and the second signature for another's action. */
export const OperatorDecision = variant('kind', [
  strictObject({ kind: literal('invite'), name: Name, grants: Grants }),
  strictObject({ kind: literal('roles'), operatorId: Id, grants: Grants }),
  strictObject({ kind: literal('remove'), operatorId: Id }),
  strictObject({ kind: literal('wallet'), account: Account }),
  strictObject({ kind: literal('approve'), actionId: Id }),
])
export type OperatorDecision = InferOutput<typeof OperatorDecision>

export type Decision = ProjectDecision | OperatorDecision

/** `POST /admin/v1/projects/<id>/actions`. `force`: accept what is not published or not configured yet. */
export const ProjectActionBody = strictObject({
  decision: ProjectDecision,
  reason: optional(Reason),
  force: optional(boolean()),
})

/** `POST /admin/v1/operators/actions` */
export const OperatorActionBody = strictObject({ decision: OperatorDecision, reason: optional(Reason) })

const Binary = pipe(string(), maxLength(16_384, 'is too long'), regex(/^[\w-]*$/, 'must be base64url'))
const Assertion = object({
  id: Binary,
  rawId: Binary,
  type: literal('public-key'),
  response: object({
    clientDataJSON: Binary,
    authenticatorData: Binary,
    signature: Binary,
    userHandle: optional(Binary),
  }),
  clientExtensionResults: optional(object({}), {}),
})
export type Assertion = InferOutput<typeof Assertion>

/** `POST …/actions/<id>/sign`, and the sign-in by passkey: what `navigator.credentials.get` has answered, as JSON. */
export const AssertionBody = strictObject({ assertion: Assertion })

/** `POST …/session/invitation` */
export const InvitationBody = strictObject({ secret: Binary })
/** `POST …/session/enrol`: what `navigator.credentials.create` has answered, as JSON. */
export const EnrolBody = strictObject({
  secret: Binary,
  registration: object({
    id: Binary,
    rawId: Binary,
    type: literal('public-key'),
    response: object({ clientDataJSON: Binary, attestationObject: Binary, transports: optional(array(string())) }),
    clientExtensionResults: optional(object({}), {}),
  }),
})
/** `POST …/session/wallet`: a signed message (CAIP-122). */
export const WalletBody = strictObject({
  message: pipe(string(), maxLength(4_096, 'is too long')),
  signature: pipe(string(), maxLength(16_384, 'is too long')),
})
/** `POST /admin/v1/operators/invitations`, with an admin token. */
export const InviteBody = strictObject({ name: Name, grants: Grants })

/** A one-time link to become an operator, or to add a passkey to an operator of that name. */
export const Invitation = object({ url: string(), expiresAt: Moment })
export type Invitation = InferOutput<typeof Invitation>

/** The answer of `GET …/session`. */
export const OperatorSession = object({
  id: Id,
  name: string(),
  grants: array(object({ projectId: nullable(string()), role: Role })),
  method: picklist(['passkey', 'wallet']),
  expiresAt: Moment,
})
export type OperatorSession = InferOutput<typeof OperatorSession>

/** The answer of `GET /admin/v1/operators`. */
export const Operators = object({
  operators: array(
    object({
      id: Id,
      name: string(),
      grants: array(object({ projectId: nullable(string()), role: Role })),
      passkeys: array(object({ credentialId: string(), createdAt: Moment })),
      wallets: array(string()),
      createdAt: Moment,
    }),
  ),
})
export type Operators = InferOutput<typeof Operators>

/** The release index, without what only browsers need. */
const Releases = object({
  serial: number(),
  issuedAt: string(),
  notAfter: string(),
  audience: array(string()),
  /** The keys that have signed it. Browsers check the signatures, the services do not. */
  keyIds: array(string()),
  shells: array(object({ version: string(), isRevoked: boolean() })),
  remotes: array(object({ id: string(), versions: array(string()), channels: record(string(), array(string())) })),
})
export type Releases = InferOutput<typeof Releases>

/** The answer of `GET /admin/v1/operators/releases`. `null` if the services do not know where the index is. */
export const ReleasesAnswer = object({ index: nullable(Releases) })

const Sign = object({
  status: literal('sign'),
  id: Id,
  /** What is signed, for the operator to read. */
  text: string(),
  /** The SHA-256 of `text`, base64url. */
  challenge: string(),
  /** The operator's passkeys. */
  credentialIds: array(string()),
  expiresAt: Moment,
})

/** The answer to an action: done, waiting for the operator's signature, or waiting for a second operator. */
export const ActionAnswer = variant('status', [
  object({ status: literal('done'), project: optional(AdminProject), invitation: optional(Invitation) }),
  object({ status: literal('pending'), id: Id, expiresAt: Moment }),
  Sign,
])
export type ActionAnswer = InferOutput<typeof ActionAnswer>

/** The answer of `GET /admin/v1/projects/<id>/actions`: what waits for a second operator. */
export const PendingActions = object({
  actions: array(
    object({
      id: Id,
      operator: string(),
      action: string(),
      reason: optional(string()),
      decision: unknown(),
      /** Whether the reader is the operator who signed first, and so cannot be the second one. */
      isOwn: boolean(),
      signedAt: Moment,
      expiresAt: Moment,
    }),
  ),
})
export type PendingActions = InferOutput<typeof PendingActions>

/** Decisions that need an operator's signature: what takes a feature away, changes code, or changes who decides. */
export function isDangerous(decision: Decision): boolean {
  if (decision.kind === 'toggle') return decision.on !== true
  return !['feature', 'analytics', 'timeZones'].includes(decision.kind)
}
