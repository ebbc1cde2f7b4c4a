import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startPhotoServer } from '../testing/stand-ins/photoServer'
import { download, downloadableUrl, INTERNET, isPublicAddress, type Network } from './download'

const CONTENT = Buffer.from('the bytes of a photo')
const sent: { closed: number } = { closed: 0 }
const server = await startPhotoServer((request, response) => {
  const [, kind, rest = ''] = request.url!.split('/')
  response.on('close', () => (sent.closed += 1))
  if (kind === 'to') return response.writeHead(302, { location: decodeURIComponent(rest) }).end()
  if (kind === 'status') return response.writeHead(Number(rest)).end('no')
  if (kind === 'silent') return
  if (kind === 'drip') {
    const timer = setInterval(() => response.write('x'), 20)
    return response.on('close', () => clearInterval(timer))
  }
  if (kind === 'endless') {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_000)));
    }
    response.on('drain', more)
    return more()
  }
  if (kind === 'large') return response.writeHead(200, { 'content-length': '5000000' }).write('x')
  if (kind === 'cut') {
    response.writeHead(200, { 'content-length': '1000' }).write('x')
    return setTimeout(() => response.destroy(), 50)
  }
  response.end(CONTENT)
})
afterAll(() => server.close())
beforeEach(() => server.requests.splice(0))

const HOSTS = new Set(['photos.example', 'cdn.example', 'inside.example'])
const get = (url: string, change: Partial<Parameters<typeof download>[1]> = {}) =>
  download(url, {
    ...{ hosts: HOSTS, maxBytes: 100_000, ms: 20_000, signal: new AbortController().signal },
    network: server.network,
    ...change,
  })
const photo = (path: string) => get(`https://photos.example/${path}`)
const to = (url: string) => `to/${encodeURIComponent(url)}`
const resolving = (resolve: Network['resolve']): Partial<Network> => ({ ...server.network, resolve })
const leadingTo = (...addresses: string[]) => resolving(() => Promise.resolve(addresses)) as Network

describe('a public address', () => {
  it.each(['8.8.8.8', '151.101.1.1', '172.15.255.255', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450::5'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '100::1'],
    // IPv4 inside of IPv6: mapped, compatible, NAT64, 6to4 and Teredo.
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
    ...['2002:7f00:1::', '2001:0:1::1', '2001:db8::1', '3fff::1'],
    ...['localhost', '', '127.1', '8.8.8.8 '],
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a URL that can be downloaded', () => {
  it.each([
    'http://photos.example/a',
    'ftp://photos.example/a',
    'file:///etc/passwd',
    'https://photos.example:8443/a',
    'https://user:password@photos.example/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:169.254.169.254]/a',
    'https://localhost/a',
    'photos.example/a',
    '',
  ])('is not %s', (url) => expect(downloadableUrl(url)).toBe(null))
  it('is https with the name of a host', () =>
    expect(downloadableUrl('https://CDN.example/a?v=1')?.href).toBe('https://cdn.example/a?v=1'))
})

describe('download', () => {
  it('returns the content, also after three redirects to confirmed hosts', async () => {
    expect(await photo('a.jpg')).toEqual(CONTENT)
    const third = `/${to('https://photos.example/a.jpg')}`
    const second = `https://cdn.example/${to(third)}`
    expect(await photo(to(second))).toEqual(CONTENT)
    const hosts = server.requests.map((request) => request.split('/')[0])
    expect(hosts.slice(1)).toEqual(['photos.example', 'cdn.example', 'cdn.example', 'photos.example'])
  })

  it('follows no fourth redirect', async () => {
    const again = (n: number): string => (n === 0 ? '/a.jpg' : `/${to(again(n - 1))}`)
    await expect(photo(again(4).slice(1))).rejects.toThrow('redirects more than 3 times')
    expect(server.requests).toHaveLength(4)
  })

  it.each([
    ['a host that was not confirmed', 'https://other.example/a', 'leads to other.example, which was not confirmed'],
    ['http', 'http://photos.example/a', 'leads to an address that is not https'],
    ['a private address', 'https://10.0.0.1/a', 'leads to an address that is not https'],
    ['loopback in another form', 'https://0x7f000001/a', 'leads to an address that is not https'],
    ['another port', 'https://photos.example:22/', 'leads to an address that is not https'],
    ['no address', 'https://', 'redirects to an invalid URL'],
  ])('follows no redirect to %s', async (_, location, message) => {
    await expect(photo(to(location))).rejects.toThrow(message)
    expect(server.requests).toHaveLength(1)
  })

  it('connects to no confirmed host whose name leads to a private address, also after a redirect', async () => {
    const network = resolving((host) =>
      Promise.resolve(host === 'inside.example' ? ['169.254.169.254'] : ['127.0.0.1']),
    ) as Network
    const message = 'leads to 169.254.169.254, which is not public'
    await expect(get('https://inside.example/', { network })).rejects.toThrow(message)
    await expect(get(`https://photos.example/${to('https://inside.example/')}`, { network })).rejects.toThrow(message)
    await expect(get('https://photos.example/', { network: leadingTo('127.0.0.1', '10.0.0.1') })).rejects.toThrow(
      'leads to 10.0.0.1',
    )
    await expect(get('https://photos.example/', { network: leadingTo() })).rejects.toThrow('leads to no address')
  })

  it('checks the very address that it connects to, when a name changes its address', async () => {
    let asked = 0
    const network = resolving(() => Promise.resolve([(asked += 1) === 1 ? '127.0.0.1' : '10.0.0.1'])) as Network
    expect(await get('https://photos.example/a', { network })).toEqual(CONTENT)
    expect(asked).toBe(1)
    await expect(get('https://photos.example/a', { network })).rejects.toThrow('leads to 10.0.0.1')
  })

  it('refuses loopback on the internet', async () => {
    const hosts = new Set(['localhost.localdomain'])
    const network = { ...INTERNET, resolve: () => Promise.resolve(['127.0.0.1']), port: server.network.port }
    await expect(get('https://localhost.localdomain/a', { hosts, network })).rejects.toThrow('which is not public')
    expect(server.requests).toEqual([])
  })

  it('refuses a certificate that it does not trust', async () => {
    const { ca: _ca, ...network } = server.network
    await expect(get('https://photos.example/a', { network })).rejects.toThrow('cannot be downloaded (')
    expect(server.requests).toEqual([])
  })

  it.each(['silent', 'drip'])('ends after its time limit: %s', async (path) => {
    const before = sent.closed
    await expect(get(`https://photos.example/${path}`, { ms: 300 })).rejects.toThrow('took longer than 0.3 s')
    await expect.poll(() => sent.closed).toBeGreaterThan(before)
  })

  it.each(['endless', 'large'])('ends above its size limit: %s', async (path) => {
    const before = sent.closed
    await expect(photo(path)).rejects.toThrow('is larger than 0.1 MB')
    await expect.poll(() => sent.closed).toBeGreaterThan(before)
  })

  it.each([
    ['status/404', 'was answered with 404'],
    ['status/500', 'was answered with 500'],
    ['status/304', 'was answered with 304'],
    ['cut', 'cannot be downloaded ('],
  ])('refuses the answer %s', (path, message) => expect(photo(path)).rejects.toThrow(message))

  it('ends when it is aborted', async () => {
    const stop = new AbortController()
    const waiting = get('https://photos.example/silent', { signal: stop.signal })
    await expect.poll(() => server.requests.length).toBe(1)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    await expect(get('https://photos.example/a', { signal: stop.signal })).rejects.toThrow('stopped')
  })
})
