import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded into the server before everything else: how long its event loop was held up, in milliseconds.
// SIGUSR2 writes what was measured since the last one to the file BENCH_EVENT_LOOP, and begins anew.

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('SIGUSR2', () => {
	// Nothing is held up by the resolution itself.
	const at = (percentile: number) => Math.max(0, delay.percentile(percentile) / 1e6 - 10)
	const measured = { p50: at(50), p99: at(99), max: Math.max(0, delay.max / 1e6 - 10) }
	writeFileSync(process.env.BENCH_EVENT_LOOP ?? '', JSON.stringify(measured))
	delay.reset()
})
