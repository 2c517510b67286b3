import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Preloaded into the server: measures the event loop delay in milliseconds.
// SIGUSR2 writes the values since the last signal to the file BENCH_EVENT_LOOP and resets them.

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('SIGUSR2', () => {
	// Subtract the timer's own resolution.
	const at = (percentile: number) => Math.max(0, delay.percentile(percentile) / 1e6 - 10)
	const measured = { p50: at(50), p99: at(99), max: Math.max(0, delay.max / 1e6 - 10) }
	writeFileSync(process.env.BENCH_EVENT_LOOP ?? '', JSON.stringify(measured))
	delay.reset()
})
