import { startCountingProxy } from '#tests/support/servers/counting-proxy.ts'

// A proxy that adds network latency in front of a server.
// Usage: node far-away.ts TARGET PORT MILLISECONDS

const [target = '', port, ms] = process.argv.slice(2)
const proxy = await startCountingProxy(target, Number(port))
proxy.delay = Number(ms)
