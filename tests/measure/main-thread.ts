import { chromium } from 'playwright'
import { openSession } from '#tests/e2e/support/fixtures.ts'
import { startServer } from '#tests/e2e/support/server.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/site/chromium.ts'

// Measures how long a page blocks a phone's main thread while loading: `node tests/measure/main-thread.ts [path] [role]`,
// on the existing build. The CPU is throttled to a quarter of its speed; each value is the median of five loads, in ms.

const [path = '/courses/005-client-intake', role = 'member'] = process.argv.slice(2)
const LOADS = 5
const CPU_SLOWDOWN = 4

interface Load {
	/** Script time, and its blocking part: the time of each task beyond 50 ms. */
	script: number
	blocking: number
	longest: number
	/** Time of layout and style. */
	layout: number
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const server = await startServer({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' })
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
	const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
	if (role !== 'visitor') await openSession(context, server.url, role as 'member')
	const loads: Load[] = []
	for (let load = 0; load < LOADS; load++) {
		const page = await context.newPage()
		const cdp = await context.newCDPSession(page)
		await cdp.send('Performance.enable')
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
		await page.addInitScript(() => {
			const tasks: number[] = []
			Object.assign(globalThis, { tasks })
			new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
				type: 'longtask',
				buffered: true,
			})
		})
		await page.goto(path, { waitUntil: 'networkidle' })
		const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
		const { metrics } = await cdp.send('Performance.getMetrics')
		const seconds = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
		loads.push({
			script: seconds('ScriptDuration'),
			blocking: tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
			longest: Math.max(0, ...tasks),
			layout: seconds('LayoutDuration') + seconds('RecalcStyleDuration'),
		})
		await page.close()
	}
	for (const name of ['script', 'blocking', 'longest', 'layout'] as const)
		console.info(`${path} as a ${role}: ${name} ${median(loads.map((load) => load[name])).toFixed(0)} ms`)
} finally {
	await browser.close()
	await server.stop()
}
