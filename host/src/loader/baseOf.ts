/** An address to which a path can be appended. @throws TypeError where there is none */
export const baseOf = (url: string | undefined): string =>
  new URL((url as string).replace(/\/?$/, '/'), location.href).href
