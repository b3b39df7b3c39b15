import type { UniversalProvider } from '@walletconnect/universal-provider'

/** The client of pairing as sites know it. */
export type Provider = InstanceType<typeof UniversalProvider>
/** The part of it that speaks the protocol. */
export type Client = Provider['client']
