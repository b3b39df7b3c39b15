import { remoteConfig } from './bundler.mjs'

/**
 * The bundler's configuration for one version of a remote (`buildVersion.mjs`).
 * @param {{ context: string, folder: string, id: string, version: string, out: string }} env @param {{ mode?: string }} argv
 */
export default (env, argv) => remoteConfig({ ...env, isProduction: argv.mode !== 'development' })
