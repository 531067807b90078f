/**
 * Gives each request its id: a new id, or the id assigned by a trusted proxy, so that the proxy's log and our log can
 * be joined.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** The proxies whose headers are trusted: their addresses and networks, or the number of proxies; false for none. */
export type TrustProxy = false | number | readonly string[]

/** The format of ids accepted from a proxy. Other ids may be attempts to inject text into a log. */
const ID = /^[\w.:/+=@-]{1,128}$/
/** The header of W3C Trace Context: version, trace id, parent id and flags. */
const TRACE = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-|$)/

/**
 * Returns a function that makes the id of a request. If a trusted proxy sent the request, the id is taken from the
 * X-Request-Id header or, without this header, from the trace id in `traceparent`.
 */
export function requestIdsBehind(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const isTrusted = trustedPeers(trustProxy)
  return ({ headers, socket }) => {
    const { 'x-request-id': given, traceparent } = headers
    if ((given === undefined && traceparent === undefined) || !isTrusted(socket.remoteAddress)) return randomUUID()
    if (typeof given === 'string' && ID.test(given)) return given
    return TRACE.exec(String(traceparent ?? ''))?.[1] ?? randomUUID()
  }
}

/** Returns a function that checks whether the other end of a connection is a trusted proxy. */
export function trustedPeers(trustProxy: TrustProxy): (address: string | undefined) => boolean {
  if (trustProxy === false) return () => false
  if (typeof trustProxy === 'number') return () => trustProxy > 0
  const trusted = new BlockList()
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  // An IPv4 address may arrive in its IPv6 form (::ffff:10.0.0.5), which BlockList recognizes.
  return (address) => address !== undefined && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
