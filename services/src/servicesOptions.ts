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
  /** 0 takes a free one. */
  readonly port: number
  readonly hostname?: string
  /** Where the embedded database lies, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** How long the Postgres server is waited for, in milliseconds. */
  readonly databaseTimeoutMs?: number
  /** Without it, all of them. */
  readonly services?: readonly ServiceName[]
  /** Without one, the admin API lets nobody in. */
  readonly adminTokens?: readonly AdminToken[]
  /** A project that is created if it is not there. */
  readonly seed?: Seed
  readonly logLevel?: LogLevel
  /** Without it, logos are looked for below the working directory. */
  readonly registry?: RegistryOptions
  /** Without it, no chain has a node. */
  readonly jsonRpc?: JsonRpcOptions
  /** Without it: nodes only, no prices and no swaps. */
  readonly blockchain?: BlockchainOptions
  readonly relay?: RelaySettings
  /** Without it, nobody can sign in. */
  readonly auth?: AuthOptions
  /** Without it, there is no embedded wallet. */
  readonly login?: LoginOptions
  /** Pages of the visitor's own machine count as each project's own; false unless told otherwise. */
  readonly isDevelopment?: boolean
  /** Without it, the limit that is the default, and no proxy is believed. */
  readonly clients?: ClientOptions
  /** Without it, there are no metrics. */
  readonly metrics?: MetricsOptions
}
