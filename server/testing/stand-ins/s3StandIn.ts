/** An in-memory S3-compatible store on loopback. It checks each signature as AWS documents Signature Version 4, and fails on demand. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

const KEY = 'AKIDPOTTER'
/** Contains characters that a URL must encode. */
const SECRET = 'se/cret+of=the potter'
const REGION = 'ap-south-1'
const BUCKET = 'wares'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Null if the request is signed with the secret. Otherwise the reason why it is rejected. */
function errorOf({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!authorization) return 'no signature'
  const [, key, day, region, names, signature] = authorization as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  if (key !== KEY || region !== REGION) return 'another key or region'
  const signed = names.split(';')
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signed.includes(needed)) return `${needed} is not signed`
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'the body is not what was signed'
  const { pathname } = new URL(url!, 'http://store')
  const canonical = [
    method,
    pathname,
    '',
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const date = String(headers['x-amz-date'])
  if (Math.abs(Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) - Date.now()) > 900_000)
    return 'another time'
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const signingKey = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
  return hmac(signingKey, toSign).toString('hex') === signature ? null : 'the signature does not match'
}

/** A status, a closed connection, no response, a redirect to `/secret`, or an endless body. Null for none. */
type Trouble = number | 'cut' | 'silence' | 'redirect' | 'endless' | null

const MEGABYTE = Buffer.alloc(1_000_000)

function* endless() {
  for (;;) yield MEGABYTE
}

export async function startS3() {
  const objects = new Map<string, Buffer>()
  const calls: string[] = []
  let troubleOf: (call: string) => Trouble = () => null
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const call = `${request.method} ${request.url}`
    calls.push(call)
    const trouble = troubleOf(call)
    if (trouble === 'cut') return void request.socket.destroy()
    if (trouble === 'silence') return
    if (trouble === 'redirect') return void response.writeHead(302, { location: '/secret' }).end()
    if (trouble === 'endless') return void Readable.from(endless()).pipe(response)
    if (trouble !== null) return void response.writeHead(trouble).end()
    const error = errorOf(request, body)
    if (error) return void response.writeHead(403).end(error)
    const path = request.url!
    if (!path.startsWith(`/${BUCKET}/`)) return void response.writeHead(404).end()
    if (request.method === 'PUT') objects.set(path, body)
    if (request.method === 'DELETE') objects.delete(path)
    const found = objects.get(path)
    if (request.method === 'GET') return void response.writeHead(found ? 200 : 404).end(found)
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const urlWith = (secret: string) =>
    `http://${KEY}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${BUCKET}?region=${REGION}`
  return {
    /** In the format of PHOTOS_S3_URL. */
    url: urlWith(SECRET),
    urlOfStranger: urlWith('another secret'),
    objects,
    calls,
    /** Sets the faults for later requests. */
    trouble(how: (call: string) => Trouble) {
      troubleOf = how
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
