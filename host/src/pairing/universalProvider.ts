import type { UniversalProvider } from '@walletconnect/universal-provider'

/** The pairing client as sites know it. */
export type Provider = InstanceType<typeof UniversalProvider>
/** Its protocol client. */
export type Client = Provider['client']
