interface Signed {
  readonly address: string
  readonly message: string
  readonly signature: string
  /** A node of the network, for contract accounts. */
  readonly rpcUrl?: string
}

/** For a `verifyMessage` without a server. Loads the verification code on the first call. */
export async function verifySignature({ address, message, signature, rpcUrl }: Signed): Promise<boolean> {
  const { verifyEip155 } = await import('../verifiers/eip155.ts')
  const data = { accountAddress: address, chainId: 'eip155:1', domain: '', uri: '', version: '1', nonce: '' } as const
  return (await verifyEip155({ data, message, signature }, rpcUrl)) === true
}
