/** The token in an `Authorization` header, or in another header of this format (RFC 6750 §2.1). */
export const bearerOf = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
