/** An https server on loopback for photos.example, cdn.example and inside.example, and a network that leads to it. */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { isPublicAddress, type Network } from '../../external/download'

/** A private key that is used only in tests, for names that exist nowhere. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6CPqG0Ynj4qpr1rQ
wXEweCNwjeIb6kcu7BYqqcLyxBWhRANCAATiWXHvY+QuZOYhCo8GlsQGUMoW0qIO
5A5BVyz9Tej+sRrwttIBF59+ZM9scSzredD8yvDliU+rnUdkE3LhcN+y
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBwzCCAWmgAwIBAgIUNUN2MrjALaIur8S/dt2o3Zucma0wCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOcGhvdG9zLmV4YW1wbGUwIBcNMjYxMTI3MTIzMTQ3WhgPMjEy
NjExMDMxMjMxNDdaMBkxFzAVBgNVBAMMDnBob3Rvcy5leGFtcGxlMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAE4llx72PkLmTmIQqPBpbEBlDKFtKiDuQOQVcs/U3o
/rEa8LbSAReffmTPbHEs63nQ/Mrw5YlPq51HZBNy4XDfsqOBjDCBiTAdBgNVHQ4E
FgQUJ7R2gy81yNkKBulguXEwdZ8fv8YwHwYDVR0jBBgwFoAUJ7R2gy81yNkKBulg
uXEwdZ8fv8YwDwYDVR0TAQH/BAUwAwEB/zA2BgNVHREELzAtgg5waG90b3MuZXhh
bXBsZYILY2RuLmV4YW1wbGWCDmluc2lkZS5leGFtcGxlMAoGCCqGSM49BAMCA0gA
MEUCIQCVgKx9JlOdnB99NiSOFdCljDooveqL8Y79GEw/NLwfvAIgbNQM0ynJwH2K
jkZlDpbkYsZuQyOIYXw36R6Z5trA9Ds=
-----END CERTIFICATE-----`

const LOOPBACK = '127.0.0.1'

export async function startPhotoServer(answer: RequestListener) {
  const requests: string[] = []
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    requests.push(`${request.headers.host?.split(':')[0]}${request.url}`)
    answer(request, response)
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const network: Network = {
    resolve: () => Promise.resolve([LOOPBACK]),
    // Everything else is checked as on the internet.
    mayConnect: (address) => address === LOOPBACK || isPublicAddress(address),
    port: (server.address() as AddressInfo).port,
    ca: CERTIFICATE,
  }
  return {
    network,
    /** `host/path` of each request. */
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
