import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const deployFolder = join(import.meta.dirname, '../../../deploy')

/** File with the firewall rules in front of Caddy. */
export const CONNECTION_LIMIT = join(deployFolder, 'caddy/connection-limit.nft')

/** A program that validates files of `deploy/` if it is installed. */
export interface DeployTool {
	program: string
	/** Names the validated files in the report of a run without the program. */
	what: string
	/** Copies the files into `folder`, adapted to this machine, and runs the program. @throws its findings */
	check(folder: string): void
}

/** Connection limit of nginx in tests, for clients and nodes together. Low enough for a test to reach it. */
export const WORKER_CONNECTIONS = 256

function run(program: string, args: readonly string[]): void {
	try {
		execFileSync(program, args, { stdio: 'pipe' })
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: Buffer; stderr?: Buffer }
		throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
	}
}

/** Writes the nginx configuration with one worker, these ports and a self-signed certificate. @returns its path */
export function nginxConfig(folder: string, ports: { plain: number; tls: number }, nodes?: readonly number[]): string {
	run('openssl', [
		...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
		...['-subj', '/CN=club.example', '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
	])
	const site = readFileSync(join(deployFolder, 'nginx/second-chair.conf'), 'utf8')
		.replaceAll('/etc/letsencrypt/live/club.example/', `${folder}/`)
		.replaceAll('/var/log/nginx/', `${folder}/`)
		.replace(/^\tlisten \[::\].*\n/gm, '')
		.replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
		.replace('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`)
	let upstream = readFileSync(join(deployFolder, 'nginx/second-chair-nodes.conf'), 'utf8')
	for (const [index, port] of nodes?.entries() ?? []) upstream = upstream.replace(`:432${index + 1} `, `:${port} `)
	const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
	const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
	const file = join(folder, 'nginx.conf')
	const main = `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;`
	writeFileSync(
		file,
		`${main}\nevents { worker_connections ${WORKER_CONNECTIONS}; }\nhttp { ${temporary}\n${upstream}\n${site} }\n`,
	)
	return file
}

/** Writes the Caddy configuration without TLS on this port. @returns its path */
export function caddyConfig(folder: string, port: number, nodes: readonly [number, number]): string {
	const file = join(folder, 'Caddyfile')
	const site = readFileSync(join(deployFolder, 'caddy/Caddyfile'), 'utf8')
		.replace(/^club\.example \{/m, `http://127.0.0.1:${port} {`)
		.replace('127.0.0.1:4321 127.0.0.1:4322', nodes.map((node) => `127.0.0.1:${node}`).join(' '))
	writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}\n}\n${site}`)
	return file
}

/** Copies the units, with commands that exist: systemd checks them, and ours exist only on the target machine. */
function unitsIn(folder: string): string[] {
	const source = join(deployFolder, 'systemd')
	return readdirSync(source).map((name) => {
		const text = readFileSync(join(source, name), 'utf8')
		const target = join(folder, name.replace('@.', '@1.'))
		const program = /(=)(\/srv\/second-chair\/(?:node_modules\/\.bin\/\w+|deploy\/\S+)|\/usr\/local\/bin\/\w+)/g
		writeFileSync(target, text.replace(program, '$1/bin/true'))
		return target
	})
}

export const deployTools: readonly DeployTool[] = [
	{
		program: 'nginx',
		what: 'the nginx front, and restarts of nodes behind it',
		check: (folder) => run('nginx', ['-t', '-c', nginxConfig(folder, { plain: 8080, tls: 8443 })]),
	},
	{
		program: 'caddy',
		what: 'the Caddy front, and restarts of nodes behind it',
		check() {
			for (const file of ['Caddyfile', 'one-node.Caddyfile'])
				run('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(deployFolder, 'caddy', file)])
		},
	},
	{
		program: 'nft',
		what: "the firewall's limit of connections in front of Caddy",
		check() {
			// Checks the rules against the kernel, which needs a separate network namespace.
			if (canUnshareNetwork()) run('unshare', ['-rn', 'nft', '-c', '-f', CONNECTION_LIMIT])
		},
	},
	{
		program: 'promtool',
		what: 'the alert rules and their tests',
		check(folder) {
			cpSync(join(deployFolder, 'prometheus'), folder, { recursive: true })
			run('promtool', ['check', 'config', join(folder, 'prometheus.yml')])
			run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')])
		},
	},
	{
		program: 'systemd-analyze',
		what: 'the systemd units',
		check(folder) {
			const units = join(folder, 'units')
			mkdirSync(units)
			run('systemd-analyze', ['verify', ...unitsIn(units)])
		},
	},
]

export function hasProgram(program: string): boolean {
	try {
		execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' })
		return true
	} catch {
		return false
	}
}

/** Returns whether this user may create a network namespace. */
export const canUnshareNetwork = (): boolean => spawnSync('unshare', ['-rn', 'true']).status === 0
