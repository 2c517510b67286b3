import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { caddyConfig, nginxConfig } from './deploy-tools.ts'
import { freePort } from './free-port.ts'

/** A reverse proxy, configured as in `deploy/`, that runs in front of two nodes. */
export interface ReverseProxy {
	readonly origin: string
	stop(): Promise<void>
}

async function running(folder: string, child: ChildProcess, origin: string): Promise<ReverseProxy> {
	let said = ''
	child.stderr?.setEncoding('utf8').on('data', (part: string) => {
		said += part
	})
	const isThere = () =>
		fetch(origin).then(
			() => undefined,
			(cause: unknown) => {
				throw new Error(`The front does not respond:\n${said}`, { cause })
			},
		)
	await vi.waitFor(isThere, { timeout: 30_000 })
	return {
		origin,
		async stop() {
			const ended = once(child, 'exit')
			child.kill('SIGTERM')
			await ended
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

/** Reverse proxies by program name. The certificate of nginx is self-signed, so clients must not verify it. */
export const reverseProxies: Record<string, (port: number, nodes: readonly [number, number]) => Promise<ReverseProxy>> =
	{
		async nginx(port, nodes) {
			const folder = mkdtempSync(join(tmpdir(), 'second-chair-nginx-'))
			const file = nginxConfig(folder, { plain: await freePort(), tls: port }, nodes)
			const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
			return running(folder, child, `https://127.0.0.1:${port}`)
		},
		async caddy(port, nodes) {
			const folder = mkdtempSync(join(tmpdir(), 'second-chair-caddy-'))
			const file = caddyConfig(folder, port, nodes)
			const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
				stdio: ['ignore', 'ignore', 'pipe'],
				env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
			})
			return running(folder, child, `http://127.0.0.1:${port}`)
		},
	}
