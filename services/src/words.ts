/** The names in a text, with spaces or line breaks between them. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
