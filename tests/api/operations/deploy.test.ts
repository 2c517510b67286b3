import { accessSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#src/app/build/paths.ts'
import { siteMetrics } from '#src/app/metrics.ts'
import { putMediaPart } from '#src/features/media/contract.ts'
import { parseEnv, settingNames } from '#src/platform/env/env.ts'
import { IDLE_GRACE_MS } from '#src/platform/http/drain.ts'
import { NODE_CALL_PATH } from '#src/platform/nodes/signed-calls.ts'
import { freshDatabase } from '#tests/support/api/database.ts'
import { deployFolder, deployTools, hasProgram } from '#tests/support/servers/deploy-tools.ts'
import { startCommand } from '#tests/support/servers/start-command.ts'

const read = (name: string) => readFileSync(join(deployFolder, name), 'utf8')
const allMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
const knownSettings = new Set(settingNames)

function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-deploy-'))
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
	return folder
}

describe('settings', () => {
	test('.env.example lists every setting and nothing else', () => {
		const named = allMatches(readFileSync(join(projectRoot, '.env.example'), 'utf8'), /^([A-Z][A-Z_\d]*)=/gm)
		expect(named.toSorted()).toEqual([...knownSettings].toSorted())
	})

	test.each(readdirSync(join(deployFolder, 'env')))(
		'%s contains only existing settings with accepted values',
		(name) => {
			const lines = allMatches(read(`env/${name}`), /^([A-Z].*)$/gm).map((line) => line.split(/=(.*)/s))
			const values = Object.fromEntries(lines.map(([key = '', value = '']) => [key, value]))
			expect(Object.keys(values).filter((key) => !knownSettings.has(key))).toEqual([])
			const secrets = { SECRET_KEY: 'x'.repeat(44), ADMIN_PASSWORD: 'long enough', DATA_DIR: temporaryFolder() }
			expect(parseEnv({ ...values, ...secrets })).toMatchObject({ production: true, trustProxyHops: 1 })
		},
	)

	test('units, image and compose file set only variables that the server reads', () => {
		const units = ['second-chair.service', 'second-chair@.service'].map((name) => read(`systemd/${name}`)).join('\n')
		const inUnits = allMatches(units, /^Environment=(.*)$/gm).flatMap((line) => allMatches(line, /(\w+)=/g))
		const inImage = allMatches(read('docker/Dockerfile'), /^(?:ENV|RUN) ((?:[A-Z_]+=\S+ ?)+)/gm)
		const inCompose = allMatches(read('docker/compose.yaml'), /^ {4,6}([A-Z][A-Z_]+): /gm)
		const names = [...inUnits, ...inImage.flatMap((line) => allMatches(line, /([A-Z_]+)=/g)), ...inCompose]
		expect(names).toEqual(expect.arrayContaining(['PORT', 'DATA_DIR', 'DATABASE_URL', 'NODE_URL', 'METRICS_PORT']))
		// Settings of the database server and of its companion script.
		const others = /^(SQLD_\w+|RUST_LOG|ADMIN)$/
		expect(names.filter((name) => !knownSettings.has(name) && !others.test(name))).toEqual([])
	})
})

test.each(['nginx/second-chair-nodes.conf', 'docker/nodes.conf'])(
	'%s closes idle connections before a stopping node does',
	(name) => {
		const times = allMatches(read(name), /^\tkeepalive_timeout (\d+)s;$/gm).map((seconds) => Number(seconds) * 1_000)
		expect(times).toHaveLength(1)
		// Gives nginx enough time to close them first.
		expect(times[0]).toBeLessThanOrEqual(IDLE_GRACE_MS - 1_000)
	},
)

describe('paths', () => {
	test('units start existing files', () => {
		for (const name of readdirSync(join(deployFolder, 'systemd')).filter((each) => each.endsWith('.service'))) {
			const commands = allMatches(read(`systemd/${name}`), /^Exec\w+=(.*)$/gm)
			expect(commands.length).toBeGreaterThan(0)
			for (const command of commands) {
				for (const file of allMatches(command, /(?:^|\s)((?:src|db)\/\S+)/g))
					expect(existsSync(join(projectRoot, file)), file).toBe(true)
				for (const file of allMatches(command, /\/srv\/second-chair\/(deploy\/\S+)/g))
					expect(() => accessSync(join(projectRoot, file), constants.X_OK)).not.toThrow()
			}
		}
	})

	test('the image contains existing files, and starts the server as `npm start` and the units do', () => {
		const dockerfile = read('docker/Dockerfile')
		const sources = allMatches(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((names) => names.split(' '))
		expect(sources).toContain('src')
		for (const name of sources) expect(existsSync(join(projectRoot, name)), name).toBe(true)
		const [start] = allMatches(dockerfile, /^CMD (\[.*\])$/gm)
		const args = JSON.parse(start ?? '[]') as string[]
		expect(args.join(' ')).toBe(startCommand)
		for (const unit of ['second-chair.service', 'second-chair@.service'])
			expect(read(`systemd/${unit}`)).toContain(`.bin/${startCommand}\n`)
	})

	test('the compose file mounts existing files, or files that its first lines explain how to create', () => {
		const compose = read('docker/compose.yaml')
		const mounted = allMatches(compose, /[ "](\.\.?\/[\w./-]+):\//g)
		expect(mounted.length).toBeGreaterThan(2)
		const ownFiles = ['keys/sqld-public.pem', 'certificates']
		for (const name of mounted.filter((each) => !ownFiles.some((suffix) => each.endsWith(suffix))))
			expect(existsSync(resolve(deployFolder, 'docker', name)), name).toBe(true)
		for (const name of ownFiles)
			expect(compose.split('\nname:')[0]).toContain(dirname(`docker/${name}/x`).split('/')[1])
	})
})

describe('reverse proxies', () => {
	const nginx = read('nginx/second-chair.conf')
	const caddies = ['Caddyfile', 'one-node.Caddyfile'].map((name) => read(`caddy/${name}`))

	test('block calls between nodes and metrics', () => {
		expect(nginx).toContain(`location ^~ ${NODE_CALL_PATH} { return 404; }`)
		expect(nginx).toContain('location = /metrics { return 404; }')
		for (const caddy of caddies)
			expect(caddy).toContain(`@internal path ${NODE_CALL_PATH} ${NODE_CALL_PATH}/* /metrics`)
	})

	test('accept the largest body that the server accepts', () => {
		const [megabytes] = allMatches(nginx, /client_max_body_size (\d+)m;/g)
		expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(putMediaPart.bodyLimit)
		for (const caddy of caddies) {
			const [maximum] = allMatches(caddy, /max_size (\d+)MB/g)
			expect(Number(maximum) * 1_000_000).toBeGreaterThan(putMediaPart.bodyLimit)
		}
	})

	test('never send a POST twice', () => {
		expect(nginx).not.toContain('non_idempotent')
		for (const caddy of caddies) expect(caddy).not.toContain('lb_retry_match')
	})
})

test('alerts and dashboard use existing series', async () => {
	const database = await freshDatabase()
	const metrics = siteMetrics({ listener: undefined, token: 'a-token-of-sixteen-or-more' }, 'r1')
	metrics.countConnections(createServer())
	const text = await metrics.render()
	await database.discard()
	const existing = new Set(allMatches(text, /^# TYPE (\w+) /gm))
	const queries = `${read('prometheus/alerts.yml')}${read('grafana/second-chair.json')}`
	const names = allMatches(queries, /\b((?:second_chair|nodejs|process)_\w+?)(?:_bucket)?\b(?=[{[) \n"])/g)
	expect(new Set(names).size).toBeGreaterThan(15)
	expect([...new Set(names)].filter((name) => !existing.has(name))).toEqual([])
	expect(JSON.parse(read('grafana/second-chair.json')).panels.length).toBeGreaterThan(10)
})

// `npm test` lists missing programs at its end.
test('installed validators find no error', () => {
	const errors: unknown[] = []
	for (const { program, check } of deployTools)
		try {
			if (hasProgram(program)) check(temporaryFolder())
		} catch (error) {
			errors.push(error)
		}
	expect(errors).toEqual([])
})
