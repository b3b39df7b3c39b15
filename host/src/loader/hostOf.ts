/** The host that served a loader. Undefined if the loader is bundled into the site's own script under another name. */
export const hostOf = (url = ''): string | undefined => /^([^?#]*\/)portico\.m?js\b/.exec(url)?.[1]
