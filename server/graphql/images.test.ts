import { describe, expect, it } from 'vitest'
import { photoPath } from '../shared/photos'
import { startBeside, startTestApp } from '../testing/app'
import { ask, call } from '../testing/calls'
import { BOWL } from '../testing/data/fixtures'
import { graphqlOver, overSocket, type SocketResponse } from '../testing/socket'
import { countStatements } from '../testing/statements'

const app = await startTestApp()
const socket = await overSocket(app)
const { get, post } = graphqlOver(socket)
const own = new URL(app.listeningOrigin)

async function urlsOf(args: string): Promise<string[]> {
  const query = `{ product(id: "${BOWL}") { images { url${args} } } }`
  return (await ask(app, query)).data.product.images.map(({ url }: { url: string }) => url)
}

const version = app.photoVersion

describe('Image.url', () => {
  it('is the path of the original photo by default', async () => {
    expect((await urlsOf(''))[0]).toBe(`/photos/${BOWL}.webp`)
    expect(await urlsOf('(absolute: false)')).toEqual(await urlsOf(''))
  })

  it.each([
    [1, 120, 240],
    [600, 480, 720],
    [700, 720, 720],
    [1_190, 1_200, 'master'],
    [99_999, 'master', 'master'],
  ] as const)('of width %i is the nearest available size', async (width, first, further) => {
    const [[plainFirst, plainFurther], [ofFirst, ofFurther]] = [await urlsOf(''), await urlsOf(`(width: ${width})`)]
    const nameOf = (url: string) => /([a-z0-9-]+)\.webp/.exec(url)![1]!
    if (first === 'master') expect(ofFirst).toBe(plainFirst)
    else expect(ofFirst).toBe(photoPath(version, first, nameOf(plainFirst!), 'avif'))
    if (further !== 'master') expect(ofFurther).toBe(photoPath(version, further, nameOf(plainFurther!), 'webp'))
    else expect(ofFurther).toContain(nameOf(plainFurther!))
    for (const url of [ofFirst!, ofFurther!]) expect((await call(app, 'GET', url)).statusCode).toBe(200)
  })

  it('follows the same rule for categories, orders and photos on another site', async () => {
    const { data } = await ask(app, '{ category(id: "bowls") { image { url(width: 240) } } }')
    expect(data.category.image.url).toMatch(/^\/photos\/[0-9a-f]{8}\/240\/category-[a-z]+\.avif$/)
    const product = await app.shop.db.product.findUniqueOrThrow({ where: { id: BOWL } })
    const url = 'https://photos.example/jar.jpg'
    await app.shop.db.product.create({ data: { ...product, id: 'elsewhere', imageUrl: url } })
    const elsewhere = await ask(app, '{ product(id: "elsewhere") { image { url(width: 240, absolute: true) } } }')
    expect(elsewhere.data.product.image.url).toBe(url)
  })

  it('rejects a width of 0', async () => {
    const { errors } = await ask(app, `{ product(id: "${BOWL}") { image { url(width: 0) } } }`)
    expect(errors![0]).toMatchObject({
      message: 'The width of a photo must be at least 1 pixel.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })
})

describe('Image.url(absolute: true)', () => {
  const QUERY = `query ($absolute: Boolean! = true) { product(id: "${BOWL}") { image { url(absolute: $absolute) } } }`
  const urlOf = (answer: SocketResponse): string => answer.json().data.product.image.url
  const path = `/photos/${BOWL}.webp`

  it("uses the request's host, and is cached only for that host", async () => {
    const hosts = [own.host, `localhost:${own.port}`]
    for (let times = 0; times < 3; times += 1)
      for (const host of hosts) {
        expect(urlOf(await get({ query: QUERY }, { host }))).toBe(`http://${host}${path}`)
        expect(urlOf(await post(QUERY, { host }))).toBe(`http://${host}${path}`)
      }
    expect(await countStatements(async () => void (await post(QUERY, { host: hosts[1]! })))).toBe(0)
  })

  it('is refused for a host that does not belong to the server, with an uncached error that explains why', async () => {
    const host = 'evil.example'
    for (const send of [() => get({ query: QUERY }, { host }), () => post(QUERY, { host })]) {
      const answer = await send()
      expect(answer.json().errors[0]).toMatchObject({
        message: expect.stringContaining('PUBLIC_ORIGIN'),
        extensions: { code: 'BAD_USER_INPUT' },
      })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(urlOf(await get({ query: QUERY, variables: '{"absolute":false}' }, { host }))).toBe(path)
  })

  it('uses PUBLIC_ORIGIN if it is set, regardless of the host', async () => {
    const shop = await startBeside(app, { PUBLIC_ORIGIN: 'https://shop.example' })
    const there = graphqlOver(await overSocket(shop))
    for (const host of ['shop.example', 'evil.example'])
      expect(urlOf(await there.get({ query: QUERY }, { host }))).toBe(`https://shop.example${path}`)
    expect(await countStatements(async () => void (await there.post(QUERY, { host: 'third.example' })))).toBe(0)
  })
})
