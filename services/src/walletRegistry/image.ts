/** What the registry answers where an image is asked for. */
export interface RegistryImage {
  readonly type: 'image/svg+xml' | 'image/webp' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/avif'
  readonly content: string | Uint8Array<ArrayBuffer>
  /** Drawn for want of a better one, which may come. */
  readonly isStandIn?: boolean
}

export const svgImage = (content: string): RegistryImage => ({ type: 'image/svg+xml', content })
