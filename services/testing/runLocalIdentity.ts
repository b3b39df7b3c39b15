import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { REDIRECT_PROVIDERS } from '@portico/contracts/embeddedWallet/requests/social'
import { object, parse } from 'valibot'
import { type SocialOptions, socialEnvironment, socialOptions } from '../src/login/social/environment.ts'
import { spawnServices } from './runServices.ts'

const ENTRY = ['--import', 'tsx', join('local', 'identity', 'main.ts')]

const newAppleKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** An app at each provider, with a secret that tests look for in logs. */
const apps = () => ({
  ...Object.fromEntries(
    REDIRECT_PROVIDERS.filter((provider) => provider !== 'apple').flatMap((provider) => [
      [`SOCIAL_${provider.toUpperCase()}_ID`, `app-at-${provider}`],
      [`SOCIAL_${provider.toUpperCase()}_SECRET`, `secret+of/${provider}==`],
    ]),
  ),
  SOCIAL_APPLE_ID: 'example.portico.web',
  SOCIAL_APPLE_TEAM: 'TEAM000001',
  SOCIAL_APPLE_KEY_ID: 'KEY0000001',
  SOCIAL_APPLE_KEY: newAppleKey(),
})

/** Parses the environment as login does. @param url the URL under which each provider has a path with its name */
const readSocial = (environment: Readonly<Record<string, string>>, url: string): SocialOptions =>
  socialOptions(
    parse(object(socialEnvironment), {
      ...environment,
      ...Object.fromEntries(
        REDIRECT_PROVIDERS.map((provider) => [`SOCIAL_${provider.toUpperCase()}_URL`, `${url}/${provider}`]),
      ),
    }),
  )

/** Login's options for providers at `url`. */
export const socialAt = (url: string): SocialOptions => readSocial(apps(), url)

/** Runs the local providers as a process of their own. */
export async function runLocalIdentity(secureSiteOrigin: string) {
  const environment = apps()
  const { child, exited, output } = spawnServices({ SECURE_SITE_ORIGIN: secureSiteOrigin, ...environment }, ENTRY)
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"listening"')) resolve((JSON.parse(line) as { url: string }).url)
    })
    void exited.then(() => reject(new Error(output())))
  })
  return {
    url,
    output,
    social: readSocial(environment, url),
    /** Ends the process and returns its exit code. */
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
