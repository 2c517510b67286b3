import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

let refused: string[] = []

/** Returns and clears the calls blocked since the last call. A test that causes one on purpose must call this. */
export function takeRefusedCalls(): string[] {
	const calls = refused
	refused = []
	return calls
}

const isLoopback = (host: string) =>
	/^(localhost|(.+\.)?localhost\.?|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(host.replace(/^\[|\]$/g, ''))

function refuse(call: string): Error {
	refused.push(call)
	return Object.assign(new Error(`Tests reach nothing outside this machine: ${call}`), { code: 'ENETUNREACH' })
}

interface Target {
	/** Undefined for a Unix socket. */
	host: string | undefined
	connected: unknown
}

/** Returns the target of `Socket.connect`, in any of its forms. */
function targetOf(args: readonly unknown[]): Target {
	// Node's own calls pass the arguments in one array.
	const given = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
	const [first, second] = given
	const connected = given.findLast((argument) => typeof argument === 'function')
	if (typeof first === 'object' && first !== null) {
		const { path, host } = first as { path?: string; host?: string }
		return { host: path ? undefined : (host ?? 'localhost'), connected }
	}
	if (typeof first === 'string' && !/^\d+$/.test(first)) return { host: undefined, connected }
	return { host: typeof second === 'string' ? second : 'localhost', connected }
}

type Callback = (error: Error) => void
type Resolver = Record<string, unknown>

function guardNames(resolver: Resolver, name: string, answersByPromise: boolean): void {
	const original = resolver[name] as (...args: unknown[]) => unknown
	resolver[name] = (...args: unknown[]) => {
		const host = String(args[0])
		if (net.isIP(host) || isLoopback(host)) return original(...args)
		const error = refuse(`${name} ${host}`)
		if (answersByPromise) return Promise.reject(error)
		process.nextTick(args.at(-1) as Callback, error)
		return undefined
	}
}

/**
 * Restricts this process to local connections. Connections and DNS lookups to other hosts fail immediately and are
 * recorded. Does not cover child processes.
 */
export function forbidNetwork(): void {
	const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket
	net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]): net.Socket {
		const { host, connected } = targetOf(args)
		if (host === undefined || isLoopback(host)) return connect.apply(this, args)
		const error = refuse(`connection to ${host}`)
		// Fails like a DNS lookup, so the caller gets the error where it expects one.
		const lookup = (_: string, __: unknown, done: Callback) => process.nextTick(done, error)
		return connect.call(this, { host: 'outside.invalid', port: 1, lookup }, connected)
	}
	for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
		guardNames(dns as unknown as Resolver, name, false)
		guardNames(dns.promises as unknown as Resolver, name, true)
	}
	// Also updates named imports such as `import { lookup } from 'node:dns/promises'`.
	syncBuiltinESMExports()
}
