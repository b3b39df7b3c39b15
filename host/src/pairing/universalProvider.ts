import type { UniversalProvider } from '@walletconnect/universal-provider'

/** The type of the pairing client that sites know. */
export type Provider = InstanceType<typeof UniversalProvider>
/** The type of the protocol client within it. */
export type Client = Provider['client']
