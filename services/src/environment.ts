import { guard, type InferOutput, type ObjectEntries, object, optional, pipe, regex, string, transform } from 'valibot'
import { authEnvironment, authOptions } from './auth/environment.ts'
import { blockchainEnvironment, blockchainOptions } from './blockchainApi/environment.ts'
import { clientEnvironment, clientOptions } from './http/environment.ts'
import { PROJECT_ID_PATTERN } from './http/readProjectId.ts'
import { jsonRpcEnvironment, jsonRpcOptions, nodesEnvironment } from './jsonRpc/environment.ts'
import { loginEnvironment, loginOptions } from './login/environment.ts'
import { metricsEnvironment, metricsOptions } from './metrics/environment.ts'
import { isOfThisMachine } from './ofThisMachine.ts'
import { mailEnvironment, mailOptions } from './oneTimeCodes/environment.ts'
import { operatorsEnvironment, operatorsOptions } from './operators/environment.ts'
import {
  databaseEnvironment,
  HttpUrl,
  Port,
  PostgresUrl,
  processEnvironment,
  readVariables,
  YesOrNo,
} from './processEnvironment.ts'
import { parseAdminTokens } from './projectConfig/adminTokens.ts'
import { relayEnvironment } from './relay/environment.ts'
import { readSigner, readTrusted, type Signer } from './releases/releaseKeys.ts'
import { SERVICE_NAMES, type ServiceName } from './serviceNames.ts'
import type { ServicesOptions } from './servicesOptions.ts'
import { parsed, variable, withDefault } from './variables.ts'
import { registryEnvironment } from './walletRegistry/environment.ts'

const ADMIN_TOKENS =
  'must be a list like viewer:<token>,operator:<token>,releaser:<token> with tokens of at least 16 letters and digits'

const SERVICES = `must be a list, with commas between them, of ${SERVICE_NAMES.join(', ')}`

const splitNames = (text: string) => text.split(',').map((name) => name.trim())
const areServices = (names: string[]): names is ServiceName[] =>
  names.every((name) => SERVICE_NAMES.some((known) => known === name))

/** The variables of every process, whatever services it runs. */
const commonEnvironment = {
  PORT: optional(Port, '4302'),
  ...processEnvironment,
  DATA_DIR: withDefault(
    '.portico/services',
    string(),
    'the folder of the embedded database (PGlite), and of messages that wait in the relay while the process is stopped. One process per folder; a second one refuses to start. `memory://` keeps nothing',
  ),
  DATABASE_URL: variable(PostgresUrl, '`postgres://…`: a Postgres server instead of the embedded database. Secret'),
  ...databaseEnvironment,
  SERVICES: variable(
    pipe(string(), transform(splitNames), guard(areServices, SERVICES)),
    'the services that this process runs, separated by commas; see [below](#one-process-or-several)',
    'all of them',
  ),
  ...metricsEnvironment,
  ...clientEnvironment,
  SEED_PROJECT_ID: variable(
    pipe(string(), regex(PROJECT_ID_PATTERN, 'must be 32 lower-case hexadecimal characters')),
    'a project, 32 lower-case hexadecimal characters, that is created if it does not exist',
  ),
  SERVICES_DEVELOPMENT: withDefault(
    'no',
    YesOrNo,
    '`yes`: pages on the visitor’s own machine count as pages of every project, also for signing in. Refused unless `SECURE_SITE_ORIGIN` is on this machine',
  ),
}

const adminEnvironment = {
  ADMIN_TOKENS: variable(
    parsed(parseAdminTokens, ADMIN_TOKENS),
    '`role:token,role:token` with the roles `viewer`, `operator` and `releaser`, or single scopes (`read`, `toggle`, `release`), and tokens of at least 16 letters and digits. Secret',
    'no one has access',
  ),
  ...operatorsEnvironment,
}

const projectEnvironment = {
  RELEASE_INDEX_URL: variable(
    HttpUrl,
    'the release index of the deployment, like `https://wallet.example/release-index.txt`. Operators can then choose only what it contains; `--force` overrides that',
    'every version and channel is accepted, and remotes of other teams need `--force`',
  ),
  RELEASE_ROOT_KEYS: variable(
    parsed(readTrusted, 'must be keys like ed25519:<id>:<base64>, separated by commas, or a role in JSON'),
    'the keys of the role `root`, as the loader has them: `ed25519:<id>:<base64>,…`, or `{"keys":[…],"threshold":2}`',
    'signatures of the release index are not checked',
  ),
  RELEASE_TIMESTAMP_KEY: variable(
    parsed(readSigner, 'must be the content of a file of scripts/keys/generate.mjs'),
    'the content of a key file, whose public halves have the role `timestamp`. The services sign with it which releases are the latest. Needs `RELEASE_INDEX_URL` and `RELEASE_ROOT_KEYS`. Secret',
    'there are no timestamps',
  ),
}

/** The variables, grouped by the services that read them; an empty list stands for all services. */
export const VARIABLES: readonly { readonly services: readonly ServiceName[]; readonly entries: ObjectEntries }[] = [
  { services: [], entries: commonEnvironment },
  { services: ['projectConfig', 'analytics'], entries: adminEnvironment },
  { services: ['projectConfig'], entries: projectEnvironment },
  { services: ['walletRegistry'], entries: registryEnvironment },
  { services: ['jsonRpc', 'blockchainApi', 'auth'], entries: nodesEnvironment },
  { services: ['jsonRpc'], entries: jsonRpcEnvironment },
  { services: ['blockchainApi'], entries: blockchainEnvironment },
  { services: ['auth'], entries: authEnvironment },
  { services: ['auth', 'login'], entries: mailEnvironment },
  { services: ['login'], entries: loginEnvironment },
  { services: ['relay'], entries: relayEnvironment },
]

/** The environment of `main.ts`. Error messages complete "<name> …" and never repeat the value, which may be secret. */
export const Environment = object({
  ...commonEnvironment,
  ...adminEnvironment,
  ...projectEnvironment,
  ...registryEnvironment,
  ...nodesEnvironment,
  ...jsonRpcEnvironment,
  ...blockchainEnvironment,
  ...authEnvironment,
  ...mailEnvironment,
  ...loginEnvironment,
  ...relayEnvironment,
})

/** @throws Error with one sentence on the first bad value */
export const readEnvironment = (environment: NodeJS.ProcessEnv): ServicesOptions =>
  toOptions(readVariables(Environment, environment))

/** @throws Error with one sentence if development mode is on and the secure site is on another machine */
function isDevelopment({ SERVICES_DEVELOPMENT, SECURE_SITE_ORIGIN }: InferOutput<typeof Environment>): boolean {
  if (SERVICES_DEVELOPMENT === 'no') return false
  if (SECURE_SITE_ORIGIN === undefined || isOfThisMachine(SECURE_SITE_ORIGIN)) return true
  throw new Error('SERVICES_DEVELOPMENT must be no where SECURE_SITE_ORIGIN is not of this machine.')
}

/** @throws Error with one sentence if the index that the timestamps are about is unknown, or cannot be verified */
function timestampSigner(values: InferOutput<typeof Environment>): Signer | undefined {
  const { RELEASE_TIMESTAMP_KEY: signer, RELEASE_INDEX_URL: url, RELEASE_ROOT_KEYS: trusted } = values
  if (signer && !(url && trusted))
    throw new Error('RELEASE_TIMESTAMP_KEY needs RELEASE_INDEX_URL and RELEASE_ROOT_KEYS.')
  return signer
}

const toOptions = (values: InferOutput<typeof Environment>): ServicesOptions => ({
  port: values.PORT,
  hostname: values.HOST,
  dataDir: values.DATA_DIR,
  databaseUrl: values.DATABASE_URL,
  databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
  services: values.SERVICES,
  adminTokens: values.ADMIN_TOKENS,
  operators: operatorsOptions(values),
  releaseIndex: values.RELEASE_INDEX_URL,
  releaseRootKeys: values.RELEASE_ROOT_KEYS,
  timestampSigner: timestampSigner(values),
  seed: values.SEED_PROJECT_ID ? { projectId: values.SEED_PROJECT_ID } : undefined,
  logLevel: values.LOG_LEVEL,
  isDevelopment: isDevelopment(values),
  clients: clientOptions(values),
  registry: { logoDir: values.WALLET_LOGO_DIR, imageUpstream: values.IMAGE_UPSTREAM },
  jsonRpc: jsonRpcOptions(values),
  blockchain: blockchainOptions(values),
  relay: {
    redisUrl: values.REDIS_URL,
    publicUrls: values.RELAY_PUBLIC_URL ?? [],
    trustedProxies: values.TRUSTED_PROXIES,
  },
  auth: authOptions(values),
  login: loginOptions(values, mailOptions(values)),
  metrics: metricsOptions(values),
})
