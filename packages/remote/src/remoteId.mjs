/** The rule of `isRemoteId` in `shared-contracts/src/remoteId.ts`. @param {string} text */
export const isRemoteId = (text) => /^(?!host$)[a-z][a-zA-Z\d]{2,31}$/.test(text) && !(text in {})

/** @param {string} id @throws Error if it breaks the rule */
export function refuseBadId(id) {
  if (!isRemoteId(id)) throw new Error(`"${id}" is not an id: 3 to 32 letters and digits in lower camel case.`)
}

/** Any other form would make the whole index unreadable. @param {string} text */
export const isVersion = (text) => /^\d+\.\d+\.\d+$/.test(text)
