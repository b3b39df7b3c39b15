/**
 * A loader for the module with which the bundler prepares a container. The stock module also handles containers with
 * their own remotes, plugins, or fallback copies of shared modules. Ours have none of these, and that code would be a
 * third of an entry. The loader only uses what this bundler puts into the same file, so hosts need not know about it.
 */

const CONSTANTS =
  /const __module_federation_remote_infos__ = \{\};const __module_federation_container_name__ = ("[^"]+");const __module_federation_share_strategy__ = ("[^"]+");const __module_federation_share_fallbacks__ = undefined;/
const RUNTIME = /^import __module_federation_bundler_runtime__ from "[^"]+";/

/**
 * @param {string} source
 * @throws Error if another version of the bundler writes something else, or a container has something unsupported
 */
export default function containerLoader(source) {
  const [imported] = RUNTIME.exec(source) ?? []
  const [, name, shareStrategy] = CONSTANTS.exec(source) ?? []
  if (!imported || !name) throw new Error('The module that prepares a container is not the one that this loader knows.')
  return `${imported}
const runtime = __module_federation_bundler_runtime__;
const require = __webpack_require__;
const { bundlerRuntime } = runtime;
const shared = { webpackRequire: require, installedModules: {}, chunkMapping: {}, moduleToHandlerMapping: {} };
const sharing = { webpackRequire: require, initPromises: {}, initTokens: {} };
require.S = {};
Object.assign(require.federation, runtime, {
  initOptions: { name: ${name}, shareStrategy: ${shareStrategy}, shared: {}, remotes: [] },
  bundlerRuntimeOptions: {},
});
require.f.consumes = (chunkId, promises) => bundlerRuntime.consumes({ ...shared, chunkId, promises });
require.I = (shareScopeName, initScope) => bundlerRuntime.I({ ...sharing, shareScopeName, initScope });
require.initContainer = (shareScope, initScope, remoteEntryInitOptions) =>
  bundlerRuntime.initContainerEntry({
    webpackRequire: require, shareScope, initScope, remoteEntryInitOptions, shareScopeKey: require.initializeExposesData.shareScope,
  });
require.getContainer = async (path) => {
  const { moduleMap } = require.initializeExposesData;
  if (!Object.hasOwn(moduleMap, path)) throw new Error(path);
  return moduleMap[path]();
};
require.federation.instance = bundlerRuntime.init({ webpackRequire: require });
`
}
