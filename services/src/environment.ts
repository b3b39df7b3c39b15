import { guard, type InferOutput, object, optional, pipe, rawTransform, regex, string, transform } from 'valibot'
import { authEnvironment, authOptions } from './auth/environment.ts'
import { blockchainEnvironment, blockchainOptions } from './blockchainApi/environment.ts'
import { clientEnvironment, clientOptions } from './http/environment.ts'
import { PROJECT_ID_PATTERN } from './http/readProjectId.ts'
import { jsonRpcEnvironment, jsonRpcOptions } from './jsonRpc/environment.ts'
import { loginEnvironment, loginOptions } from './login/environment.ts'
import { metricsEnvironment, metricsOptions } from './metrics/environment.ts'
import { isOfThisMachine } from './ofThisMachine.ts'
import { mailOptions } from './oneTimeCodes/environment.ts'
import {
  databaseEnvironment,
  Port,
  PostgresUrl,
  processEnvironment,
  readVariables,
  YesOrNo,
} from './processEnvironment.ts'
import { parseAdminTokens } from './projectConfig/adminTokens.ts'
import { relayEnvironment, relaySettings } from './relay/environment.ts'
import { SERVICE_NAMES, type ServiceName } from './serviceNames.ts'
import type { ServicesOptions } from './servicesOptions.ts'
import { registryEnvironment, registryOptions } from './walletRegistry/environment.ts'

const ADMIN_TOKENS =
  'must be a list like read:<token>,toggle:<token>,release:<token> with tokens of at least 16 letters and digits'

const SERVICES = `must be a list, with commas between them, of ${SERVICE_NAMES.join(', ')}`

const splitNames = (text: string) => text.split(',').map((name) => name.trim())
const areServices = (names: string[]): names is ServiceName[] =>
  names.every((name) => SERVICE_NAMES.some((known) => known === name))

const AdminTokens = pipe(
  string(),
  rawTransform(({ dataset, addIssue, NEVER }) => {
    const tokens = parseAdminTokens(dataset.value)
    if (tokens) return tokens
    addIssue({ message: ADMIN_TOKENS })
    return NEVER
  }),
)

/**
 * The environment of `main.ts`, documented in a table of the self-hosting guide, which a test compares. A message
 * completes the sentence "<name> …" and never repeats the value, which may be secret.
 */
export const Environment = object({
  PORT: optional(Port, '4302'),
  ...processEnvironment,
  DATA_DIR: optional(string(), '.portico/services'),
  DATABASE_URL: optional(PostgresUrl),
  ...databaseEnvironment,
  ADMIN_TOKENS: optional(AdminTokens),
  SERVICES: optional(pipe(string(), transform(splitNames), guard(areServices, SERVICES))),
  SEED_PROJECT_ID: optional(pipe(string(), regex(PROJECT_ID_PATTERN, 'must be 32 lower-case hexadecimal characters'))),
  SERVICES_DEVELOPMENT: optional(YesOrNo, 'no'),
  ...clientEnvironment,
  ...registryEnvironment,
  ...jsonRpcEnvironment,
  ...blockchainEnvironment,
  ...relayEnvironment,
  ...authEnvironment,
  ...loginEnvironment,
  ...metricsEnvironment,
})

/** @throws Error with one sentence on the first bad value */
export const readEnvironment = (environment: NodeJS.ProcessEnv): ServicesOptions =>
  toOptions(readVariables(Environment, environment))

/**
 * @throws Error with one sentence if visitors of other machines would depend on development pages of their own machine
 */
function isDevelopment({ SERVICES_DEVELOPMENT, SECURE_SITE_ORIGIN }: InferOutput<typeof Environment>): boolean {
  if (SERVICES_DEVELOPMENT === 'no') return false
  if (SECURE_SITE_ORIGIN === undefined || isOfThisMachine(SECURE_SITE_ORIGIN)) return true
  throw new Error('SERVICES_DEVELOPMENT must be no where SECURE_SITE_ORIGIN is not of this machine.')
}

const toOptions = (values: InferOutput<typeof Environment>): ServicesOptions => ({
  port: values.PORT,
  hostname: values.HOST,
  dataDir: values.DATA_DIR,
  databaseUrl: values.DATABASE_URL,
  databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
  services: values.SERVICES,
  adminTokens: values.ADMIN_TOKENS,
  seed: values.SEED_PROJECT_ID ? { projectId: values.SEED_PROJECT_ID } : undefined,
  logLevel: values.LOG_LEVEL,
  isDevelopment: isDevelopment(values),
  clients: clientOptions(values),
  registry: registryOptions(values),
  jsonRpc: jsonRpcOptions(values),
  blockchain: blockchainOptions(values),
  relay: relaySettings(values),
  auth: authOptions(values),
  login: loginOptions(values, mailOptions(values)),
  metrics: metricsOptions(values),
})
