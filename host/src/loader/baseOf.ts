/** A URL with a trailing slash, so that paths can be appended. @throws TypeError for an invalid URL */
export const baseOf = (url: string | undefined): string =>
  new URL((url as string).replace(/\/?$/, '/'), location.href).href
