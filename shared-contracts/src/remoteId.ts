/** The id of a feature that is built and deployed separately: the name of its folder, in lower camel case. */
export type RemoteId = string

/**
 * Whether a text can be a remote's id: 3 to 32 letters and digits in lower camel case. Taken are `host`, which begins the
 * host's own message keys, and the names that every object has, such as `constructor`.
 */
export const isRemoteId = (text: string): boolean => /^(?!host$)[a-z][a-zA-Z\d]{2,31}$/.test(text) && !(text in {})
