/** The registry's answer to a request for an image. */
export interface RegistryImage {
  readonly type: 'image/svg+xml' | 'image/webp' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/avif'
  readonly content: string | Uint8Array<ArrayBuffer>
  /** Drawn as a placeholder until a better one is available. */
  readonly isStandIn?: boolean
}

export const svgImage = (content: string): RegistryImage => ({ type: 'image/svg+xml', content })
