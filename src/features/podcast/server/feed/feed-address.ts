import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { FeedError } from './feed-error.ts'

/**
 * Checks whether an address is public. An attacker could use any other address (this machine, its network, a cloud's
 * metadata service, IPv4 wrapped into IPv6) to reach internal servers.
 */
export function isPublicAddress(address: string): boolean {
	if (isIP(address) === 0) return false // stricter than the library, which accepts `1.2.3`
	const parsed = ipaddr.process(address) // `process` unwraps ::ffff:127.0.0.1
	if (parsed.range() !== 'unicast') return false
	// Public IPv6 addresses are all in 2000::/3; a library's list of exceptions can be outdated.
	return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
}

/** Resolves all addresses of a name through the system. */
export const resolveName = (hostname: string): Promise<LookupAddress[]> =>
	lookup(hostname, { all: true, verbatim: true })

/**
 * Parses the URL of a feed.
 * @throws {FeedError} unless it is http or https without a user name or password.
 */
export function checkFeedUrl(link: string, base?: string): URL {
	let url: URL
	try {
		url = new URL(link, base)
	} catch {
		throw new FeedError('address', `The feed leads to something that is not a web address.`)
	}
	if (url.protocol !== 'http:' && url.protocol !== 'https:')
		throw new FeedError('address', `The feed leads to a ${url.protocol} address. Only http and https are read.`)
	if (url.username || url.password)
		throw new FeedError('address', `The feed's address carries a user name or password, which is not supported.`)
	return url
}

/**
 * Resolves a host once and checks its addresses. To prevent DNS rebinding, the caller must connect to one of these.
 * @param hint how to allow a rejected address.
 * @throws {FeedError} when the name does not resolve, or any of its addresses is not allowed.
 */
export async function checkedAddresses(
	host: string,
	isAllowed: (address: string) => boolean,
	resolve: (hostname: string) => Promise<LookupAddress[]>,
	hint = 'Set FEED_ALLOW_PRIVATE=true if that is meant.',
): Promise<LookupAddress[]> {
	const name = host.replace(/^\[(.*)\]$/, '$1')
	const family = isIP(name)
	const addresses = family
		? [{ address: name, family }]
		: await resolve(name).catch((error: unknown) => {
				throw new FeedError('network', `The name ${name} of the feed's server is not known.`, { cause: error })
			})
	if (addresses.length === 0) throw new FeedError('network', `The name ${name} of the feed's server has no address.`)
	const rejected = addresses.find(({ address }) => !isAllowed(address))
	if (rejected) {
		const target = family ? name : `${name} (${rejected.address})`
		throw new FeedError('private-address', `The feed leads to ${target}, which is not a public address. ${hint}`)
	}
	return addresses
}
