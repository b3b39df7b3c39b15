import { discord } from './discord.ts'

const dialect = discord({ id: 'app', secret: 'secret' })

/** The displayed name for an answer from `users/@me`. */
const nameOf = async (user: object) => {
  const ask = async () => ({ status: 200, body: { id: '7', username: 'ada', ...user } })
  return (await dialect.readPerson({ ask, tokens: { accessToken: 'token' } })).userName
}

test.each(['ada', 'ada0', 'ada10', 'ada1010', '0', 'ada#0'])(
  'chains.md, pitfall 39: the Discord name %j is shown in full',
  async (name) => {
    // Accounts without a number have the discriminator 0.
    for (const discriminator of ['0', '0010', undefined]) {
      expect(await nameOf({ username: name, discriminator })).toBe(name)
      expect(await nameOf({ global_name: name, discriminator })).toBe(name)
    }
  },
)
