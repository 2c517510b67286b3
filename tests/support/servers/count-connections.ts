import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

// Runs in a network namespace. Opens connections to port 443 from several addresses and prints how many succeeded.

const ATTEMPTS = 103

const server = createServer((socket) => socket.on('error', () => undefined).resume()).listen(443, '::')
await once(server, 'listening')

/** Opens a connection that stays open. @returns undefined if it is refused. */
const open = (host: string, localAddress: string) =>
	new Promise<Socket | undefined>((resolve) => {
		const socket = connect({ host, port: 443, localAddress })
		socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined))
	})

async function openMany(host: string, localAddress: string) {
	const opened: (Socket | undefined)[] = []
	for (let count = 0; count < ATTEMPTS; count++) opened.push(await open(host, localAddress))
	return opened.filter((socket) => socket !== undefined)
}

const crowd = await openMany('127.0.0.1', '127.0.0.1')
const other = await open('127.0.0.1', '127.0.0.2')
const ipv6 = await openMany('::1', '::1')
crowd[0]?.destroy()
crowd[1]?.destroy()
const again = await openMany('127.0.0.1', '127.0.0.1')
console.log(JSON.stringify({ crowd: crowd.length, other: other !== undefined, ipv6: ipv6.length, again: again.length }))
process.exit()
