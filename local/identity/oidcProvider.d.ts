/** The part that we use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface OidcContext {
    readonly oidc: {
      readonly client?: { readonly clientId: string }
      readonly session?: { readonly accountId?: string }
      readonly account?: { readonly accountId: string }
    }
    status: number
    type: string
    body: unknown
  }

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export const interactionPolicy: {
    readonly base: () => { add(prompt: object, at?: number): void }
    readonly Prompt: new (of: { readonly name: string; readonly requestable: boolean }) => object
  }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (of: {
      readonly clientId: string | undefined
      readonly accountId: string | undefined
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    registerResponseMode(
      name: string,
      write: (ctx: OidcContext, redirectUri: string, payload: Readonly<Record<string, string>>) => void,
    ): void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<unknown>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: string, listener: (...heard: readonly unknown[]) => void): this
  }
}
