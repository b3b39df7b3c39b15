/** RFC 6750 §2.1: the token of a request's `Authorization`, or of another header that is written like it. */
export const bearerOf = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
