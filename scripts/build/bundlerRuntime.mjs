/**
 * What the bundler adds to every script, in our words where its own are wrong or too many here. Two of its readings can be led
 * astray by the HTML of a page (`host/src/loader/platform.ts`): `document.currentScript`, and the property of `window` in which
 * chunks are handed over. Its way to fetch a script takes over an element that is already there, which nobody has pinned. The
 * rest serves browsers that we do not support.
 */

/** A chunk whose hash is not known is not run. @param {number} timeoutMs */
const loadScript = (timeoutMs) => `
const waiting = {};
__webpack_require__.l = (url, done, _, chunkId) => {
  const integrity = __webpack_require__.sriHashes[chunkId];
  if (!integrity) return done({ type: "unpinned" });
  if (waiting[url]) return void waiting[url].push(done);
  waiting[url] = [done];
  const script = document.createElement("script");
  const end = (event) => {
    clearTimeout(timer);
    script.onload = script.onerror = null;
    script.remove();
    const all = waiting[url];
    delete waiting[url];
    all.forEach((tell) => tell(event));
  };
  const timer = setTimeout(end, ${timeoutMs}, { type: "timeout", target: script });
  script.onload = script.onerror = end;
  script.crossOrigin = "anonymous";
  script.integrity = integrity;
  script.src = __webpack_require__.tu(url);
  document.head.append(script);
};`

/** A part of what the bundler writes → what stands there instead. `whole`: nothing of its own is left. */
const REPLACED = [
  {
    part: /document\.currentScript/,
    whole:
      '__webpack_require__.p = Reflect.get(Document.prototype, "currentScript", document).src.replace(/[^/]*$/, "");',
  },
  {
    part: /__webpack_require__\.css = \(/,
    whole:
      '__webpack_require__.css = (text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet; };',
  },
  { part: /__webpack_require__\.g = \(/, whole: '__webpack_require__.g = globalThis;' },
  { part: /(globalThis\["rspackChunk\w+"\]) \|\|= \[\]/, by: '$1 = Array.isArray($1) ? $1 : []' },
  // They are given right afterwards: containerLoader.mjs.
  {
    part: /__webpack_require__\.([\w.]+) = __webpack_require__\.\1 \|\| function\(\) \{ throw new Error\("[^"]*"\) \};?/g,
    by: '',
  },
]

/**
 * A plugin for parts whose chunks are pinned.
 *
 * @param {number} timeoutMs how long a chunk is waited for
 */
export const bundlerRuntime = (timeoutMs) => ({
  /** @param {import('@rspack/core').Compiler} compiler */
  apply({ hooks }) {
    const replaced = [...REPLACED, { part: /__webpack_require__\.l = function/, whole: loadScript(timeoutMs) }]
    hooks.thisCompilation.tap('bundler runtime', (compilation) => {
      compilation.hooks.runtimeModule.tap('bundler runtime', ({ source }) => {
        if (!source) return
        const own = source.source.toString()
        let code = own
        for (const { part, whole, by = '' } of replaced) {
          if (code.search(part) >= 0) code = whole ?? code.replace(part, by)
        }
        // Names of chunks and their hashes are not known yet: what is written over here stays as it is now.
        if (code !== own) source.source = Buffer.from(code)
      })
    })
  },
})
