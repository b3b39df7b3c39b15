/** How the visitor connected, for the project's user list. */
export type WalletInfo =
  | { readonly type: 'walletconnect' | 'extension' | 'unknown'; readonly name?: string; readonly icon?: string }
  | { readonly type: 'social'; readonly social: string; readonly identifier: string }

export interface ServiceOptions {
  /** Origin of the authentication service, such as `https://api.example`. */
  readonly api: string
  readonly projectId: string
  readonly timeoutMs?: number
}

/** The service's data about a signed-in visitor. */
export interface SessionAccount {
  readonly aud: string
  readonly iss: string
  /** Seconds since 1970. */
  readonly exp: number
  readonly projectIdKey: string
  readonly sub: string
  readonly address: string
  readonly chainId: number | string
  readonly chainNamespace: string
  /** CAIP-2 */
  readonly caip2Network: string
  readonly uri: string
  readonly domain: string
  readonly projectUuid: string
  readonly profileUuid: string
  readonly nonce: string
  readonly email?: string
  readonly appKitAccount?: {
    readonly uuid: string
    readonly caip2_chain: string
    readonly address: string
    readonly profile_uuid: string
    readonly created_at: string
    readonly is_main_account: boolean
    readonly connection_method: Readonly<Record<string, unknown>> | null
    readonly metadata: Readonly<Record<string, unknown>> | null
    readonly last_signed_in_at: string
    readonly signed_up_at: string
    readonly updated_at: string
  }
}
