import type { AuthOptions } from './auth/environment.ts'
import type { BlockchainOptions } from './blockchainApi/environment.ts'
import type { ClientOptions } from './http/environment.ts'
import type { JsonRpcOptions } from './jsonRpc/environment.ts'
import type { LogLevel } from './log.ts'
import type { LoginOptions } from './login/environment.ts'
import type { MetricsOptions } from './metrics/environment.ts'
import type { AdminToken } from './projectConfig/adminTokens.ts'
import type { Seed } from './projectConfig/seedProject.ts'
import type { RelaySettings } from './relay/environment.ts'
import type { ServiceName } from './serviceNames.ts'
import type { RegistryOptions } from './walletRegistry/registryApi.ts'

export interface ServicesOptions {
  /** 0 picks a free one. */
  readonly port: number
  readonly hostname?: string
  /** The folder of the embedded database, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** Timeout for the Postgres server, in milliseconds. */
  readonly databaseTimeoutMs?: number
  /** All of them by default. */
  readonly services?: readonly ServiceName[]
  /** Without one, the admin API refuses everyone. */
  readonly adminTokens?: readonly AdminToken[]
  /** A project to create if it is missing. */
  readonly seed?: Seed
  readonly logLevel?: LogLevel
  /** Without it, logos are read from below the working directory. */
  readonly registry?: RegistryOptions
  /** Without it, every chain lacks a node. */
  readonly jsonRpc?: JsonRpcOptions
  /** Without it: nodes only, no prices and no swaps. */
  readonly blockchain?: BlockchainOptions
  readonly relay?: RelaySettings
  /** Without it, signing in is off. */
  readonly auth?: AuthOptions
  /** Without it, there is no embedded wallet. */
  readonly login?: LoginOptions
  /** Whether pages of the visitor's own machine count as each project's own; false by default. */
  readonly isDevelopment?: boolean
  /** Without it, the default limit applies, and no proxy is trusted. */
  readonly clients?: ClientOptions
  /** Without it, there are no metrics. */
  readonly metrics?: MetricsOptions
}
