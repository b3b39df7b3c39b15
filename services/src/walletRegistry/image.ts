import { type InferOutput, picklist } from 'valibot'

export const ImageType = picklist(['image/svg+xml', 'image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/avif'])

/** The registry's answer to a request for an image. */
export interface RegistryImage {
  readonly type: InferOutput<typeof ImageType>
  readonly content: string | Uint8Array<ArrayBuffer>
  /** Whether the image is a placeholder until a better one is available. */
  readonly isStandIn?: boolean
}

export const svgImage = (content: string): RegistryImage => ({ type: 'image/svg+xml', content })

/** An SVG image that is opened directly is a document: it must neither run nor fetch anything. */
export const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
