import type { ReleaseRole } from '@portico/contracts/services/releaseIndex'
import type { AuthOptions } from './auth/environment.ts'
import type { BlockchainOptions } from './blockchainApi/environment.ts'
import type { ClientOptions } from './http/environment.ts'
import type { JsonRpcOptions } from './jsonRpc/environment.ts'
import type { LogLevel } from './log.ts'
import type { LoginOptions } from './login/environment.ts'
import type { MetricsOptions } from './metrics/environment.ts'
import type { OperatorsOptions } from './operators/environment.ts'
import type { AdminToken } from './projectConfig/adminTokens.ts'
import type { Seed } from './projectConfig/seedProject.ts'
import type { RelaySettings } from './relay/environment.ts'
import type { Signer } from './releases/releaseKeys.ts'
import type { ServiceName } from './serviceNames.ts'
import type { RegistryOptions } from './walletRegistry/registryApi.ts'

export interface ServicesOptions {
  /** The port; 0 picks a free one. */
  readonly port: number
  readonly hostname?: string
  /** The folder of the embedded database, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** Timeout for the Postgres server, in milliseconds. */
  readonly databaseTimeoutMs?: number
  /** All services by default. */
  readonly services?: readonly ServiceName[]
  /** Without a token, the admin API refuses every request. */
  readonly adminTokens?: readonly AdminToken[]
  /** Without it, operators cannot sign in, and only admin tokens work. */
  readonly operators?: OperatorsOptions
  /** The deployment's release index. Without it, operators can enter every version and channel. */
  readonly releaseIndex?: URL
  /** The holders of the role `root`. Without them, signatures of the release index are not checked. */
  readonly releaseRootKeys?: ReleaseRole
  /** Signs the timestamps of releases. Without it, there are none. */
  readonly timestampSigner?: Signer
  /** A project that is created at the start if it is missing. */
  readonly seed?: Seed
  readonly logLevel?: LogLevel
  /** Without it, logos are read from a folder in the working directory. */
  readonly registry?: RegistryOptions
  /** Without it, no chain has a node. */
  readonly jsonRpc?: JsonRpcOptions
  /** Without it, the API reads from nodes only: no prices and no swaps. */
  readonly blockchain?: BlockchainOptions
  readonly relay?: RelaySettings
  /** Without it, signing in is off. */
  readonly auth?: AuthOptions
  /** Without it, there is no embedded wallet. */
  readonly login?: LoginOptions
  /** Whether pages on the visitor's own machine count as pages of every project; false by default. */
  readonly isDevelopment?: boolean
  /** Without it, the default limit applies, and no proxy is trusted. */
  readonly clients?: ClientOptions
  /** Without it, there are no metrics. */
  readonly metrics?: MetricsOptions
}
