/** The words of the elements, which a site may put in its own language. An element's `label` goes before. */
export const DEFAULT_LABELS = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  selectNetwork: 'Select Network',
  /** The wallet is on a network that the page does not have. */
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
}

export type Labels = typeof DEFAULT_LABELS
