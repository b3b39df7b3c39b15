/** RFC 6750 §2.1: the token of an `Authorization` header, or of another header in this format. */
export const bearerOf = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
