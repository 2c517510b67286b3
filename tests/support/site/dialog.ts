/** What jsdom lacks of the browser's dialog: to open and to close it, with the event that says so. */
export function provideDialogs(): void {
	HTMLDialogElement.prototype.showModal = function () {
		this.open = true
	}
	HTMLDialogElement.prototype.close = function () {
		if (!this.open) return
		this.open = false
		this.dispatchEvent(new Event('close'))
	}
}

/** Escape, as the browser tells a dialog. At the second press in a row it does not ask (`isForced`). */
export function pressEscape(dialog: HTMLElement, { isForced = false } = {}): void {
	const cancel = new Event('cancel', { cancelable: true })
	if (isForced || dialog.dispatchEvent(cancel)) (dialog as HTMLDialogElement).close()
}
