// @ts-check
// Plain JavaScript for any Node version: reports an old version, where a TypeScript file would only fail to parse.

const NEEDED = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const [neededMajor = 0, neededMinor = 0] = NEEDED

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
	process.stderr.write(
		`Second Chair needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. ` +
			'Run "npm ci" and use "npm start": on Linux that brings its own Node. Elsewhere install Node 24 first.\n',
	)
	process.exit(1)
}

await import('./quick-load.mjs')

const commands = { start: './start.ts', build: './build/build.ts' }
const command = process.argv[2] ?? 'start'
if (command !== 'start' && command !== 'build') {
	process.stderr.write(`There is no command "${command}". Use: ${Object.keys(commands).join(', ')}\n`)
	process.exit(1)
}
const { main } = await import(commands[command])
await main()
