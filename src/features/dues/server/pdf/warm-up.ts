// Pages show invoices and endpoints draw them. Pages have their own copy of this file (docs/decisions/007), so the two
// copies share this state.
const STATE_KEY = Symbol.for('second-chair.invoices-shown')
const holder = globalThis as { [STATE_KEY]?: () => void }

export function onInvoicesShown(listener: () => void): void {
	holder[STATE_KEY] = listener
}

/** Warms up the PDF worker, so that the invoice opened next appears at once. */
export const invoicesShown = (): void => holder[STATE_KEY]?.()
