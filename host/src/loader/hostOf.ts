/** Where a loader was served from. Unknown when it has been bundled into the site's own script under another name. */
export const hostOf = (url: string | undefined): string | undefined =>
  url && /\/portico\.m?js([?#].*)?$/.test(url) ? new URL('.', url).href : undefined
