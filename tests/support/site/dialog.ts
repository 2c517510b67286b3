/** Adds the dialog methods that jsdom lacks, which open and close a dialog. Closing fires `close`. */
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

/** Sends Escape as the browser does. The second press in a row cannot be canceled (`isForced`). */
export function pressEscape(dialog: HTMLElement, { isForced = false } = {}): void {
	const cancel = new Event('cancel', { cancelable: true })
	if (isForced || dialog.dispatchEvent(cancel)) (dialog as HTMLDialogElement).close()
}
