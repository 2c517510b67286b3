import { startCountingProxy } from '#tests/support/servers/counting-proxy.ts'

// Makes a server seem as far away as another city.
// Usage: node far-away.ts TARGET PORT MILLISECONDS

const [target = '', port, ms] = process.argv.slice(2)
const proxy = await startCountingProxy(target, Number(port))
proxy.delay = Number(ms)
