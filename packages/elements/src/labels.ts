/** Default labels, which a site can translate. An element's `label` takes precedence. */
export const DEFAULT_LABELS = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  selectNetwork: 'Select Network',
  /** For a wallet on a network that the page does not have. */
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
}

export type Labels = typeof DEFAULT_LABELS
