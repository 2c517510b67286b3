// Invoices are shown by pages, which have a copy of this file (docs/decisions/007), and drawn for endpoints: both share
// this state.
const STATE_KEY = Symbol.for('second-chair.invoices-shown')
const holder = globalThis as { [STATE_KEY]?: () => void }

export function onInvoicesShown(listener: () => void): void {
	holder[STATE_KEY] = listener
}

/** Starts what draws invoices, so that the one that is opened next is there at once. */
export const invoicesShown = (): void => holder[STATE_KEY]?.()
