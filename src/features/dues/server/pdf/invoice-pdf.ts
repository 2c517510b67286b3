import { Worker } from 'node:worker_threads'
import { log } from '#src/platform/log.ts'
import type { Paper } from './draw-invoice.ts'
import type { Drawn } from './pdf-thread.ts'
import { onInvoicesShown } from './warm-up.ts'

/** How long an idle worker is kept, in milliseconds: its start takes longer than an invoice, and it needs 80 MB. */
const KEPT_MS = 5 * 60_000
/** Time limit of one invoice, the start of the worker included, in milliseconds. */
const LIMIT_MS = 30_000

const THREAD = new URL('./pdf-thread.ts', import.meta.url)

let started: { worker: Worker; waiting: Map<number, PromiseWithResolvers<Drawn>>; timer?: NodeJS.Timeout } | undefined
let last = 0

/** Starts the worker that draws all invoices, one after another; without work it ends and keeps no process alive. */
function start() {
	const worker = new Worker(THREAD, { execArgv: [] })
	const waiting = new Map<number, PromiseWithResolvers<Drawn>>()
	const own = { worker, waiting }
	const failed = (cause: unknown) => {
		if (started?.worker === worker) started = undefined
		for (const { reject } of waiting.values()) reject(new Error('The invoice could not be drawn', { cause }))
		waiting.clear()
	}
	worker.on('message', ({ id, ...drawn }: Drawn & { id: number }) => {
		waiting.get(id)?.resolve(drawn)
		waiting.delete(id)
		if (waiting.size === 0) rest()
	})
	worker.on('error', failed)
	worker.on('exit', failed)
	worker.unref()
	return own
}

function rest(): void {
	if (!started) return
	const { worker } = started
	started.timer = setTimeout(() => {
		started = undefined
		void worker.terminate()
	}, KEPT_MS).unref()
}

/** Draws an invoice in a worker thread, so that no request waits for it. */
export async function invoicePdf(paper: Paper): Promise<Drawn> {
	started ??= start()
	const { worker, waiting, timer } = started
	clearTimeout(timer)
	const id = ++last
	const answer = Promise.withResolvers<Drawn>()
	waiting.set(id, answer)
	const limit = setTimeout(() => void worker.terminate(), LIMIT_MS)
	worker.postMessage({ id, paper })
	try {
		return await answer.promise
	} finally {
		clearTimeout(limit)
	}
}

const SAMPLE: Paper = {
	...{ id: '2027-0001', issuedOn: '2027-03-01', dueOn: '2027-03-13', periodFrom: '2027-03-14', periodTo: '2028-03-13' },
	seller: { name: 'Club', address: '1 Main Street', email: '', taxLine: '', color: '' },
	buyer: { name: 'Member', firm: 'Firm' },
	lines: [{ text: 'Annual', amountCents: 49_000 }],
	...{ totalCents: 49_000, currency: 'USD', voids: null, createdAt: 0 },
}

// Loads the code and the fonts while somebody looks at the list.
onInvoicesShown(() => {
	if (!started) invoicePdf(SAMPLE).catch((error: unknown) => log.warn({ err: error }, 'invoices cannot be drawn'))
})
