import { discord } from './discord.ts'

const dialect = discord({ id: 'app', secret: 'secret' })

/** What an account is called whose `users/@me` says so. */
const nameOf = async (user: object) => {
  const ask = async () => ({ status: 200, body: { id: '7', username: 'ada', ...user } })
  return (await dialect.readPerson({ ask, tokens: { accessToken: 'token' } })).userName
}

test.each(['ada', 'ada0', 'ada10', 'ada1010', '0', 'ada#0'])(
  'chains.md, pitfall 39: %j is called what Discord calls it, to its last character',
  async (name) => {
    // Accounts without a number have the number 0, which Discord says apart from the name.
    for (const discriminator of ['0', '0010', undefined]) {
      expect(await nameOf({ username: name, discriminator })).toBe(name)
      expect(await nameOf({ global_name: name, discriminator })).toBe(name)
    }
  },
)
