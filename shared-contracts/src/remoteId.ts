/** The id of a feature that is built and deployed separately: the name of its folder, in lower camel case. */
export type RemoteId = string

/**
 * Whether a text can be a remote's id: 3 to 32 letters and digits in lower camel case. Two are taken: `host` begins the
 * host's own message keys, and every object has a `constructor`.
 */
export const isRemoteId = (text: string): boolean => /^(?!host$|constructor$)[a-z][a-zA-Z\d]{2,31}$/.test(text)
